import Foundation

/// An engine that runs a script. The script must call `answer(text)` once.
public enum ScriptEngine: CaseIterable, Sendable {
  case node
  case chromium

  public var name: String {
    switch self {
    case .node: "Node"
    case .chromium: "Chromium"
    }
  }

  private var programs: [String] {
    switch self {
    case .node: ["node", "nodejs"]
    case .chromium: ["chromium", "chromium-browser", "google-chrome"]
    }
  }

  private var path: String? {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    for program in programs {
      for folder in folders {
        let path = "\(folder)/\(program)"
        if FileManager.default.isExecutableFile(atPath: path) { return path }
      }
    }
    return nil
  }

  public static let installed: [ScriptEngine] = allCases.filter { $0.path != nil }

  /// An error for a script that ended without an answer. `output` is its error message, or the end of the page.
  public struct NoAnswer: Error {
    public var output: String

    public init(output: String) { self.output = output }
  }

  /// Runs a script and returns its answer.
  public func run(_ script: String) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "flint-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    switch self {
    case .node:
      let file = folder.appending(path: "script.js")
      let answer = "const answer = (text) => require('fs').writeFileSync(1, text);\n"
      try Data((answer + script).utf8).write(to: file)
      return try output([file.path], in: folder)
    case .chromium:
      let file = folder.appending(path: "page.html")
      let page = """
        <!DOCTYPE html><meta charset="utf-8"><pre id="answer"></pre><script>
        const answer = (text) => {
          const bytes = new TextEncoder().encode(text);
          document.getElementById("answer").textContent =
            btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
        };
        \(script)
        </script>
        """
      try Data(page.utf8).write(to: file)
      let document = try output(
        [
          "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
          "--user-data-dir=\(folder.path)/profile", "--dump-dom", file.absoluteString,
        ], in: folder)
      guard let start = document.range(of: "<pre id=\"answer\">")?.upperBound,
        let end = document.range(of: "</pre>", range: start..<document.endIndex)?.lowerBound,
        let bytes = Data(base64Encoded: String(document[start..<end]))
      else { throw NoAnswer(output: String(document.suffix(500))) }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  private func output(_ arguments: [String], in folder: URL) throws -> String {
    let process = Process()
    process.executableURL = path.map { URL(filePath: $0) }
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    let errors = folder.appending(path: "errors.txt")
    try Data().write(to: errors)
    process.standardError = try FileHandle(forWritingTo: errors)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    if process.terminationStatus != 0 {
      throw NoAnswer(
        output: String(decoding: try Data(contentsOf: errors).suffix(2000), as: UTF8.self))
    }
    return String(decoding: data, as: UTF8.self)
  }
}
