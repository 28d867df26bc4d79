internal import FlintAnalysis
package import FlintCore

/// What a run of scenarios has seen of each feature and constraint.
package struct Coverage: Sendable {
  private let manifest: Manifest
  private var available: [Bool]
  private var notAvailable: [Bool]

  /// For each feature, for each of its constraints in listed order.
  private var satisfied: [[Bool]]
  private var notSatisfied: [[Bool]]

  package init(of manifest: Manifest) {
    self.manifest = manifest
    available = manifest.features.map { _ in false }
    notAvailable = available
    satisfied = manifest.features.map { [Bool](repeating: false, count: $0.constraintCount) }
    notSatisfied = satisfied
  }

  package mutating func observe(_ state: DeviceState) {
    for evaluation in Evaluator(manifest, in: state).all {
      let feature = evaluation.feature
      if evaluation.status == .available {
        available[feature] = true
      } else {
        notAvailable[feature] = true
      }
      for (index, constraint) in evaluation.constraints.enumerated() {
        switch constraint.status {
        case .satisfied: satisfied[feature][index] = true
        case .notSatisfied, .notDetermined: notSatisfied[feature][index] = true
        case .notActive: break
        }
      }
    }
  }

  /// One thing that a run can see or miss.
  package struct Item: Sendable {
    package let feature: Int

    /// The constraint's name, nil where the feature as a whole is meant.
    package let constraint: String?

    /// Available or satisfied, as against not.
    package let isPositive: Bool
    package let sight: Sight

    package var isSeen: Bool { if case .seen = sight { true } else { false } }
    package var isUndecided: Bool { if case .undecided = sight { true } else { false } }

    /// A case that shows what was not seen, with all that it says of the feature.
    package var example: RecordedCase? {
      if case .unseen(let example) = sight { example } else { nil }
    }
  }

  /// Whether a run has seen something.
  package enum Sight: Sendable {
    case seen

    /// The case shows it.
    case unseen(RecordedCase)

    /// Not seen, and too much work to find out whether any state shows it.
    case undecided
  }

  /// Everything that some state shows, or may show where that is undecided, in the manifest's order.
  package func items() -> [Item] {
    var nearest = NearestStates(of: manifest)
    return manifest.features.indices.flatMap { items(of: $0, &nearest) }
  }

  private func items(of feature: Int, _ nearest: inout NearestStates) -> [Item] {
    var items: [Item] = []
    /// Leaves out what no state shows.
    func append(
      _ constraint: String?, _ isPositive: Bool, isSeen: Bool, _ state: () -> NearestStates.Answer
    ) {
      let sight: Sight
      if isSeen {
        sight = .seen
      } else {
        switch state() {
        case .state(let state): sight = .unseen(recorded(feature, in: state))
        case .impossible: return
        case .undecided: sight = .undecided
        }
      }
      items.append(
        Item(feature: feature, constraint: constraint, isPositive: isPositive, sight: sight))
    }
    for isPositive in [true, false] {
      append(nil, isPositive, isSeen: isPositive ? available[feature] : notAvailable[feature]) {
        nearest.state(where: feature, isAvailable: isPositive)
      }
    }
    for (index, place) in manifest.places(of: feature).enumerated() {
      let name = place.constraint(in: manifest).name(block: place.block, in: manifest)
      for isPositive in [true, false] {
        let isSeen = (isPositive ? satisfied : notSatisfied)[feature][index]
        append(name, isPositive, isSeen: isSeen) {
          nearest.state(where: place, isSatisfied: isPositive)
        }
      }
    }
    return items
  }

  private func recorded(_ feature: Int, in state: DeviceState) -> RecordedCase {
    let found = Evaluator(manifest, in: state).evaluate(feature)
    return RecordedCase(
      given: .state(state), expected: [RecordedExpectation(all: found, in: manifest)])
  }
}
