import FlintAnalysis
import FlintCore

/// What a suite looks at, taken apart once by replaying it: whatever mutant it is run on, its states stay the same as long
/// as nobody is asked for other permissions.
struct Observations {
  private(set) var states: [DeviceState] = []

  /// For each feature the states in which its status is expected, a bit for each, and those in which only whether it is
  /// available.
  private(set) var statuses: [Int: [UInt64]] = [:]
  private(set) var outcomes: [Int: [UInt64]] = [:]

  /// By feature: what is expected of blockers and next steps.
  private(set) var details: [Int: [(state: Int, expected: FeatureExpectation)]] = [:]

  /// Scenarios to be run as a whole: stories in which permissions are asked for, and claims; with the features that they
  /// look at.
  private(set) var wholes: [(scenario: Scenario, features: Set<Int>)] = []

  init(_ scenarios: [Scenario], of manifest: Manifest) {
    for scenario in scenarios {
      switch scenario.body {
      case .cases(let cases): for row in cases { expect(row.expected, in: row.given) }
      case .claim(let claim, _): wholes.append((scenario, Set(claim.formula.features)))
      case .story(let given, let steps):
        if steps.contains(where: { $0.action?.asksForPermissions == true }) {
          wholes.append((scenario, steps.reduce(into: []) { $0.formUnion($1.features) }))
        } else {
          replay(steps, on: ScriptedDevice(given, of: manifest))
        }
      }
    }
    // Every mask is as long as the planes are.
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
        // A story in which permissions are asked for runs as a whole, so this is what an action was performed on.
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
  /// Sets a bit.
  fileprivate mutating func insert(_ number: Int) {
    while count <= number >> 6 { append(0) }
    self[number >> 6] |= 1 << UInt64(number & 63)
  }
}

extension Scenario.Step {
  /// Those whose status, or whose permissions, the step's success or effect depends on.
  fileprivate var features: [Int] {
    let performed = action?.feature.map { [$0] } ?? []
    return switch expected {
    case .features(let expected): performed + expected.map(\.feature)
    case .outcome, nil: performed
    }
  }
}
