import FlintText
import Foundation

@testable import FlintInspect

/// A client of a server in this process. It parses the server's messages with Foundation.
final class ScriptedClient {
  let server: LanguageServer
  let disk: Disk
  private var number = 0

  /// The server's messages that have not been requested yet.
  private(set) var received: [[String: Any]] = []
  private(set) var initialization: [String: Any] = [:]

  /// - Parameters:
  ///   - files: The contents of files, by path.
  ///   - links: Folders that are links to other folders.
  ///   - abilities: The client's capabilities.
  init(
    files: [String: String] = [:], links: [String: String] = [:], folder: String? = nil,
    abilities: [String: Any] = [:],
    initializes: Bool = true
  ) {
    disk = Disk(files, links: links)
    server = LanguageServer(
      guide: "file:///Rules.md", files: disk.files, seconds: { 0 })
    guard initializes else { return }
    var parameters: [String: Any] = ["capabilities": abilities]
    if let folder { parameters["rootUri"] = FileURI.uri(folder) }
    initialization = ask("initialize", parameters) ?? [:]
    tell("initialized", [:])
  }

  // MARK: Messages

  /// Returns the result of a request, or nil if it is null or an error.
  func ask(_ method: String, _ parameters: [String: Any]?) -> [String: Any]? {
    response(method, parameters)["result"] as? [String: Any]
  }

  func list(_ method: String, _ parameters: [String: Any]?) -> [[String: Any]] {
    response(method, parameters)["result"] as? [[String: Any]] ?? []
  }

  func response(_ method: String, _ parameters: [String: Any]?) -> [String: Any] {
    let id = send(request: method, parameters)
    work()
    return response(to: id)
  }

  func errorCode(_ method: String, _ parameters: [String: Any]?) -> Int? {
    (response(method, parameters)["error"] as? [String: Any])?["code"] as? Int
  }

  @discardableResult
  func send(request method: String, _ parameters: [String: Any]?) -> Int {
    number += 1
    var message: [String: Any] = ["jsonrpc": "2.0", "id": number, "method": method]
    message["params"] = parameters
    send(message)
    return number
  }

  func response(to id: Int) -> [String: Any] {
    guard let index = received.firstIndex(where: { $0["id"] as? Int == id }) else { return [:] }
    return received.remove(at: index)
  }

  func tell(_ method: String, _ parameters: [String: Any]) {
    send(["jsonrpc": "2.0", "method": method, "params": parameters])
  }

  func send(_ message: [String: Any]) {
    let body = try! JSONSerialization.data(withJSONObject: message)
    send(bytes: Array("Content-Length: \(body.count)\r\n\r\n".utf8) + Array(body))
  }

  func send(bytes: [UInt8]) { bytes.withUnsafeBytes { server.receive($0) } }

  /// Runs the server until it is idle, and reads its messages.
  func work() {
    while server.work() {}
    var output = server.takeOutput()[...]
    while let end = output.firstRange(of: Array("\r\n\r\n".utf8)) {
      let header = String(decoding: output[..<end.lowerBound], as: UTF8.self)
      let length = Int(header.dropFirst("Content-Length: ".count))!
      let body = Data(output[end.upperBound..<end.upperBound + length])
      received.append(try! JSONSerialization.jsonObject(with: body) as! [String: Any])
      output = output[(end.upperBound + length)...]
    }
  }

  // MARK: Texts

  /// Changes or deletes a file and notifies the server.
  func write(_ text: String?, to path: String) {
    disk.write(text, to: path)
    tell(
      "workspace/didChangeWatchedFiles",
      ["changes": [["uri": FileURI.uri(path), "type": text == nil ? 3 : 2]]])
  }

  static var wholeText: [String: Any] {
    [
      "start": ["line": 0, "character": 0], "end": ["line": 99_999, "character": 0],
    ]
  }

  static func position(of offset: Int, in text: String) -> [String: Any] {
    let position = TextLines(SourceText(text), .utf16).position(of: offset)
    return ["line": position.line, "character": position.character]
  }

  static func text(_ text: String, after edits: [[String: Any]]) -> String {
    let lines = TextLines(SourceText(text), .utf16)
    var bytes = Array(text.utf8)
    let ranges = edits.map { edit in
      func offset(_ key: String) -> Int {
        let position = edit.object("range").object(key)
        return lines.offset(
          of: TextPosition(line: position.number("line"), character: position.number("character")))
      }
      return (offset("start")..<offset("end"), edit.text("newText"))
    }
    for (range, text) in ranges.sorted(by: { $0.0.lowerBound > $1.0.lowerBound }) {
      bytes.replaceSubrange(range, with: Array(text.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func document(_ path: String) -> [String: Any] { ["uri": FileURI.uri(path)] }

  func open(_ path: String, _ text: String) {
    tell(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": FileURI.uri(path), "languageId": "json", "version": 1, "text": text,
        ]
      ])
  }

  func change(_ path: String, version: Int, _ changes: [[String: Any]]) {
    tell(
      "textDocument/didChange",
      [
        "textDocument": ["uri": FileURI.uri(path), "version": version],
        "contentChanges": changes,
      ])
  }

  func close(_ path: String) {
    tell("textDocument/didClose", ["textDocument": Self.document(path)])
  }

  /// Returns the last diagnostics for a text, or nil if there were none.
  func diagnostics(of path: String) -> [[String: Any]]? {
    work()
    let all = received.filter { $0["method"] as? String == "textDocument/publishDiagnostics" }
      .compactMap { $0["params"] as? [String: Any] }
    return all.last { $0["uri"] as? String == FileURI.uri(path) }?["diagnostics"]
      as? [[String: Any]]
  }

  func published() -> [String: [[String: Any]]] {
    defer { forget() }
    return lastDiagnostics
  }

  private var lastDiagnostics: [String: [[String: Any]]] {
    received.filter { $0["method"] as? String == "textDocument/publishDiagnostics" }
      .reduce(into: [:]) { found, message in
        let parameters = message.object("params")
        found[FileURI.path(parameters.text("uri"))] = parameters.objects("diagnostics")
      }
  }

  /// The rules of the last diagnostics for each text. A text that never had diagnostics is absent.
  var codes: [String: [String]] {
    work()
    return lastDiagnostics.mapValues { diagnostics in diagnostics.map { $0.text("code") } }
  }

  func forget() { received = [] }
}

extension [String: Any] {
  func object(_ key: String) -> [String: Any] { self[key] as? [String: Any] ?? [:] }
  func objects(_ key: String) -> [[String: Any]] { self[key] as? [[String: Any]] ?? [] }
  func text(_ key: String) -> String { self[key] as? String ?? "" }
  func number(_ key: String) -> Int { self[key] as? Int ?? -1 }

  /// A range as `line:character-line:character`.
  var rangeText: String {
    func text(_ position: [String: Any]) -> String {
      "\(position.number("line")):\(position.number("character"))"
    }
    let range = object("range")
    return "\(text(range.object("start")))-\(text(range.object("end")))"
  }
}
