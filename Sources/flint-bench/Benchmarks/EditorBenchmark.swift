import Foundation

/// From an edit to the complete response.
struct EditorBenchmark: Benchmark {
  let name = "editor"

  func run(_ settings: Settings, _ peers: Peers) throws -> [Row] {
    try [(1_000, 0.1), (10_000, 0.3)].flatMap { features, limit in
      let text = PopulationData(seed: 2026).manifest(features: features)
      let middle = text.utf8.index(text.startIndex, offsetBy: text.utf8.count / 2)
      return try [
        row(
          "edit of one of \(features) features", text,
          Edit(after: "\"macOS\":", from: middle, ["12", "14"]), limit: limit, settings),
        row(
          "edit of a shared attribute, \(features) features", text,
          Edit(after: "\"default\":", from: text.startIndex, ["true ", "false"]), limit: limit,
          settings),
      ]
    }
  }

  private struct Edit {
    let mark: String
    let start: String.Index
    let texts: [String]

    init(after mark: String, from start: String.Index, _ texts: [String]) {
      (self.mark, self.start, self.texts) = (mark, start, texts)
    }
  }

  private func row(
    _ name: String, _ text: String, _ edit: Edit, limit: Double, _ settings: Settings
  ) throws -> Row {
    let edits = 20
    // Both sessions include the server's start and the opening of the text, so the difference of their times is that of
    // the edits.
    let measurements = try settings.measure(
      [0, edits].map { edits in
        let session = try Self.session(text, edit, edits: edits)
        let input = try settings.write(session, to: "session-\(edits)")
        return BenchmarkedCommand(
          name: "lsp", executable: settings.program, arguments: ["lsp"], input: input)
      })
    let seconds = (measurements[1].seconds - measurements[0].seconds) / Double(edits)
    return Row(
      name, Measurement(seconds: seconds, memory: measurements[1].memory),
      note: seconds > limit ? "MISSED: \(limit) s at most" : "")
  }

  private static func session(_ text: String, _ edit: Edit, edits: Int) throws -> String {
    let file = ["uri": "file:///m.json"]
    let mark = text.range(of: edit.mark, range: edit.start..<text.endIndex)
    let lines = text[..<(mark?.upperBound ?? text.endIndex)]
      .split(separator: "\n", omittingEmptySubsequences: false)
    func position(_ offset: Int) -> [String: Any] {
      ["line": lines.count - 1, "character": (lines.last?.utf16.count ?? 0) + offset]
    }
    let range = ["start": position(0), "end": position(edit.texts[0].utf16.count)]
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
            "contentChanges": [
              ["range": range, "text": edit.texts[number % edit.texts.count]]
            ],
          ],
        ])
      }
      messages.append([
        "id": number + 1, "method": "textDocument/codeAction",
        "params": [
          "textDocument": file, "range": range,
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
