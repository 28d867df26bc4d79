import FlintAnalysis
import FlintModel

/// A suite's states and expectations, collected once. Scenarios that request permissions run again,
/// because a mutant can change their states.
struct Observations {
  private(set) var states: [DeviceState] = []

  private(set) var statuses: [Int: [UInt64]] = [:]

  private(set) var outcomes: [Int: [UInt64]] = [:]

  private(set) var details: [Int: [(state: Int, expected: FeatureExpectation)]] = [:]

  private(set) var claims: [Claim] = []

  private(set) var rerunStories: [(scenario: Scenario, features: Set<Int>)] = []

  init(_ scenarios: [Scenario], of manifest: Manifest) {
    for scenario in scenarios {
      switch scenario.body {
      case .cases(let cases): for row in cases { expect(row.expected, in: row.given) }
      case .claim(let claim, _): claims.append(claim)
      case .story(let given, let steps):
        if steps.contains(where: { $0.action?.asksForPermissions == true }) {
          rerunStories.append((scenario, steps.reduce(into: []) { $0.formUnion($1.features) }))
        } else {
          replay(steps, on: ScriptedDevice(given, of: manifest))
        }
      }
    }
    // All masks get the same number of words as a ``StateTruthMasks`` of the states.
    let words = (states.count + 63) / 64
    statuses = statuses.mapValues { $0 + [UInt64](repeating: 0, count: words - $0.count) }
    outcomes = outcomes.mapValues { $0 + [UInt64](repeating: 0, count: words - $0.count) }
  }

  private mutating func replay(_ steps: [Scenario.Step], on device: ScriptedDevice) {
    var device = device
    for step in steps {
      if let action = step.action { _ = device.perform(action) }
      switch step.expected {
      case nil: break
      case .features(let expected): expect(expected, in: device.state)
      case .outcome:
        // Only `perform` and `requestPermissions` have outcomes. Stories that request permissions are run again for
        // each mutant instead, so this is the outcome of `perform`, which has a feature.
        guard let feature = step.action?.feature else { continue }
        states.append(device.state)
        outcomes[feature, default: []].insert(states.count - 1)
      }
    }
  }

  private mutating func expect(_ expected: [FeatureExpectation], in state: DeviceState) {
    states.append(state)
    for expectation in expected {
      if expectation.status != nil {
        statuses[expectation.feature, default: []].insert(states.count - 1)
      }
      if expectation.blockers != nil || expectation.nextStep != nil {
        details[expectation.feature, default: []].append((states.count - 1, expectation))
      }
    }
  }
}

extension [UInt64] {
  fileprivate mutating func insert(_ number: Int) {
    while count <= number >> 6 { append(0) }
    self[number >> 6] |= 1 << UInt64(number & 63)
  }
}

extension Scenario.Step {
  fileprivate var features: [Int] {
    let performed = action?.feature.map { [$0] } ?? []
    return switch expected {
    case .features(let expected): performed + expected.map(\.feature)
    case .outcome, nil: performed
    }
  }
}
