import FlintManifest
import FlintModel
import FlintText
import Foundation
import Testing

@testable import FlintInspect

@Suite("Requests about a text")
struct AnswerTests {
  static let manifest = """
    {
      "manifestVersion": 1, "app": { "platforms": ["iOS"] },
      "groups": [{ "id": "main", "name": "Membership", "levels": ["plus", "pro"] }],
      "products": [
        { "id": "P!", "type": "nonConsumable", "name": "💎 Premium" },
        { "id": "S", "type": "autoRenewingSubscription", "group": "main", "level": "plus" }
      ],
      "attributes": [{ "id": "build", "type": "choice", "values": ["beta", "release"] }],
      "conditions": [{ "id": "paid", "is": { "purchases": ["P!"] } }],
      "features": [
        { "id": "all", "team": "core", "features": [
          { "id": "a", "name": "Feature A", "actions": ["go"], "constraints": {
            "purchases": [{ "anyOf": ["P!", { "group": "main", "atLeast": "plus" }] }],
            "attributes": { "build": "beta" }, "rollout": { "percent": 50 } } } ] },
        { "id": "b", "constraints": { "features": ["a"], "conditions": ["paid"] } }
      ],
      "states": { "rich": { "purchases": { "P!": "purchased" }, "attributes": { "build": "beta" },
                            "buckets": { "a": 3 } } },
      "defaultState": "rich"
    }
    """
  static let scenarios = #"""
    { "scenarioVersion": 1, "scenarios": [
      { "name": "s", "given": "rich", "steps": [
        { "expect": { "a": "available" } },
        { "refund": "P!", "expect": { "b": { "status": "unavailable",
          "blockers": ["feature:a", "condition:paid"] },
          "a": { "blockers": ["purchase:\"P!\" or group:main>=plus"] } } },
        { "perform": { "feature": "a", "action": "go" }, "expect": "refused" } ] },
      { "name": "t", "cases": [{ "given": "rich", "expect": { "a": "unavailable" } }] } ] }
    """#
  static let state =
    #"{ "$schema": "flint-state.schema.json", "toggles": {}, "buckets": { "a": 1 } }"#

  private static let files = [
    "/app/manifest.json": manifest, "/app/tests/scenarios.json": scenarios,
    "/app/states/state.json": state,
  ]

  /// Creates a client with all files open.
  private func client() -> ScriptedClient {
    let client = ScriptedClient(files: Self.files, folder: "/app")
    for (path, text) in Self.files.sorted(by: { $0.key < $1.key }) { client.open(path, text) }
    return client
  }

  /// Returns the parameters for a position: after the n-th occurrence of a text.
  private func position(
    _ path: String, _ text: String, _ number: Int = 1, _ more: [String: Any] = [:]
  ) -> [String: Any] {
    let source = Self.files[path]!
    var end = source.startIndex
    for _ in 0..<number {
      end = source.range(of: text, options: [], range: end..<source.endIndex)!.upperBound
    }
    let offset = source.utf8.distance(from: source.startIndex, to: end)
    let position = TextLines(SourceText(source), .utf16).position(of: offset)
    return [
      "textDocument": ScriptedClient.document(path),
      "position": ["line": position.line, "character": position.character],
    ].merging(more) { $1 }
  }

  /// Returns a text with edits applied.
  private func edited(_ text: String, _ edits: [[String: Any]]) -> String {
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

  @Test(
    "Hover describes a symbol",
    arguments: [
      ("/app/manifest.json", #""id": "a"#, "available in 'rich'"),
      ("/app/manifest.json", #"["a"#, "“Feature A”"),
      ("/app/manifest.json", #""group": "ma"#, "levels: plus < pro"),
      ("/app/tests/scenarios.json", #""refund": "P"#, "“💎 Premium”\nproduct 'P!'\nnonConsumable"),
      ("/app/tests/scenarios.json", "condition:pa", "condition 'paid'"),
      ("/app/manifest.json", #"{ "id": "all", "te"#, "The responsible team"),
    ])
  func hover(path: String, text: String, expected: String) {
    let hover = client().ask("textDocument/hover", position(path, text)) ?? [:]
    #expect(hover.object("contents").text("value").contains(expected), "\(hover)")
  }

  @Test("Definition and references find the declaration and mentions")
  func references() {
    let client = client()
    let definition = client.list(
      "textDocument/definition", position("/app/tests/scenarios.json", "feature:a"))
    let locations = definition.map { "\($0.text("uri")):\($0.rangeText)" }
    #expect(locations == ["file:///app/manifest.json:11:14-11:17"])
    let counts: [(text: String, withDeclaration: Bool, count: Int)] = [
      (#""id": "P"#, true, 6), (#""id": "P"#, false, 5), (#""levels": ["pl"#, true, 4),
      ("manifestV", true, 0),
    ]
    for (text, withDeclaration, count) in counts {
      let context = ["includeDeclaration": withDeclaration]
      let parameters = position("/app/manifest.json", text, 1, ["context": context])
      #expect(
        client.list("textDocument/references", parameters).count == count,
        "\(text), with declaration: \(withDeclaration)")
    }
  }

  @Test("Rename replaces every mention and nothing else")
  func rename() throws {
    let client = client()
    func rename(_ position: [String: Any], _ name: String) -> [String: String] {
      let edit =
        client.ask("textDocument/rename", position.merging(["newName": name]) { $1 }) ?? [:]
      var texts: [String: String] = [:]
      for (uri, edits) in edit.object("changes") {
        let path = FileURI.path(uri)
        texts[path] = edited(Self.files[path]!, edits as! [[String: Any]])
      }
      return texts
    }
    let manifest = "/app/manifest.json"
    let scenarios = "/app/tests/scenarios.json"
    // A rollout without a bucket uses the bucket with the name of its feature.
    #expect(
      rename(position(scenarios, "feature:a"), "new") == [
        manifest: Self.manifest.replacing(#""id": "a""#, with: #""id": "new""#)
          .replacing(#"["a"]"#, with: #"["new"]"#).replacing(#"{ "a": 3"#, with: #"{ "new": 3"#),
        scenarios: Self.scenarios.replacing(#""a""#, with: #""new""#)
          .replacing("feature:a", with: "feature:new"),
        "/app/states/state.json": Self.state.replacing(#"{ "a": 1 }"#, with: #"{ "new": 1 }"#),
      ])
    // The state does not mention the product, so it is not changed.
    #expect(
      rename(position(manifest, #""id": "P!"#), "Q") == [
        manifest: Self.manifest.replacing("P!", with: "Q"),
        scenarios: Self.scenarios.replacing(#"\"P!\""#, with: "Q").replacing("P!", with: "Q"),
      ])
    #expect(
      rename(position(manifest, #""levels": ["plus"#), "base") == [
        manifest: Self.manifest.replacing("plus", with: "base"),
        scenarios: Self.scenarios.replacing(">=plus", with: ">=base"),
      ])
  }

  @Test(
    "Rename keeps each rollout in its bucket",
    arguments: [
      ##"{ "rollout": { "percent": 5 } }"##, ##"{ "rollout": { "percent": 5, "bucket": "x" } }"##,
      ##"{ "not": { "rollout": { "percent": 5, "bucket": "a" } } }"##, "{}",
    ], [#""id": "a"#, #""bucket": "a"#])
  func buckets(constraints: String, place: String) throws {
    let text = #"""
      { "manifestVersion": 1, "features": [
        { "id": "a", "constraints": \#(constraints) },
        { "id": "b", "constraints": { "features": ["a"], "rollout": { "percent": 9, "bucket": "a" } } }],
        "states": { "s": { "buckets": { "a": 7 } } } }
      """#
    let client = ScriptedClient(files: ["/app/m.json": text], folder: "/app")
    client.open("/app/m.json", text)
    let end = try #require(text.range(of: place)).upperBound
    let offset = text.utf8.distance(from: text.startIndex, to: end)
    let position = TextLines(SourceText(text), .utf16).position(of: offset)
    let parameters: [String: Any] = [
      "textDocument": ScriptedClient.document("/app/m.json"), "newName": "new",
      "position": ["line": position.line, "character": position.character],
    ]
    let changes = client.ask("textDocument/rename", parameters)?.object("changes") ?? [:]
    let renamed = edited(text, changes["file:///app/m.json"] as? [[String: Any]] ?? [])
    #expect(renamed != text)
    func statuses(_ text: String) throws -> [FeatureStatus] {
      let file = try ManifestFile(SourceFile(path: "m.json", text: SourceText(text)))
      let state = try #require(file.manifest.state(named: "s"))
      return Evaluator(file.manifest, in: state).all.map(\.status)
    }
    #expect(try statuses(renamed) == statuses(text), "\(renamed)")
  }

  @Test("Rename refuses invalid names")
  func refusedNames() {
    let client = client()
    let refused: [(text: String, names: [String])] = [
      (#""id": "a"#, ["b", "x y", ""]), (#""id": "P!"#, ["S", ""]), ("manifestVersion", ["x"]),
    ]
    for (text, names) in refused {
      let codes = names.map { name in
        client.errorCode(
          "textDocument/rename", position("/app/manifest.json", text, 1, ["newName": name]))
      }
      #expect(codes == names.map { _ in -32803 }, "\(text)")
    }
    func prepare(_ text: String) -> [String: Any]? {
      client.ask("textDocument/prepareRename", position("/app/manifest.json", text))
    }
    let prepared = prepare(#""id": "P"#).map { "\($0.text("placeholder")) \($0.rangeText)" }
    #expect(prepared == "P! 4:13-4:15")
    #expect(prepare(#"["iO"#) == nil)
  }

  /// Checks the completions at `|`, and the text after accepting the last one.
  @Test(
    "Completion offers what is valid at a position",
    arguments: [
      (
        #"{"manifestVersion": 1, "features": [{"id": "a", "constraints": {"permissions": ["|"]}}]}"#,
        ["camera", "notifications"], #"["alarms"]"#
      ),
      (
        #"{"manifestVersion": 1, "features": [{"id": "a", "constraints": {"permissions": [{"permission": "calendarEvents", "in": ["|"]}]}}]}"#,
        ["notDetermined", "denied"], #""in": ["writeOnly"]"#
      ),
      (
        #"{"manifestVersion": 1, "features": [{"id": "a", "constraints": {"per|"#,
        ["permissions", "conditional"], #"{"conditional": "#
      ),
      (
        #"{"manifestVersion": 1, "products": [{"id": "P", "type": |}], "features": []}"#,
        ["consumable"], #""type": "nonRenewingSubscription"}"#
      ),
      (
        #"{"manifestVersion": 1, "features": [{"id": "a", "actions": [], | }]}"#,
        ["name", "constraints"], #""actions": [], "features":  }"#
      ),
      (
        #"{"manifestVersion": 1, "features": [{"id": "a", "|": []}]}"#, ["actions"],
        #""features": []"#
      ),
      (
        #"{"manifestVersion": 1, "attributes": [{"id": "b", "type": "choice", "values": ["x", "y"]}],"#
          + #" "features": [{"id": "a", "constraints": {"attributes": {"b": ["x", |]}}}]}"#,
        ["x", "y"], #"["x", "y"]"#
      ),
      (
        #"{"manifestVersion": 1, "groups": [{"id": "g", "levels": ["l", "m"]}], "features": [{"id": "a","#
          + #" "constraints": {"purchases": [{"group": "g", "atLeast": "|"}]}}]}"#,
        ["l", "m"], #""atLeast": "m""#
      ),
      (
        #"{"manifestVersion": 1, "features": [{"id": "a"}, {"id": "b", "constraints": {"features": ["|"#,
        ["a", "b"], #"["b""#
      ),
      (
        #"{"manifestVersion": 1, "features": [{"id": "a"}], "states": {"s": {"toggles": {"a": |}}}}"#,
        ["true", "false"], #"{"a": false}"#
      ),
    ])
  func completion(text: String, expected: [String], result: String) throws {
    let items = completions(text)
    #expect(Set(items.map { $0.text("label") }).isSuperset(of: expected))
    let edits = items.suffix(1).map { $0.object("textEdit") }
    let after = edited(text.filter { $0 != "|" }, edits)
    #expect(edits.count == 1 && after.contains(result), "\(after)")
  }

  /// Returns the completions at `|`.
  private func completions(_ text: String) -> [[String: Any]] {
    let parts = text.split(separator: "|", omittingEmptySubsequences: false)
    let client = ScriptedClient()
    client.open("/m.json", parts.joined())
    return client.list(
      "textDocument/completion",
      [
        "textDocument": ScriptedClient.document("/m.json"),
        "position": ["line": 0, "character": parts[0].utf16.count],
      ])
  }

  @Test(
    "Completion offers each key and word once, and only those that fit the object's other keys",
    arguments: [
      (
        #""purchases": [{|}]"#, ["product", "quantity", "in", "group", "atLeast", "anyOf", "allOf"]
      ),
      (#""purchases": [{"product": "P", |}]"#, ["quantity", "in"]),
      (#""purchases": [{"in": ["purchased"], |}]"#, ["product", "quantity", "group", "atLeast"]),
      (#""attributes": {"a": {"atLeast": 1, |}}"#, ["below"]),
      (#""attributes": {"a": {"beginsWith": "x", |}}"#, ["contains", "endsWith"]),
      (#""not": {"platforms": {"iOS": |}}"#, ["any"]),
    ])
  func fittingCompletion(constraints: String, expected: [String]) {
    let text = #"{"manifestVersion": 1, "features": [{"id": "a", "constraints": {"#
    #expect(completions(text + constraints + "}}]}").map { $0.text("label") } == expected)
  }

  @Test("Completion offers no constraint on a feature's own switches in named conditions")
  func namedConditionCompletion() {
    let labels = completions(
      #"{"manifestVersion": 1, "conditions": [{"id": "a", "is": {"not": {|}}}]}"#
    ).map { $0.text("label") }
    let found = ["rollout", "userToggled", "runtimeEnabled"].filter(labels.contains)
    #expect(found == ["rollout"])
  }

  @Test("Completion in scenarios offers a feature's actions and a product's statuses")
  func scenarioCompletion() {
    let client = client()
    let cases: [(text: String, labels: [String])] = [
      (#""action": "g"#, ["go"]), (#""given": "r"#, ["rich"]), (#""refund": "P"#, ["P!", "S"]),
      (#""status": "u"#, ["available", "unavailable", "undetermined"]),
      (#"{ "expect": { "a"#, ["all", "a", "b"]),
    ]
    for (text, labels) in cases {
      let items = client.list(
        "textDocument/completion", position("/app/tests/scenarios.json", text))
      #expect(items.map { $0.text("label") } == labels, "\(text)")
    }
  }

  @Test("Code lenses show the states in which features are available, and the scenarios that pass")
  func lenses() {
    let client = client()
    let cases: [(path: String, titles: [String])] = [
      ("/app/manifest.json", ["✓ rich", "✓ rich", "✓ rich"]),
      ("/app/tests/scenarios.json", ["✓ passed", "✗ failed"]), ("/app/states/state.json", []),
    ]
    for (path, titles) in cases {
      let lenses = client.list(
        "textDocument/codeLens", ["textDocument": ScriptedClient.document(path)])
      #expect(lenses.map { $0.object("command").text("title") } == titles, "\(path)")
    }
    let failures = client.diagnostics(of: "/app/tests/scenarios.json") ?? []
    #expect(failures.map { $0.text("message").contains("expected") } == [true])
  }

  @Test("Document symbols list the declarations of a text")
  func symbols() {
    let symbols = client().list(
      "textDocument/documentSymbol",
      ["textDocument": ScriptedClient.document("/app/manifest.json")])
    #expect(
      symbols.map { $0.text("name") } == [
        "main", "P!", "S", "build", "paid", "all", "b", "rich",
      ])
    #expect(symbols[5].objects("children").map { $0.text("detail") } == ["Feature A"])
  }

  @Test(
    "Code actions apply the correction that a hint suggests",
    arguments: [
      (#""cmaera""#, #""camera""#), (#""permisions": ["camera"]"#, #""permissions": ["camera"]"#),
      ("nul", "null"),
    ])
  func fixes(wrong: String, right: String) {
    let member = wrong.contains(":") ? wrong : #""permissions": [\#(wrong)]"#
    let text = #"{"manifestVersion": 1, "features": [{"id": "a", "constraints": {\#(member)}}]}"#
    let client = ScriptedClient()
    client.open("/m.json", text)
    let fixes = client.list(
      "textDocument/codeAction",
      [
        "textDocument": ScriptedClient.document("/m.json"),
        "range": [
          "start": ["line": 0, "character": 0], "end": ["line": 0, "character": 999],
        ],
        "context": ["diagnostics": []],
      ])
    let edits = fixes.first?.object("edit").object("changes").objects("file:///m.json") ?? []
    let found: [String?] = [fixes.first?.text("kind"), edited(text, edits)]
    #expect(found == ["quickfix", text.replacing(wrong, with: right)])
  }

  @Test("Formatting produces the standard layout and preserves the content")
  func formatting() {
    let client = ScriptedClient()
    let text = #"{"manifestVersion":1,"x-é":[1.50,"\u00e9",{}],"features":[ ]}"#
    client.open("/m.json", text)
    let parameters = ["textDocument": ScriptedClient.document("/m.json")]
    let edits = client.list("textDocument/formatting", parameters)
    let laidOut = edited(text, edits)
    #expect(
      laidOut == """
        {
          "manifestVersion": 1,
          "x-é": [
            1.50,
            "\\u00e9",
            {}
          ],
          "features": []
        }

        """)
    client.change("/m.json", version: 2, [["text": laidOut]])
    #expect(client.list("textDocument/formatting", parameters).isEmpty)
    client.change("/m.json", version: 3, [["text": "{"]])
    #expect(client.response("textDocument/formatting", parameters)["result"] is NSNull)
  }
}
