import FlintModel
internal import FlintScenarios

struct ScenarioData {
  private let manifest: Manifest
  private var random: BenchmarkGenerator

  init(_ manifest: Manifest, seed: UInt64) {
    self.manifest = manifest
    random = BenchmarkGenerator(seed: seed)
  }

  mutating func suite(of count: Int, steps: Int) -> String {
    let scenarios = (0..<count).map { scenario($0, steps: steps) }
    return "{\"scenarioVersion\":1,\"scenarios\":[\n\(scenarios.joined(separator: ",\n"))\n]}\n"
  }

  private mutating func scenario(_ number: Int, steps: Int) -> String {
    var state = DeviceState()
    state.osVersion = .version(Version(Int32(random.int(14...18))))
    let given = "{\"platform\":\"iOS\",\"osVersion\":\"\(state.osVersion)\"}"
    let texts = (0..<steps).map { _ in
      let action = act(on: &state)
      let feature = random.int(0...manifest.features.count - 1)
      let status = Evaluator(manifest, in: state).status(of: feature).name
      return "{\(action),\"expect\":{\"\(manifest.features[feature].id)\":\"\(status)\"}}"
    }
    return
      "{\"name\":\"Scenario \(number)\",\"given\":\(given),\"steps\":[\(texts.joined(separator: ","))]}"
  }

  private mutating func act(on state: inout DeviceState) -> String {
    switch random.int(0...4) {
    case 0:
      let product = 4 * random.int(0...2) + random.int(0...1)
      let isBought = !random.oneIn(4)
      state.purchases[product] = .status(isBought ? .purchased : .notPurchased)
      return "\"\(isBought ? "purchase" : "refund")\":\"\(manifest.products[product].id)\""
    case 1:
      let features = manifest.features.indices.filter { index in
        manifest.features[index].constraints.contains { constraint in
          if case .requirement(.userToggled) = constraint { true } else { false }
        }
      }
      let feature = features[random.int(0...features.count - 1)]
      let isOn = !random.oneIn(3)
      state.toggles[feature] = isOn
      return "\"toggle\":{\"\(manifest.features[feature].id)\":\(isOn)}"
    case 2:
      let version = Version(Int32(random.int(15...18)), Int32(random.int(0...6)))
      state.osVersion = .version(version)
      return "\"upgrade\":{\"osVersion\":\"\(version)\"}"
    case 3:
      let names = SystemPermission.allCases
      let permission = names[random.int(0...names.count - 1)]
      let status = random.oneIn(3) ? SystemPermissionStatus.denied : .authorized
      state.permissions[permission] = status
      return "\"set\":{\"permissions\":{\"\(permission.name)\":\"\(status.name)\"}}"
    default:
      let isBlue = random.oneIn(2)
      state.attributes[1] = .choice(isBlue ? 1 : 0)
      return "\"set\":{\"attributes\":{\"cohort\":\"\(isBlue ? "blue" : "control")\"}}"
    }
  }
}
