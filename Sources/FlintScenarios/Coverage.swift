internal import FlintAnalysis
package import FlintCore
import FlintLogic

/// The coverage of a run of scenarios: for each feature and constraint, which outcomes have occurred.
package struct Coverage: Sendable {
  private let manifest: Manifest
  private var available: [Bool]
  private var notAvailable: [Bool]

  /// Whether each constraint of each feature has been satisfied, by the indices of the feature and of the constraint.
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

  /// An outcome that scenarios can cover: a feature is available, or is not; or a constraint is satisfied, or is not.
  package struct Item: Sendable {
    package let feature: Int

    /// The name of the constraint; nil if the outcome is that of the feature.
    package let constraint: String?

    /// Whether the outcome is “available” or “satisfied”, and not the opposite.
    package let isPositive: Bool
    package let sight: Sight

    package var isSeen: Bool { if case .seen = sight { true } else { false } }
    package var isUndecided: Bool { if case .undecided = sight { true } else { false } }

    /// A case for a scenario that would show the outcome, with the feature's complete evaluation as its expectation.
    /// Nil if a scenario has shown the outcome already, or if no such case was found within the budget.
    package var example: RecordedCase? {
      if case .unseen(let example) = sight { example } else { nil }
    }
  }

  /// Whether a run of the scenarios has shown an outcome.
  package enum Sight: Sendable {
    case seen

    /// No scenario has shown the outcome. The associated case would show it if it were added to the scenarios.
    case unseen(RecordedCase)

    /// No scenario has shown the outcome, and the search for a state that shows it exceeds the budget.
    case undecided
  }

  /// Returns the outcomes that occur in some state, in the order of the manifest. Outcomes for which the search exceeds
  /// the budget are included.
  package func items() -> [Item] {
    var nearest = NearestStates(of: manifest)
    var recorder = CaseRecorder(of: manifest)
    return manifest.features.indices.flatMap { items(of: $0, &nearest, &recorder) }
  }

  private func items(
    of feature: Int, _ nearest: inout NearestStates, _ recorder: inout CaseRecorder
  ) -> [Item] {
    var items: [Item] = []
    /// Appends an outcome, unless it occurs in no state.
    func append(
      _ constraint: String?, _ isPositive: Bool, isSeen: Bool, _ state: () -> NearestStates.Answer
    ) {
      let sight: Sight
      if isSeen {
        sight = .seen
      } else {
        switch state() {
        case .state(let state): sight = .unseen(recorder.record(feature, in: state))
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
    for (index, position) in manifest.constraintPositions(of: feature).enumerated() {
      let name = position.constraint(in: manifest).name(block: position.block, in: manifest)
      for isPositive in [true, false] {
        let isSeen = (isPositive ? satisfied : notSatisfied)[feature][index]
        append(name, isPositive, isSeen: isSeen) {
          nearest.state(where: position, isSatisfied: isPositive)
        }
      }
    }
    return items
  }
}

/// A recorder of cases about single features. All cases share one evaluator, and only the dependencies of the feature
/// are evaluated, because a new evaluator for each case would take time proportional to the whole manifest.
private struct CaseRecorder {
  private var evaluator: Evaluator

  /// For each feature and named condition in ``References/order``, its index in that topological order.
  private let positions: [References.Target: Int]

  /// The feature that was recorded last, and its dependencies in topological order.
  private var needs: (feature: Int, targets: [References.Target])?

  init(of manifest: Manifest) {
    evaluator = Evaluator(manifest, in: DeviceState(), knowing: [])
    let order = manifest.references.order
    positions = Dictionary(uniqueKeysWithValues: zip(order, order.indices))
  }

  /// Returns a case with a state and, as its expectation, the feature's complete evaluation.
  mutating func record(_ feature: Int, in state: DeviceState) -> RecordedCase {
    evaluator.change(to: state, knowing: dependencies(of: feature))
    let found = evaluator.evaluate(feature)
    return RecordedCase(
      given: .state(state),
      expected: [RecordedExpectation(all: found, in: evaluator.manifest)])
  }

  private mutating func dependencies(of feature: Int) -> [References.Target] {
    if let needs, needs.feature == feature { return needs.targets }
    let manifest = evaluator.manifest
    // Ancestors to which no constraint refers have no position. They are evaluated together with the feature.
    let targets = manifest.closure(of: [feature]).compactMap { positions[$0] }.sorted()
      .map { manifest.references.order[$0] }
    needs = (feature, targets)
    return targets
  }
}
