package import Foundation

/// The answers of `flint-inspect mcp` to a sequence of messages.
package struct AssistantSession {
  package let run: Run

  /// The answers by id.
  private let answers: [Int: [String: Any]]

  /// - Parameters:
  ///   - calls: The tools with their arguments as JSON. The ids start at 1.
  ///   - directory: The working directory of the server.
  package init(
    _ calls: [(tool: String, arguments: String)], manifest: String? = nil,
    directory: URL = Package.root, environment: [String: String] = [:]
  ) throws {
    let lines = calls.enumerated().map { index, call in
      let parameters = "{\"name\":\"\(call.tool)\",\"arguments\":\(call.arguments)}"
      return Self.request(index + 1, "tools/call", parameters)
    }
    try self.init(lines, manifest: manifest, directory: directory, environment: environment)
  }

  package init(
    _ lines: [String], manifest: String? = nil, directory: URL = Package.root,
    environment: [String: String] = [:]
  ) throws {
    let beginning = Self.request(
      0, "initialize", #"{"protocolVersion":"2025-06-18","capabilities":{}}"#)
    let input = ([beginning] + lines).map { $0 + "\n" }.joined()
    run = try Run.program(
      ["mcp"] + (manifest.map { [$0] } ?? []), input: input, environment: environment,
      directory: directory)
    var answers: [Int: [String: Any]] = [:]
    for line in run.output.split(separator: "\n") {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      if let object, let id = object["id"] as? Int { answers[id] = object }
    }
    self.answers = answers
  }

  package static func request(_ id: Int, _ method: String, _ parameters: String = "{}") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(parameters)}"#
  }

  package func result(_ id: Int) -> [String: Any] {
    answers[id]?["result"] as? [String: Any] ?? [:]
  }

  package func errorCode(_ id: Int) -> Int? {
    (answers[id]?["error"] as? [String: Any])?["code"] as? Int
  }

  /// Returns the text of a call's result.
  package func text(_ id: Int) -> String {
    result(id).toolText
  }

  package func isError(_ id: Int) -> Bool? { result(id)["isError"] as? Bool }

  package func structured(_ id: Int) -> NSDictionary? {
    result(id)["structuredContent"] as? NSDictionary
  }
}

extension [String: Any] {
  /// The text in the result of a tool call.
  package var toolText: String {
    (self["content"] as? [[String: String]] ?? []).map { $0["text"] ?? "" }.joined()
  }
}
