internal import FlintAnalysis
package import FlintCore

/// The coverage of a run of scenarios: the statuses it has shown of each feature and constraint.
package struct Coverage: Sendable {
  private let manifest: Manifest
  private var available: [Bool]
  private var notAvailable: [Bool]

  /// For each feature, whether each of its constraints has been satisfied, in listed order.
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

  /// An item of coverage, which a run shows or misses: that a feature is available or not, or that a constraint is
  /// satisfied or not.
  package struct Item: Sendable {
    package let feature: Int

    /// The constraint's name; nil for the feature as a whole.
    package let constraint: String?

    /// Whether the item requires that the feature is available or the constraint satisfied, and not the opposite.
    package let isPositive: Bool
    package let sight: Sight

    package var isSeen: Bool { if case .seen = sight { true } else { false } }
    package var isUndecided: Bool { if case .undecided = sight { true } else { false } }

    /// A case that shows a missed item, with the feature's full evaluation.
    package var example: RecordedCase? {
      if case .unseen(let example) = sight { example } else { nil }
    }
  }

  /// Whether a run of the scenarios has shown an item.
  package enum Sight: Sendable {
    case seen

    /// The run has not shown the item; the associated case, if added to the scenarios, would show it.
    case unseen(RecordedCase)

    /// The run has not shown the item, and the search for a state that shows it exceeds the budget.
    case undecided
  }

  /// Returns the items that some state can show, in the manifest's order. Items for which the search exceeds the budget
  /// are included.
  package func items() -> [Item] {
    var nearest = NearestStates(of: manifest)
    return manifest.features.indices.flatMap { items(of: $0, &nearest) }
  }

  private func items(of feature: Int, _ nearest: inout NearestStates) -> [Item] {
    var items: [Item] = []
    /// Appends an item, unless no state shows it.
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
