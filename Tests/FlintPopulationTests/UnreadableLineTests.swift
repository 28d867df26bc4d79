import FlintCore
import Testing

@testable import FlintPopulation

@Suite("A line that is no state")
struct UnreadableLineTests {
  private static let manifest = Manifest(
    products: [
      ProductDeclaration(id: "P", type: .nonConsumable),
      ProductDeclaration(id: "C", type: .consumable),
    ],
    attributes: [
      AttributeDeclaration(id: "b", domain: .boolean),
      AttributeDeclaration(id: "c", domain: .choice(["v0", "v1"])),
    ], features: [FeatureDeclaration(id: "f", constraints: [.userToggled(defaultValue: true)])])

  static let unreadable: [(line: String, rule: String)] = [
    ("{", "invalid-json"), ("{}x", "invalid-json"), ("{} {}", "invalid-json"),
    ("nul", "invalid-json"), ("[]", "wrong-type"), ("1", "wrong-type"),
    (#"{"platform":"iOS",}"#, "invalid-json"), (#"{"platform":"iOS" "id":1}"#, "invalid-json"),
    (#"{"platform":"ios"}"#, "unknown-platform"), (#"{"platform":null}"#, "wrong-type"),
    (#"{"platform":"iOS","platform":"iOS"}"#, "duplicate-key"),
    (#"{"platform":"iOS","pl\u0061tform":"iOS"}"#, "duplicate-key"),
    (#"{"osVersion":"1.02"}"#, "invalid-version"), (#"{"osVersion":17.2}"#, "invalid-version"),
    (#"{"osVersion":"1."}"#, "invalid-version"), (#"{"osVersion":"1.2.3.4"}"#, "invalid-version"),
    (#"{"osVersion":"2147483648"}"#, "invalid-version"),
    (#"{"appVersion":"late"}"#, "invalid-version"),
    (#"{"permissions":{"camra":"denied"}}"#, "unknown-permission"),
    (#"{"permissions":{"camera":"allowed"}}"#, "unknown-value"),
    (#"{"permissions":{"camera":"denied","camera":"denied"}}"#, "duplicate-key"),
    (#"{"permissions":{"camera":null}}"#, "wrong-type"), (#"{"permissions":[]}"#, "wrong-type"),
    (#"{"purchases":{"P":1}}"#, "wrong-holding"),
    (#"{"purchases":{"C":"purchased"}}"#, "wrong-holding"),
    (#"{"purchases":{"C":-1}}"#, "invalid-integer"), (#"{"purchases":{"C":01}}"#, "invalid-json"),
    (#"{"purchases":{"C":1.0}}"#, "invalid-integer"),
    (#"{"purchases":{"C":9223372036854775808}}"#, "invalid-integer"),
    (#"{"purchases":{"P":"purchased","P":"unknown"}}"#, "duplicate-key"),
    (#"{"purchases":{"GONE":true}}"#, "wrong-type"),
    (#"{"purchases":{"GONE":"sold"}}"#, "unknown-value"),
    (#"{"purchases":{"GONE":1,"GONE":1}}"#, "duplicate-key"),
    (#"{"toggles":{"f":null}}"#, "wrong-type"),
    (#"{"toggles":{"f":true,"f":true}}"#, "duplicate-key"),
    (#"{"toggles":{"gone":1}}"#, "wrong-type"), (#"{"runtime":{"f":"on"}}"#, "wrong-type"),
    (#"{"runtime":{"f":tru}}"#, "invalid-json"), (#"{"runtime":{"f":trueish}}"#, "invalid-json"),
    (#"{"unlocked":{}}"#, "wrong-type"), (#"{"unlocked":[1]}"#, "wrong-type"),
    (#"{"unlocked":["f",]}"#, "invalid-json"),
    (#"{"attributes":{"b":"true"}}"#, "wrong-type"), (#"{"attributes":{"c":true}}"#, "wrong-type"),
    (#"{"attributes":{"c":"v2"}}"#, "unknown-value"),
    (#"{"attributes":{"c":"v0 "}}"#, "unknown-value"),
    (#"{"attributes":{"gone":3}}"#, "wrong-type"),
    (#"{"defaults":{"permission":"never"}}"#, "unknown-value"),
    (#"{"defaults":{"purchase":"unknown","purchase":"unknown"}}"#, "duplicate-key"),
    (#"{"defaults":{"x":1}}"#, "unknown-key"), (#"{"color":1}"#, "unknown-key"),
    (#"{"weight":-1}"#, "invalid-integer"), (#"{"weight":1e2}"#, "invalid-integer"),
    (#"{"weight":"1"}"#, "wrong-type"), (#"{"weight":9223372036854775808}"#, "invalid-integer"),
    (#"{"id":}"#, "invalid-json"), (#"{"id":"a"#, "invalid-json"), (#"{"id":1.}"#, "invalid-json"),
    (#"{"id":{"a":1,"a":2}}"#, "duplicate-key"), ("{\"id\":\"a\tb\"}", "invalid-json"),
    ("{\u{A0}}", "invalid-json"), ("\u{FEFF}{}", "invalid-json"),
  ]

  @Test("is rejected in its place, and its neighbours are not", arguments: unreadable)
  func isRejected(line: String, rule: String) throws {
    let neighbour = #"{"platform":"macOS","toggles":{"f":false}}"#
    let text = "\(neighbour)\n\(line)\n\(neighbour)\n"
    let judged = try judge(text, of: Self.manifest)
    #expect(judged.rejected == ["0:2: \(rule)"])
    #expect(judged.audience.states == 2)
    #expect(judged.audience.features[0].unavailable == 2)
    #expect(judged.lines.count == 3)
    #expect(judged.lines[1].hasPrefix("{\"line\":2,\"error\":\""))
  }

  static let notUTF8: [[UInt8]] = [
    [0x80], [0xC0, 0xAF], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0x80],
    [0xF4, 0x90, 0x80, 0x80], [0xFF], [0xE2, 0x82], [0xF0, 0x9F, 0x92],
  ]

  @Test("is one that is not UTF-8", arguments: notUTF8)
  func isRejected(bytes: [UInt8]) throws {
    let before = Array(#"{"id":""#.utf8)
    let judged = try judge([before + bytes + Array("\"}\n{}".utf8)], of: Self.manifest)
    #expect(judged.rejected == ["0:1: invalid-json"])
    #expect(judged.audience.states == 1)
  }

  static let readable: [String] = [
    "{}", " { } ", #"{"osVersion":"latest","appVersion":3}"#,
    #"{"osVersion":"2147483647.0.9999999"}"#,
    #"{"permissions":{},"purchases":{},"unlocked":[],"toggles":{},"runtime":{},"attributes":{}}"#,
    #"{"defaults":{}}"#, #"{"$schema":"x","x-y":{"z":[1]}}"#, #"{"unlocked":["f","f"]}"#,
    #"{"weight":9223372036854775807}"#, #"{"weight":0}"#,
    #"{"purchases":{"C":9223372036854775807}}"#,
    #"{"pl\u0061tform":"i\u004fS"}"#, #"{"attributes":{"c":"v\u0030","b":null}}"#,
  ]

  @Test("is not one that says something unusual", arguments: readable)
  func isAccepted(line: String) throws {
    let judged = try judge(line, of: Self.manifest)
    #expect(judged.rejected == [])
    #expect(judged.audience.states == 1)
    #expect(judged.audience.features[0].available == judged.audience.weight)
  }
}
