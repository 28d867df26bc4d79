internal import FlintAnalysis
package import FlintModel
import FlintLogic

/// The coverage of a run of scenarios: the outcomes (satisfied or not, available or not) that have occurred for each
/// constraint and feature.
package struct Coverage: Sendable {
  private let manifest: Manifest
  private var available: [Bool]
  private var notAvailable: [Bool]

  /// For each feature and each of its constraints, whether the constraint has been satisfied in some state of a
  /// scenario.
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

  /// An outcome that can occur in a scenario: a feature is available, a feature is not available, a constraint is
  /// satisfied, or a constraint is not satisfied.
  package struct Item: Sendable {
    package let feature: Int

    /// The name of the constraint that has this outcome; nil if the feature as a whole has it.
    package let constraint: String?

    /// Whether the outcome is “available” or “satisfied”; if false, it is “not available” or “not satisfied”.
    package let isPositive: Bool

    package let coverage: OutcomeCoverage

    package var isSeen: Bool { if case .seen = coverage { true } else { false } }
    package var isUndecided: Bool { if case .undecided = coverage { true } else { false } }

    /// A case (a state with expected results) that shows this outcome, such as “the feature is available”; it can be
    /// added to a scenario. Nil if a scenario has already shown the outcome, or if the search for a state that shows it
    /// exceeded its limit.
    package var example: RecordedCase? {
      if case .unseen(let example) = coverage { example } else { nil }
    }
  }

  /// Whether an outcome, such as “a feature is available”, has occurred in a scenario.
  package enum OutcomeCoverage: Sendable {
    case seen

    /// The outcome has not occurred in any scenario. It would occur if the associated case were added to a scenario.
    case unseen(RecordedCase)

    /// The outcome has not occurred in any scenario, and the search for a state in which it occurs was too complex to
    /// be completed.
    case undecided
  }

  /// Returns the outcomes of all features and constraints (such as “available” or “not satisfied”) that can occur in a
  /// state, in the order of the manifest, each with its coverage: whether a scenario has shown it. An outcome is also
  /// included if the search for a state in which it occurs was too complex to be completed.
  package func items() -> [Item] {
    var nearest = NearestStates(of: manifest)
    var recorder = CaseRecorder(of: manifest)
    return manifest.features.indices.flatMap { items(of: $0, &nearest, &recorder) }
  }

  private func items(
    of feature: Int, _ nearest: inout NearestStates, _ recorder: inout CaseRecorder
  ) -> [Item] {
    var items: [Item] = []
    /// Appends an outcome of the feature or of one of its constraints, such as “satisfied”, to `items`, the outcomes of
    /// the feature that a coverage report lists. Does nothing if the outcome cannot occur in any state.
    func append(
      _ constraint: String?, _ isPositive: Bool, isSeen: Bool, _ state: () -> NearestStates.Answer
    ) {
      let coverage: OutcomeCoverage
      if isSeen {
        coverage = .seen
      } else {
        switch state() {
        case .state(let state): coverage = .unseen(recorder.record(feature, in: state))
        case .impossible: return
        case .undecided: coverage = .undecided
        }
      }
      items.append(
        Item(feature: feature, constraint: constraint, isPositive: isPositive, coverage: coverage))
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

/// A recorder of cases, each with a state and the results of one feature in it. To save time in large manifests, all
/// cases share one evaluator, which evaluates only the recorded feature and the features on which it depends.
private struct CaseRecorder {
  private var evaluator: Evaluator

  /// The position of each feature and named condition in ``References/order``, in which each comes after those on which
  /// it depends.
  private let positions: [References.Target: Int]

  /// The feature that was recorded last, with the features and named conditions on which it depends. Each of them comes
  /// after those on which it depends itself.
  private var needs: (feature: Int, targets: [References.Target])?

  init(of manifest: Manifest) {
    evaluator = Evaluator(manifest, in: DeviceState(), knowing: [])
    let order = manifest.references.order
    positions = Dictionary(uniqueKeysWithValues: zip(order, order.indices))
  }

  /// Returns a case (a state with expected results). It expects the status, the blockers (constraints that keep the
  /// feature from being available) and the next step that the feature has in this state.
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
