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
