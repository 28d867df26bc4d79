import FlintAnalysis
import FlintCore

/// The states and expectations of a suite, collected by replaying its scenarios once. They are the same for every
/// mutant, except in stories that request permissions.
struct Observations {
  private(set) var states: [DeviceState] = []

  /// The states in which the status of each feature is expected, as a bit mask by index of the feature. ``outcomes``
  /// has the states in which it only matters whether the feature is available.
  private(set) var statuses: [Int: [UInt64]] = [:]
  private(set) var outcomes: [Int: [UInt64]] = [:]

  /// The expectations with blockers or a next step for each feature, with the index of the state.
  private(set) var details: [Int: [(state: Int, expected: FeatureExpectation)]] = [:]

  private(set) var claims: [Claim] = []

  /// The stories that request permissions, with the features on which they depend. They must be run again for each
  /// mutant that affects one of these features.
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
    // All masks get the same number of words as a ``StatePlane`` of the states.
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
        // Stories that request permissions are run as a whole, so this action was performed with a feature.
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
  /// Sets the bit at the index `number`, counted from the lowest bit of the first word. Appends words if necessary.
  fileprivate mutating func insert(_ number: Int) {
    while count <= number >> 6 { append(0) }
    self[number >> 6] |= 1 << UInt64(number & 63)
  }
}

extension Scenario.Step {
  /// The features on which the result of the step depends: the feature of its action, such as that of a permission
  /// request, and the features with expectations.
  fileprivate var features: [Int] {
    let performed = action?.feature.map { [$0] } ?? []
    return switch expected {
    case .features(let expected): performed + expected.map(\.feature)
    case .outcome, nil: performed
    }
  }
}
