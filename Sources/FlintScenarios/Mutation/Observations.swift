import FlintAnalysis
import FlintModel

/// The states in which a suite of scenarios expects results, together with the expected results. They are collected
/// once, by performing the steps of the scenarios. For each mutant (a copy of the manifest with one mistake), it is
/// then enough to evaluate these states. Only scenarios that request permissions are run again: a mutant can change
/// which permissions a feature requests, and thus the states that follow.
struct Observations {
  private(set) var states: [DeviceState] = []

  /// For each feature, by its index, the states in which the scenarios expect a certain status of the feature, as a bit
  /// mask: bit n is set for the state at index n in ``states``.
  private(set) var statuses: [Int: [UInt64]] = [:]

  /// For each feature, by its index, the states in which the scenarios expect only that an action of the feature is
  /// performed or refused, that is, whether the feature is available. The states are a bit mask: bit n is set for the
  /// state at index n in ``states``.
  private(set) var outcomes: [Int: [UInt64]] = [:]

  /// For each feature, by its index, the expectations that contain blockers (constraints that keep the feature from
  /// being available) or a next step. `state` is the index in ``states`` of the state in which they are expected.
  private(set) var details: [Int: [(state: Int, expected: FeatureExpectation)]] = [:]

  private(set) var claims: [Claim] = []

  /// The stories (scenarios of several steps) that request permissions, with the features on which their results
  /// depend. Such a story is run again for each mutant (edited manifest) that affects one of these features.
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
  /// The indices of the features on which the result of the step depends: the feature of its action, such as a
  /// permission request, and the features with expectations.
  fileprivate var features: [Int] {
    let performed = action?.feature.map { [$0] } ?? []
    return switch expected {
    case .features(let expected): performed + expected.map(\.feature)
    case .outcome, nil: performed
    }
  }
}
