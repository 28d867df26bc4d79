import Foundation

/// Runs a page in headless Chromium.
enum Browser {
  static let path: String? = {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    for name in ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"] {
      for folder in folders where FileManager.default.isExecutableFile(atPath: "\(folder)/\(name)")
      {
        return "\(folder)/\(name)"
      }
    }
    return nil
  }()

  private static func escaped(_ fragment: String) -> String {
    fragment.contains("%7B") || fragment.contains("&")
      ? fragment
      : fragment.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }

  static var isInstalled: Bool { path != nil }

  /// Returns the page's document after its scripts have run.
  /// - Parameter fragment: The part of the address after the `#`.
  static func document(of page: String, fragment: String = "") throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "page-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "page.html")
    try Data(page.utf8).write(to: file)

    let process = Process()
    process.executableURL = path.map { URL(filePath: $0) }
    process.arguments = [
      "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
      "--user-data-dir=\(folder.path)/profile", "--virtual-time-budget=20000", "--dump-dom",
      file.absoluteString + (fragment.isEmpty ? "" : "#\(escaped(fragment))"),
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let document = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: document, as: UTF8.self)
  }
}
