import FlintManifest
import FlintModel
import RandomModels
import Testing

@testable import FlintScenarios

@Suite("The effects of steps")
struct StepEffectTests {
  private static let given = DeviceState(date: "2026-12-24", unlocked: [0])

  /// Returns a step of a story about ``studio``, and changes the state as the step does. The switch is exhaustive, so
  /// that a step whose effect is not tested does not compile.
  private static func example(of key: StepKey, changing state: inout DeviceState) -> String {
    switch key {
    case .set:
      state.attributes[0] = .boolean(true)
      return #"{"set": {"attributes": {"staff": true}}}"#
    case .purchase:
      state.purchases[0] = .status(.purchased)
      return #"{"purchase": "PRO"}"#
    case .refund:
      state.purchases[0] = .status(.notPurchased)
      return #"{"refund": "PRO"}"#
    case .unlock:
      state.unlocked = [0, 2]
      return #"{"unlock": "frames"}"#
    case .lock:
      state.unlocked = []
      return #"{"lock": "photo"}"#
    case .enable:
      state.runtime[1] = .yes
      return #"{"enable": "filters"}"#
    case .disable:
      state.runtime[1] = .no
      return #"{"disable": "filters"}"#
    case .credits:
      state.purchases[1] = .credits(5)
      return #"{"credits": {"GEM": 5}}"#
    case .toggle:
      state.toggles[2] = true
      return #"{"toggle": {"frames": true}}"#
    case .override:
      state.purchases[0] = .status(.unknown)
      return #"{"override": {"PRO": "unknown"}}"#
    case .grant:
      state.permissions[.camera] = .authorized
      return #"{"grant": "camera"}"#
    case .deny:
      state.permissions[.camera] = .denied
      return #"{"deny": "camera"}"#
    case .restrict:
      state.permissions[.camera] = .restricted
      return #"{"restrict": "camera"}"#
    case .advance:
      state.date = "2027-01-25T01:00Z"
      return #"{"advance": "P1M1DT1H"}"#
    case .upgrade:
      (state.osVersion, state.appVersion) = (.version("18"), .version("3"))
      return #"{"upgrade": {"osVersion": "18", "appVersion": "3"}}"#
    case .requestPermissions:
      state.permissions = [.camera: .authorized, .photos: .denied]
      let answers = #"{"camera": "authorized", "photos": "denied"}"#
      return #"{"requestPermissions": {"feature": "photo", "answers": \#(answers)}}"#
    case .perform: return #"{"perform": {"feature": "photo", "action": "shoot"}}"#
    case .expect: return #"{"expect": {"photo": "unavailable"}}"#
    }
  }

  @Test("Each step changes only the facts that it names", arguments: StepKey.allCases)
  func effect(key: StepKey) throws {
    var expected = Self.given
    let step = Self.example(of: key, changing: &expected)
    let manifest = try manifestFile(studio)
    let suite =
      #"{"scenarioVersion": 1, "scenarios": [{"name": "it", "steps": [\#(step), {"expect": {"photo": "available"}}]}]}"#
    guard case .story(_, let steps) = try scenarioFile(suite, for: manifest).scenarios[0].body
    else { preconditionFailure("the scenario has steps") }
    var device = ScriptedDevice(Self.given, of: manifest.manifest)
    for case let action? in steps.map(\.action) { _ = try device.perform(action, at: 0..<0) }
    #expect(device.state == expected)
    #expect((expected == Self.given) == [.perform, .expect].contains(key))
  }
}
