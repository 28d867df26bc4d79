import Foundation

/// How long an edit takes until the language server has told everything that follows from it, proofs too.
struct EditorBenchmark: Benchmark {
  let name = "editor"

  func run(_ settings: Settings, _ peers: Peers) throws -> [Row] {
    try row(1_000, limit: 0.1, settings) + row(10_000, limit: 0.3, settings)
  }

  private func row(_ features: Int, limit: Double, _ settings: Settings) throws -> [Row] {
    let text = PopulationData(seed: 2026).manifest(features: features)
    let edits = 20
    // What starting and opening take is in both.
    let measurements = try settings.measure(
      [0, edits].map { edits in
        let input = try settings.write(Self.session(text, edits: edits), to: "session-\(edits)")
        return Contender(
          name: "lsp", executable: settings.program, arguments: ["lsp"], input: input)
      })
    let seconds = (measurements[1].seconds - measurements[0].seconds) / Double(edits)
    return [
      Row(
        "an edit of \(features) features",
        Measurement(seconds: seconds, memory: measurements[1].memory),
        note: seconds > limit ? "MISSED: \(limit) s at most" : "")
    ]
  }

  /// What a client says that opens a text, edits it so often, and asks each time for what waits for the findings.
  private static func session(_ text: String, edits: Int) throws -> String {
    let file = ["uri": "file:///m.json"]
    let prefix = text.range(of: "\"name\":\"").map { text[..<$0.upperBound] } ?? text[...]
    let lines = prefix.split(separator: "\n", omittingEmptySubsequences: false)
    let place: [String: Any] = [
      "line": lines.count - 1, "character": lines.last?.utf16.count ?? 0,
    ]
    var messages: [[String: Any]] = [
      ["id": 0, "method": "initialize", "params": ["capabilities": [:]]],
      ["method": "initialized", "params": [:]],
      [
        "method": "textDocument/didOpen",
        "params": [
          "textDocument": [
            "uri": "file:///m.json", "languageId": "json", "version": 1, "text": text,
          ]
        ],
      ],
    ]
    for number in 0...edits {
      if number > 0 {
        messages.append([
          "method": "textDocument/didChange",
          "params": [
            "textDocument": ["uri": "file:///m.json", "version": number + 1],
            "contentChanges": [["range": ["start": place, "end": place], "text": "x"]],
          ],
        ])
      }
      messages.append([
        "id": number + 1, "method": "textDocument/codeAction",
        "params": [
          "textDocument": file, "range": ["start": place, "end": place],
          "context": ["diagnostics": []],
        ],
      ])
    }
    messages += [["id": -1, "method": "shutdown"], ["method": "exit"]]
    return try messages.map { message in
      let body = try JSONSerialization.data(
        withJSONObject: message.merging(["jsonrpc": "2.0"]) { $1 })
      return "Content-Length: \(body.count)\r\n\r\n" + String(decoding: body, as: UTF8.self)
    }.joined()
  }
}
