import Foundation
import Synchronization

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

  static var isInstalled: Bool { path != nil }

  private static func escaped(_ fragment: String) -> String {
    fragment.contains("%7B") || fragment.contains("&")
      ? fragment
      : fragment.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }

  /// The process, which starts with the first page and serves all pages.
  private static let connection = Mutex<DevToolsConnection?>(nil)

  /// Returns the text of an element after the page's scripts have run. Each page has a profile of its own.
  ///
  /// - Parameters:
  ///   - id: The element's id.
  ///   - fragment: The part of the address after the `#`.
  static func text(of id: String, in page: String, fragment: String = "") throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "page-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "page.html")
    try Data(page.utf8).write(to: file)
    let address = file.absoluteString + (fragment.isEmpty ? "" : "#\(escaped(fragment))")
    return try connection.withLock { connection in
      var chromium = try connection ?? DevToolsConnection(path ?? "chromium")
      defer { connection = chromium }
      return try chromium.text(of: id, at: address)
    }
  }
}

/// A Chromium process that is controlled with the Chrome DevTools Protocol: JSON messages, each followed by a zero
/// byte, through pipes.
private struct DevToolsConnection {
  struct Failure: Error {
    let message: String
  }

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var received = Data()
  private var lastID = 0

  init(_ path: String) throws {
    process.executableURL = URL(filePath: "/bin/sh")
    // Chromium reads commands from file descriptor 3, writes results to 4, and ends when the pipes are closed.
    process.arguments = [
      "-c",
      """
      folder=$(mktemp -d)
      "$0" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-startup-window \
        --user-data-dir="$folder" --remote-debugging-pipe 3<&0 4>&1 </dev/null >/dev/null 2>&1
      rm -rf "$folder"
      """, path,
    ]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  /// Opens a page in a new tab, lets its scripts run for up to 20 virtual seconds, and returns the text of an element.
  mutating func text(of id: String, at address: String) throws -> String {
    let profile = try text("browserContextId", in: send("Target.createBrowserContext"))
    let target = try text(
      "targetId",
      in: send("Target.createTarget", ["url": "about:blank", "browserContextId": profile]))
    let session = try text(
      "sessionId", in: send("Target.attachToTarget", ["targetId": target, "flatten": true]))
    try send("Page.enable", in: session)
    try send("Page.navigate", ["url": address], in: session)
    try waitForEvent("Page.loadEventFired", in: session)
    try send(
      "Emulation.setVirtualTimePolicy",
      ["policy": "pauseIfNetworkFetchesPending", "budget": 20_000], in: session)
    try waitForEvent("Emulation.virtualTimeBudgetExpired", in: session)
    let result = try send(
      "Runtime.evaluate", ["expression": "document.getElementById('\(id)').textContent"],
      in: session)
    try send("Target.disposeBrowserContext", ["browserContextId": profile])
    return try text("value", in: result["result"] as? [String: Any] ?? [:])
  }

  private func text(_ key: String, in message: [String: Any]) throws -> String {
    guard let text = message[key] as? String else {
      throw Failure(message: "Chromium's result has no '\(key)': \(message)")
    }
    return text
  }

  /// Sends a command and returns its result.
  @discardableResult
  private mutating func send(
    _ method: String, _ parameters: [String: Any] = [:], in session: String? = nil
  ) throws -> [String: Any] {
    lastID += 1
    var command: [String: Any] = ["id": lastID, "method": method, "params": parameters]
    command["sessionId"] = session
    let line = try JSONSerialization.data(withJSONObject: command) + [0]
    try input.fileHandleForWriting.write(contentsOf: line)
    while true {
      let message = try nextMessage()
      guard message["id"] as? Int == lastID else { continue }
      guard let result = message["result"] as? [String: Any] else {
        throw Failure(message: "'\(method)' failed: \(message)")
      }
      return result
    }
  }

  private mutating func waitForEvent(_ name: String, in session: String) throws {
    while true {
      let message = try nextMessage()
      if message["method"] as? String == name, message["sessionId"] as? String == session { return }
    }
  }

  private mutating func nextMessage() throws -> [String: Any] {
    while true {
      if let end = received.firstIndex(of: 0) {
        let message = received[..<end]
        received = Data(received[(end + 1)...])
        return try JSONSerialization.jsonObject(with: message) as? [String: Any] ?? [:]
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { throw Failure(message: "Chromium has ended") }
      received += more
    }
  }
}
