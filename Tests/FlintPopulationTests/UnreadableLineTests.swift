import FlintModel
import Testing

@testable import FlintPopulation

@Suite("Invalid lines")
struct UnreadableLineTests {
  private static let manifest = Manifest(
    products: [
      ProductDeclaration(id: "P", type: .nonConsumable),
      ProductDeclaration(id: "C", type: .consumable),
      ProductDeclaration(id: "S", type: .autoRenewingSubscription),
      ProductDeclaration(id: "N", type: .nonRenewingSubscription),
    ],
    attributes: [
      AttributeDeclaration(id: "b", domain: .boolean),
      AttributeDeclaration(id: "c", domain: .choice(["v0", "v1"])),
      AttributeDeclaration(id: "t", domain: .text),
      AttributeDeclaration(
        id: "k", domain: .boolean, defaultValue: .boolean(true), alwaysKnown: true),
      AttributeDeclaration(id: "i", domain: .integer),
      AttributeDeclaration(id: "v", domain: .version),
      AttributeDeclaration(id: "d", domain: .date),
    ], buckets: ["k"],
    features: [FeatureDeclaration(id: "f", constraints: [.userToggled(defaultValue: true)])])

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
    (#"{"attributes":{"k":null}}"#, "wrong-type"),
    (#"{"attributes":{"c":"v0 "}}"#, "unknown-value"),
    (#"{"attributes":{"gone":3.5}}"#, "invalid-integer"),
    (#"{"attributes":{"gone":""}}"#, "empty-value"),
    (#"{"attributes":{"gone":[]}}"#, "wrong-type"),
    (#"{"attributes":{"t":""}}"#, "empty-value"), (#"{"attributes":{"t":1}}"#, "wrong-type"),
    (#"{"attributes":{"i":"1"}}"#, "wrong-type"), (#"{"attributes":{"i":1.0}}"#, "invalid-integer"),
    (#"{"attributes":{"i":9007199254740993}}"#, "invalid-integer"),
    (#"{"attributes":{"i":-9007199254740993}}"#, "invalid-integer"),
    (#"{"attributes":{"i":-0}}"#, "invalid-integer"),
    (#"{"attributes":{"gone":-0}}"#, "invalid-integer"),
    (#"{"attributes":{"v":"1.02"}}"#, "invalid-version"),
    (#"{"attributes":{"v":-1}}"#, "invalid-version"),
    (#"{"attributes":{"d":"2026-02-29"}}"#, "invalid-date"),
    (#"{"attributes":{"d":"2026-2-9"}}"#, "invalid-date"),
    (#"{"attributes":{"d":20260209}}"#, "wrong-type"),
    (#"{"attributes":{"d":true}}"#, "wrong-type"), (#"{"date":null}"#, "wrong-type"),
    (#"{"date":"2026-12-24T24:00Z"}"#, "invalid-date"), (#"{"date":"today"}"#, "invalid-date"),
    (#"{"permissions":{"camera":"limited"}}"#, "impossible-status"),
    (#"{"permissions":{"photos":"provisional"}}"#, "impossible-status"),
    (#"{"purchases":{"P":"expired"}}"#, "impossible-status"),
    (#"{"purchases":{"N":"inGracePeriod"}}"#, "impossible-status"),
    (#"{"purchases":{"P":{"until":"2027-01-01"}}}"#, "wrong-holding"),
    (#"{"purchases":{"C":{"until":"2027-01-01"}}}"#, "wrong-type"),
    (#"{"purchases":{"S":{"until":"2027-13-01"}}}"#, "invalid-date"),
    (#"{"purchases":{"S":{}}}"#, "missing-key"),
    (#"{"purchases":{"S":{"until":"2027-01-01","x":1}}}"#, "unknown-key"),
    (#"{"purchases":{"S":{"until":"2027-01-01","until":"2027-01-01"}}}"#, "duplicate-key"),
    (#"{"purchases":{"GONE":{"until":1}}}"#, "wrong-type"),
    (#"{"purchases":{"S":{"graceUntil":"2027-01-01"}}}"#, "missing-key"),
    (#"{"purchases":{"S":{"until":"2027-01-01","graceUntil":"2027-01-01"}}}"#, "empty-range"),
    (#"{"purchases":{"S":{"graceUntil":"2026-01-01","until":"2027-01-01"}}}"#, "empty-range"),
    (#"{"purchases":{"S":{"until":"2027-01-01","graceUntil":null}}}"#, "wrong-type"),
    (#"{"purchases":{"N":{"until":"2027-01-01","graceUntil":"2028-01-01"}}}"#, "wrong-holding"),
    (#"{"purchases":{"P":{"until":"2027-01-01","graceUntil":"2028-01-01"}}}"#, "wrong-holding"),
    (#"{"purchases":{"GONE":{"until":"2027-01-01","graceUntil":"2026-01-01"}}}"#, "empty-range"),
    (#"{"buckets":{"k":100}}"#, "invalid-percentage"),
    (#"{"buckets":{"k":1e1}}"#, "invalid-percentage"),
    (#"{"buckets":{"k":1.00001}}"#, "invalid-percentage"),
    (#"{"buckets":{"k":-1}}"#, "invalid-percentage"), (#"{"buckets":{"k":"1"}}"#, "wrong-type"),
    (#"{"buckets":{"k":01}}"#, "invalid-json"), (#"{"buckets":{"k":1.}}"#, "invalid-json"),
    (#"{"buckets":{"gone":100}}"#, "invalid-percentage"),
    (#"{"buckets":{"k":1,"k":1}}"#, "duplicate-key"),
    (#"{"defaults":{"permission":"limited"}}"#, "impossible-status"),
    (#"{"defaults":{"purchase":"pending"}}"#, "impossible-status"),
    (#"{"expect":[]}"#, "wrong-type"), (#"{"expect":{"f":true}}"#, "wrong-type"),
    (#"{"expect":{"f":"satisfied"}}"#, "unknown-value"),
    (#"{"expect":{"gone":"satisfied"}}"#, "unknown-value"),
    (#"{"expect":{"f":"available","f":"available"}}"#, "duplicate-key"),
    (#"{"defaults":{"permission":"never"}}"#, "unknown-value"),
    (#"{"defaults":{"purchase":"unknown","purchase":"unknown"}}"#, "duplicate-key"),
    (#"{"defaults":{"x":1}}"#, "unknown-key"), (#"{"color":1}"#, "unknown-key"),
    (#"{"weight":-1}"#, "invalid-integer"), (#"{"weight":1e2}"#, "invalid-integer"),
    (#"{"weight":"1"}"#, "wrong-type"), (#"{"weight":9223372036854775808}"#, "invalid-integer"),
    (#"{"id":}"#, "invalid-json"), (#"{"id":"a"#, "invalid-json"), (#"{"id":1.}"#, "invalid-json"),
    (#"{"x-a":1,"x-a":1}"#, "duplicate-key"), (#"{"x-a":{"b":[{"c":1,"c":2}]}}"#, "duplicate-key"),
    (#"{"x-a":{"b":1,"d":2,"b":3}}"#, "duplicate-key"), (#"{"$a":01}"#, "invalid-json"),
    (#"{"x-a":[1,]}"#, "invalid-json"), (#"{"x-a":{"b":1,}}"#, "invalid-json"),
    (#"{"x-a":{1}}"#, "invalid-json"), (#"{"x-a":[1}}"#, "invalid-json"),
    (#"{"x-":1,"y-a":1}"#, "unknown-key"),
    (#"{"id":{"a":1,"a":2}}"#, "duplicate-key"), ("{\"id\":\"a\tb\"}", "invalid-json"),
    ("{\u{A0}}", "invalid-json"), ("\u{FEFF}{}", "invalid-json"),
  ]

  @Test("An invalid line is rejected, and its neighbors are not", arguments: unreadable)
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

  @Test("A line that is not UTF-8 is rejected", arguments: notUTF8)
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
    #"{"defaults":{}}"#, #"{"$schema":"x","x-y":{"z":[1]}}"#,
    #"{"x-a":{},"x-b":[],"x-c":[[],{"d":null}, -1.5e3 ,"é" ],"$d":{ "a" : 1 , "b" : {"a":true} }}"#,
    #"{"x-a":{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"j":1}}"#,
    #"{"x-a":[[[[[[[[[[1]]]]]]]]]]}"#,
    #"{"x-1":1,"x-2":1,"x-3":1,"x-4":1,"x-5":1,"x-6":1,"x-7":1,"x-8":1,"x-9":1}"#,
    #"{"x-\u0061":1,"x-b":"\n"}"#, #"{"unlocked":["f","f"]}"#,
    #"{"weight":9223372036854775807}"#, #"{"weight":0}"#,
    #"{"purchases":{"C":9223372036854775807}}"#,
    #"{"pl\u0061tform":"i\u004fS"}"#, #"{"attributes":{"c":"v\u0030","b":null}}"#,
    #"{"attributes":{"t":"é","i":-9007199254740992,"v":"latest","d":"2024-02-29"}}"#,
    #"{"attributes":{"t":null,"i":null,"v":3,"d":"9999-12-31T23:59:59Z","gone":-3}}"#,
    #"{"date":"1970-01-01","buckets":{"k":99.9999,"gone":0}}"#,
    #"{"purchases":{"S":{ "until" : "2027-01-01" },"N":{"until":"2027-01-01T12:00Z"}}}"#,
    #"{"purchases":{"S":"inBillingRetry","N":"expired","P":"revoked","GONE":{"until":"2027-01-01"}}}"#,
    #"{"purchases":{"S":{"graceUntil":"2027-02-01","until":"2027-01-01"},"GONE":{"until":"2027-01-01","graceUntil":"2027-02-01"}}}"#,
    #"{"permissions":{"photos":"limited","contacts":"limited","notifications":"provisional"}}"#,
    #"{"expect":{}}"#, #"{"expect":{"f":"unavailable","gone":"available"}}"#,
  ]

  @Test("An unusual but valid line is accepted", arguments: readable)
  func isAccepted(line: String) throws {
    let judged = try judge(line, of: Self.manifest)
    #expect(judged.rejected == [])
    #expect(judged.audience.states == 1)
    #expect(judged.audience.features[0].available == judged.audience.weight)
  }
}
