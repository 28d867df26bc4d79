import FlintCore
import FlintModel
import FlintText
import Testing

@testable import FlintManifest

@Suite struct StateReaderTests {
  static let manifestText = """
    {"manifestVersion": 1,
    "products": [{"id": "SUB0001", "type": "autoRenewingSubscription"}, {"id": "CREDIT", "type": "consumable"},
      {"id": "PASS", "type": "nonRenewingSubscription"}],
    "attributes": [{"id": "staff", "type": "boolean"}, {"id": "build", "type": "choice", "values": ["debug", "beta"]}],
    "features": [{"id": "speed"}, {"id": "turbo"}]}
    """
  let file: ManifestFile

  init() throws { file = try manifestFile(Self.manifestText) }

  private func state(_ text: String) throws -> DeviceState {
    try file.state(in: SourceFile(path: "s.json", text: SourceText(text)))
  }

  @Test("Every field of a state is read")
  func complete() throws {
    let read = try state(
      """
      {"platform": "macOS", "osVersion": 14, "appVersion": "2.1",
      "permissions": {"camera": "authorized", "location.whenInUse": "denied"},
      "purchases": {"SUB0001": "unknown", "CREDIT": 9223372036854775807},
      "unlocked": ["turbo", "speed", "turbo"], "toggles": {"speed": true},
      "runtime": {"speed": null, "turbo": false}, "attributes": {"staff": null, "build": "beta"},
      "defaults": {"permission": "denied", "purchase": "purchased"},
      "id": {"any": [1.5, null]}, "weight": 0, "$note": 1, "x-y": 2}
      """)
    #expect(
      read
        == DeviceState(
          platform: .macOS, osVersion: .version("14"), appVersion: .version("2.1"),
          permissions: [.camera: .authorized, .locationWhenInUse: .denied],
          purchases: [0: .status(.unknown), 1: .credits(.max)], unlocked: [1, 0],
          toggles: [0: true], runtime: [0: .unknown, 1: .no],
          attributes: [0: .unknown, 1: .choice(1)],
          defaults: DeviceState.Defaults(permission: .denied, purchase: .purchased)))
  }

  @Test(
    "An undeclared id is ignored with one warning if requested, but its value is still checked"
  )
  func lenient() throws {
    func read(_ text: String) throws -> (state: PartialState, warnings: [String]) {
      let source = SourceFile(path: "s.json", text: SourceText(text))
      let (state, warnings) = try file.partialState(in: source, isLenient: true)
      return (state, warnings.map { "\($0.severity) \($0.rule): \($0.message)" })
    }
    let (state, warnings) = try read(
      #"{"toggles": {"gone": true, "speed": true}, "runtime": {"gone": null}, "purchases": {"gone": 3}}"#
    )
    #expect(state.toggles == [0: true])
    #expect(
      warnings == [
        "warning unknown-feature: feature 'gone' is not declared; ignored",
        "warning unknown-product: product 'gone' is not declared; ignored",
      ])
    #expect(throws: InvalidInput.self) { try read(#"{"purchases": {"gone": "bought"}}"#) }
    #expect(throws: InvalidInput.self) { try read(#"{"permissions": {"gone": "denied"}}"#) }
  }

  @Test("A named state is read as written")
  func named() throws {
    let file = try manifestFile(
      #"{"manifestVersion": 1, "states": {"mac": {"platform": "macOS"}, "late": {"date": "2026-12-24"}}}"#
    )
    let mac = file.partialState(named: "mac")
    #expect(mac?.platform == .macOS && mac?.osVersion == nil)
    #expect(file.partialState(named: "late")?.platform == nil)
    #expect(file.partialState(named: "other") == nil)
  }

  @Test("A subscription's dates are read in any order")
  func ends() throws {
    let read = try state(
      """
      {"purchases": {"PASS": {"until": "2027-01-01"},
        "SUB0001": {"graceUntil": "2027-01-17", "until": "2027-01-01", "x-note": 1}}}
      """)
    let graced = ProductHolding.until("2027-01-01", graceUntil: "2027-01-17")
    #expect(read.purchases == [0: graced, 2: .until("2027-01-01")])
  }

  @Test("An empty state is a fresh install on the latest iOS")
  func nothing() throws {
    #expect(try state("{}") == DeviceState())
    #expect(try state(#"{"osVersion": "latest", "appVersion": "latest"}"#).appVersion == .latest)
  }

  @Test(
    "Problems in a state are reported with location and suggestion",
    arguments: [
      ("[]", "1:1 wrong-type: found a list for a state; expected an object"),
      ("", "1:1 invalid-json: the file is empty; expected a JSON value"),
      (
        #"{"platform": "ios"}"#,
        "1:14 unknown-platform: unknown platform 'ios' (did you mean 'iOS'?)"
      ),
      (#"{"platform": null}"#, "1:14 wrong-type: found null for 'platform'; expected a string"),
      (
        #"{"osVersion": 17.2}"#,
        #"1:15 invalid-version: version 17.2 is a number, but not an integer (write the version as a string: "17.2")"#
      ),
      (#"{"osVersion": null}"#, "1:15 wrong-type: found null for 'osVersion'; expected a version"),
      (
        #"{"permissions": {"cmaera": "authorized", "photos": "granted"}}"#,
        "1:18 unknown-permission: unknown permission 'cmaera' (did you mean 'camera'?)|1:52 unknown-value: unknown permission status 'granted' (did you mean 'authorized'?)"
      ),
      (
        #"{"permissions": {"camera": null}}"#,
        "1:28 wrong-type: found null for permission status; expected a string"
      ),
      (
        #"{"purchases": {"SUB001": "purchased"}}"#,
        "1:16 unknown-product: product 'SUB001' is not declared (did you mean 'SUB0001'?)"
      ),
      (
        #"{"purchases": {"SUB0001": 3, "CREDIT": "purchased"}}"#,
        "1:27 wrong-holding: 'SUB0001' is not a consumable; expected a status (expected 'purchased' or 'notPurchased' or 'unknown')|1:40 wrong-holding: consumable 'CREDIT' has no status; expected a number of credits (write the number of credits, such as 3)"
      ),
      (
        #"{"purchases": {"SUB0001": null, "CREDIT": -1}}"#,
        "1:27 wrong-type: found null for a product; expected a status|1:43 invalid-integer: found -1 for credits; expected at least 0"
      ),
      (
        #"{"purchases": {"SUB0001": "purchase", "CREDIT": 1e3}}"#,
        "1:27 unknown-value: unknown purchase status 'purchase' (did you mean 'purchased'?)|1:49 invalid-integer: found 1e3 for credits; expected an integer (write the integer without a fraction or an exponent)"
      ),
      (
        #"{"purchases": {"PASS": {"until": "2027-01-01", "graceUntil": "2027-01-17"}}}"#,
        "1:48 wrong-holding: 'PASS' is not an auto-renewing subscription and cannot have 'graceUntil'"
      ),
      (
        #"{"purchases": {"SUB0001": {"until": "2027-01-01", "graceUntil": "2027-01-01T00:00Z"}}}"#,
        "1:65 empty-range: 'graceUntil' is 2027-01-01T00:00Z; expected a date after 'until', 2027-01-01"
      ),
      (
        #"{"purchases": {"SUB0001": {"graceUntil": "2027"}}}"#,
        "1:27 missing-key: a subscription has no 'until'|1:42 invalid-date: '2027' is not a date (write a date such as \"2026-12-01\" or \"2026-12-01T18:00Z\")"
      ),
      (
        #"{"unlocked": ["tubro", 1]}"#,
        "1:15 unknown-feature: feature 'tubro' is not declared (did you mean 'turbo'?)|1:24 wrong-type: found a number for a feature; expected a string (put strings in double quotes)"
      ),
      (
        #"{"toggles": {"speed": null, "sped": 1}}"#,
        "1:23 wrong-type: found null for a toggle; expected true or false|1:29 unknown-feature: feature 'sped' is not declared (did you mean 'speed'?)|1:37 wrong-type: found a number for a toggle; expected true or false"
      ),
      (
        #"{"runtime": {"speed": "on", "x-y": true}}"#,
        "1:23 wrong-type: found a string for a runtime flag; expected true, false or null|1:29 unknown-feature: feature 'x-y' is not declared"
      ),
      (
        #"{"attributes": {"staff": 1, "build": "release", "$x": 1}}"#,
        "1:26 wrong-type: found a number for a boolean attribute; expected true, false or null|1:38 unknown-value: unknown value 'release' (expected 'debug' or 'beta')|1:49 unknown-attribute: attribute '$x' is not declared"
      ),
      (
        #"{"defaults": {"permision": "denied", "purchase": "none"}}"#,
        "1:15 unknown-key: unknown key 'permision' in 'defaults' (did you mean 'permission'?)|1:50 unknown-value: unknown purchase status 'none' (expected 'purchased' or 'notPurchased' or 'unknown')"
      ),
      (
        #"{"weight": -0, "wight": 1}"#,
        "1:12 invalid-integer: found -0 for 'weight'; expected 0|1:16 unknown-key: unknown key 'wight' in a state (did you mean 'weight'?)"
      ),
      (
        #"{"weight": 9223372036854775808}"#,
        "1:12 invalid-integer: found 9223372036854775808 for 'weight'; expected at most 9223372036854775807"
      ),
      (
        #"{"toggles": {"speed": true, "speed": false}}"#,
        "1:29 duplicate-key: key 'speed' occurs twice in the same object"
      ),
      (
        #"{"turbo": true, "staff": null}"#,
        #"1:2 unknown-key: unknown key 'turbo' in a state (write "runtime": { "turbo": true })|1:17 unknown-key: unknown key 'staff' in a state (write "attributes": { "staff": null })"#
      ),
      (
        #"{"SUB0001": true, "CREDIT": 3}"#,
        #"1:2 unknown-key: unknown key 'SUB0001' in a state (write "purchases": { "SUB0001": "purchased" })|1:19 unknown-key: unknown key 'CREDIT' in a state (write "purchases": { "CREDIT": 3 })"#
      ),
      (
        #"{"camera": false}"#,
        #"1:2 unknown-key: unknown key 'camera' in a state (write "permissions": { "camera": "denied" })"#
      ),
      (
        #"{"manifestVersion": 1}"#,
        #"1:1 missing-key: this is a manifest, not a state (pass a state, such as { "platform": "iOS" }, or the name of a state of the manifest)"#
      ),
    ])
  func problemsOfStates(text: String, expected: String) {
    let found = problems(ofState: text, for: file)
    #expect(found == expected.split(separator: "|").map(String.init))
  }

  @Test("A display name or a part of one leads to the ids")
  func displayNames() throws {
    let file = try manifestFile(
      """
      {"manifestVersion": 1, "products": [{"id": "a.y", "type": "nonConsumable", "name": "Pro yearly"},
        {"id": "a.m", "type": "nonConsumable", "name": "Pro monthly"}],
      "features": [{"id": "raw-capture", "name": "RAW photos", "constraints":
        {"userToggled": {"defaultValue": true}}}]}
      """)
    func hint(_ state: String) -> String? {
      let problem = problems(ofState: state, for: file).first
      return problem.flatMap { $0.firstIndex(of: "(").map { String(problem![$0...]) } }
    }
    #expect(hint(#"{"purchases": {"pro": "purchased"}}"#) == "(did you mean 'a.y' or 'a.m'?)")
    #expect(hint(#"{"purchases": {"pro Yearly": "purchased"}}"#) == "(did you mean 'a.y'?)")
    #expect(hint(#"{"toggles": {"raw": true}}"#) == "(did you mean 'raw-capture'?)")
    #expect(hint(#"{"raw-capture": true}"#) == #"(write "toggles": { "raw-capture": true })"#)
    #expect(hint(#"{"purchases": {"gold": "purchased"}}"#) == nil)
  }

  @Test("Undeclared ids can be ignored and are reported once each")
  func ignoring() throws {
    let text = """
      {"purchases": {"OTHER": "purchased", "SUB0001": "purchased"}, "unlocked": ["nope", "speed"],
      "toggles": {"nope": true}, "runtime": {"nope": null}, "attributes": {"gone": true}}
      """
    var reader = StateReader(file.manifest, file.names, undeclared: .ignore)
    let read = try JSONDocument(text).withRoot { reader.read($0) }
    let state = try #require(read)
    #expect(reader.takeProblems().isEmpty)
    #expect(state.ignored.names == ["OTHER", "nope", "gone"])
    #expect(
      state.applied(to: DeviceState())
        == DeviceState(purchases: [0: .status(.purchased)], unlocked: [0]))
  }

  @Test(
    "A partial state is merged by key, replaces the unlocked features, and resets the version of a new platform"
  )
  func merging() throws {
    let base = try state(
      """
      {"platform": "iOS", "osVersion": "17", "appVersion": 2, "permissions": {"camera": "denied"},
      "toggles": {"speed": true}, "unlocked": ["speed"], "defaults": {"purchase": "unknown"}}
      """)
    var reader = StateReader(file.manifest, file.names)
    let text = """
      {"platform": "tvOS", "permissions": {"photos": "authorized"}, "toggles": {"turbo": true},
      "unlocked": [], "defaults": {"permission": "denied"}}
      """
    let change = try #require(try JSONDocument(text).withRoot { reader.read($0) })
    #expect(
      change.applied(to: base)
        == DeviceState(
          platform: .tvOS, osVersion: .latest, appVersion: .version("2"),
          permissions: [.camera: .denied, .photos: .authorized], unlocked: [],
          toggles: [0: true, 1: true],
          defaults: DeviceState.Defaults(permission: .denied, purchase: .unknown)))
  }

  @Test("Problems are collected state by state")
  func taking() throws {
    var reader = StateReader(file.manifest, file.names)
    for text in [#"{"platfrom": 1}"#, "{}", #"{"platfrom": 1}"#] {
      _ = try JSONDocument(text).withRoot { reader.read($0) }
      #expect(reader.takeProblems().count == (text == "{}" ? 0 : 1))
    }
  }
}
