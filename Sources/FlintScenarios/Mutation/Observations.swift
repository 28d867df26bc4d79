import FlintAnalysis
import FlintCore

/// The observations of a suite: the states and expectations collected by replaying its scenarios once. The states are
/// the same for every mutant, except in stories that request permissions.
struct Observations {
  private(set) var states: [DeviceState] = []

  /// For each feature, a bit mask of the states in which its status is expected. ``outcomes`` has the states in which
  /// only its availability matters.
  private(set) var statuses: [Int: [UInt64]] = [:]
  private(set) var outcomes: [Int: [UInt64]] = [:]

  /// The expected blockers and next steps of each feature, with the index of the state.
  private(set) var details: [Int: [(state: Int, expected: FeatureExpectation)]] = [:]

  /// The scenarios that must be run for each mutant, with the features they depend on: stories that request
  /// permissions, and claims.
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
    // All masks get the same number of words as the state planes.
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
        // Stories that request permissions run as a whole, so this is an action that was performed with a feature.
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
  /// The features whose status or permissions determine the step's outcome or effect.
  fileprivate var features: [Int] {
    let performed = action?.feature.map { [$0] } ?? []
    return switch expected {
    case .features(let expected): performed + expected.map(\.feature)
    case .outcome, nil: performed
    }
  }
}
