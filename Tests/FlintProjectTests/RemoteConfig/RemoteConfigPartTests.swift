import FlintManifest
import FlintModel
import FlintText
import Testing

@testable import FlintProject

@Suite("Importing Remote Config templates")
struct RemoteConfigPartTests {
  @Test("A condition becomes a named condition, and a Boolean parameter refers to it")
  func example() throws {
    let part = try partText(
      """
      { "conditions": [ { "name": "FR beta", "expression": "device.country in ['FR'] && percent('s') <= 20" } ],
        "parameters": { "turbo": { "defaultValue": { "value": "false" }, "conditionalValues": { "FR beta": { "value": "true" } } } } }
      """)
    #expect(
      part == """
        {
          "manifestVersion": 1,
          "attributes": [
            {
              "id": "device.country",
              "type": "text",
              "owner": "environment"
            }
          ],
          "conditions": [
            {
              "id": "remote.when.FR-beta",
              "name": "FR beta",
              "is": {
                "attributes": {
                  "device.country": "FR"
                },
                "rollout": {
                  "percent": 20,
                  "bucket": "percent.s"
                }
              }
            },
            {
              "id": "remote.turbo",
              "name": "turbo",
              "is": {
                "conditions": [
                  "remote.when.FR-beta"
                ]
              }
            }
          ]
        }

        """)
  }

  @Test(
    "An empty template becomes an empty part",
    arguments: ["conditions", "parameterGroups", "version"])
  func empty(section: String) throws {
    let value = section == "conditions" ? "[]" : "{}"
    #expect(
      try partText("{\"\(section)\": \(value)}")
        == "{\n  \"manifestVersion\": 1,\n  \"attributes\": [],\n  \"conditions\": []\n}\n")
  }

  @Test("Names become ids, and equal ones are numbered")
  func names() throws {
    let ids: [(name: String, id: String)] = [
      ("It's 50%!", "It-s-50"), ("It-s-50", "It-s-50-2"), ("日本", ""), ("", "-2"),
      ("a.b_c", "a.b_c"), ("-x-", "x"), ("It's 50-2", "It-s-50-2-2"),
    ]
    let conditions = ids.map { #"{"name": \#(JSONText.quoted($0.name)), "expression": "true"}"# }
    let part = try template("{\"conditions\": [\(conditions.joined(separator: ","))]}")
    let found: [[String?]] = part.conditions.map { [$0.name, $0.id] }
    #expect(found == ids.map { [$0.name, "remote.when." + $0.id] })
  }

  /// The values of a parameter for c1, c2 and c3, its default, and the resulting condition.
  static let priorities: [(values: [String?], defaultValue: String, condition: String)] = [
    (["true", nil, nil], "false", #"{"conditions":["remote.when.c1"]}"#),
    (["false", nil, nil], "true", #"{"not":{"conditions":["remote.when.c1"]}}"#),
    // The parameter does not depend on the condition.
    (["true", nil, nil], "true", #"{"rollout":{"percent":100,"bucket":"remote.p"}}"#),
    (["false", "FALSE", nil], "false", #"{"rollout":{"percent":0,"bucket":"remote.p"}}"#),
    (
      ["true", "True", nil], "false",
      #"{"anyOf":[{"conditions":["remote.when.c1"]},{"conditions":["remote.when.c2"]}]}"#
    ),
    (
      ["false", "true", nil], "false",
      #"{"conditions":["remote.when.c2"],"not":{"conditions":["remote.when.c1"]}}"#
    ),
    (
      ["true", "false", "true"], "false",
      #"{"anyOf":[{"conditions":["remote.when.c1"]},"#
        + #"{"conditions":["remote.when.c3"],"not":{"conditions":["remote.when.c2"]}}]}"#
    ),
  ]

  @Test(
    "The first true condition determines the value, in the template's order", arguments: priorities)
  func priority(values: [String?], defaultValue: String, condition: String) throws {
    // The order of the keys is irrelevant.
    let written = values.enumerated().reversed().compactMap { index, value in
      value.map { #""c\#(index + 1)": {"value": "\#($0)"}"# }
    }
    let text = templateText(
      ["percent <= 1", "percent <= 2", "percent <= 3"],
      parameters: """
        {"p": {"defaultValue": {"value": "\(defaultValue)"},
          "conditionalValues": {\(written.joined(separator: ", "))}}}
        """)
    #expect(try conditions(in: partText(text))["remote.p"] == condition)
  }

  @Test("Constant conditions are folded into parameters, without their attributes and notes")
  func folded() throws {
    let text = templateText(
      [
        "device.os == 'android'", "device.os == 'ios'", "percent <= 5",
        "false && app.userProperty['n'] > 1.5",
      ],
      parameters: """
        {"never": {"defaultValue": {"value": "false"}, "conditionalValues": {"c1": {"value": "true"}}},
         "first": {"defaultValue": {"value": "false"}, "conditionalValues": {
           "c1": {"value": "false"}, "c2": {"value": "true"}, "c3": {"value": "false"}}},
         "second": {"defaultValue": {"value": "false"}, "conditionalValues": {
           "c1": {"useInAppDefault": true}, "c3": {"value": "true"}}}}
        """)
    let part = try template(text)
    #expect(part.attributes.isEmpty && part.notes.isEmpty)
    let found = try conditions(in: partText(text))
    let expected: [(id: String, condition: String)] = [
      ("remote.when.c1", #"{"rollout":{"percent":0,"bucket":"remote.when.c1"}}"#),
      ("remote.when.c2", #"{"rollout":{"percent":100,"bucket":"remote.when.c2"}}"#),
      ("remote.when.c4", #"{"rollout":{"percent":0,"bucket":"remote.when.c4"}}"#),
      ("remote.never", #"{"rollout":{"percent":0,"bucket":"remote.never"}}"#),
      ("remote.first", #"{"rollout":{"percent":100,"bucket":"remote.first"}}"#),
      ("remote.second", #"{"conditions":["remote.when.c3"]}"#),
    ]
    for (id, condition) in expected { #expect(found[id] == condition, "\(id)") }
  }

  @Test("Values that the template does not contain become attributes, each with a note")
  func served() throws {
    let text = templateText(
      ["percent <= 1", "percent <= 2"],
      parameters: """
        {"a": {"valueType": "BOOLEAN"},
         "b": {"defaultValue": {"value": "true"}, "conditionalValues": {
           "c1": {"rolloutValue": {"rolloutId": "r"}}, "c2": {"rolloutValue": {"rolloutId": "s"}}}},
         "c": {"defaultValue": {"useInAppDefault": true}, "conditionalValues": {
           "c2": {"useInAppDefault": true}, "c1": {"value": "false"}}}}
        """)
    let part = try template(text)
    let attributes: [[String?]] = part.attributes.map { [$0.id, $0.name] }
    #expect(
      attributes == [
        ["remote.a.inAppDefault", "a: in-app default"], ["remote.b.rollout", "b: rollout value"],
        ["remote.c.inAppDefault", "c: in-app default"],
      ])
    let missing: [(value: String, attribute: String)] = [
      ("in-app default of 'a'", "remote.a.inAppDefault"),
      ("rollout value of 'b'", "remote.b.rollout"),
      ("in-app default of 'c'", "remote.c.inAppDefault"),
    ]
    let notes = missing.map { value, attribute in
      "the template does not show the \(value); this value is unknown unless a state sets attribute '\(attribute)'"
    }
    #expect(part.notes.map(\.message) == notes)
    var sink = ByteSink()
    part.write(to: &sink)
    let conditions = try conditions(in: sink.string)
    let expected: [(id: String, condition: String)] = [
      ("remote.a", #"{"attributes":{"remote.a.inAppDefault":true}}"#),
      (
        "remote.b",
        #"{"anyOf":[{"attributes":{"remote.b.rollout":true}},"#
          + #"{"not":{"anyOf":[{"conditions":["remote.when.c1"]},{"conditions":["remote.when.c2"]}]}}]}"#
      ),
      (
        "remote.c",
        #"{"attributes":{"remote.c.inAppDefault":true},"not":{"conditions":["remote.when.c1"]}}"#
      ),
    ]
    for (id, condition) in expected { #expect(conditions[id] == condition, "\(id)") }
  }

  @Test("Parameters of other types are omitted, with one note")
  func leftOut() throws {
    let part = try template(
      """
      {"parameters": {"a": {"defaultValue": {"value": "hello"}}, "b": {"defaultValue": {"value": "TRUE"}},
         "c": {"valueType": "NUMBER", "defaultValue": {"value": "1"}},
         "d": {"valueType": "STRING", "defaultValue": {"useInAppDefault": true}}},
       "parameterGroups": {"g": {"parameters": {"e": {"valueType": "JSON", "defaultValue": {"value": "true"}}}}}}
      """)
    #expect(part.conditions.map(\.id) == ["remote.b"])
    #expect(
      part.notes.map(\.message) == [
        "skipped 4 parameters that are not Boolean: 'a', 'c', 'd', 'e'"
      ])
  }

  /// Expressions and parameters that would be nested too deep for a manifest, or overflow the stack of a recursive
  /// parser.
  static let deep: [(name: String, template: String)] = [
    ("parentheses", templateText([nested(50_000, "(", "percent <= 5", ")")])),
    ("negations", templateText([nested(50_000, "!(", "percent <= 5", ")")])),
    (
      "alternating operators",
      templateText([
        (0..<300).reduce("percent <= 5") { inner, level in
          "percent('s\(level)') <= 5 \(level % 2 == 0 ? "&&" : "||") (\(inner))"
        }
      ])
    ),
    (
      "negated products",
      templateText([
        (0..<200).reduce("percent <= 5") { "!(percent('s\($1)') <= 5 && \($0))" }
      ])
    ),
    (
      "alternating values",
      templateText(
        (0..<200).map { "percent('s\($0)') <= 5" },
        parameters: #"{"p": {"defaultValue": {"value": "true"}, "conditionalValues": {"#
          + (1...200).map { #""c\#($0)": {"value": "\#($0 % 2 == 0)"}"# }.joined(separator: ",")
          + "}}}")
    ),
  ]

  private static func nested(
    _ depth: Int, _ open: String, _ inner: String, _ close: String
  ) -> String {
    String(repeating: open, count: depth) + inner + String(repeating: close, count: depth)
  }

  @Test("No template produces conditions that are nested too deep", arguments: deep.map(\.name))
  func depth(name: String) throws {
    let text = try #require(Self.deep.first { $0.name == name }).template
    let part = try partText(text)
    let file = try ManifestFile(SourceFile(path: "m.json", text: SourceText(part)))
    #expect(!file.manifest.conditions.isEmpty)
  }
}
