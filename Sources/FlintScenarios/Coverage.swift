/// Outcomes of features and constraints that scenarios have shown.
package struct Coverage: Sendable {
  private let manifest: Manifest
  /// By feature, whether each outcome was shown: its own two, then those of each constraint.
  private var shown: [[Bool]]

  package init(of manifest: Manifest) {
    self.manifest = manifest
    shown = manifest.features.map {
      [Bool](repeating: false, count: 2 * ($0.constraintCount + 1))
    }
  }

  /// Marks the outcomes in this state. Returns features with outcomes that are new.
  @discardableResult
  package mutating func observe(_ state: DeviceState) -> [Int] {
    let evaluator = Evaluator(manifest, in: state)
    return evaluator.all.filter { evaluation in
      var isNew = mark(evaluation.feature, 0, isPositive: evaluation.status == .available)
      for (index, constraint) in evaluation.constraints.enumerated()
      where constraint.status != .notActive {
        let isSatisfied = constraint.status == .satisfied
        if mark(evaluation.feature, index + 1, isPositive: isSatisfied) { isNew = true }
      }
      return isNew
    }.map(\.feature)
  }

  private mutating func mark(_ feature: Int, _ part: Int, isPositive: Bool) -> Bool {
    let index = 2 * part + (isPositive ? 0 : 1)
    defer { shown[feature][index] = true }
    return !shown[feature][index]
  }

  /// An outcome: a feature available or not, a constraint satisfied or not.
  package struct Item: Sendable {
    let outcome: FeatureOutcome

    /// The constraint's name; nil for the feature itself.
    package let constraint: String?
    package let coverage: OutcomeCoverage

    package var feature: Int { outcome.feature }

    /// Whether the outcome is “available” or “satisfied”.
    package var isPositive: Bool { outcome.isPositive }

    package var isSeen: Bool { if case .seen = coverage { true } else { false } }
    package var isUndecided: Bool { if case .undecided = coverage { true } else { false } }

    /// A case that would show the outcome. Nil if it was shown, or is undecided.
    package var example: RecordedCase? {
      if case .unseen(let example) = coverage { example } else { nil }
    }
  }

  package enum OutcomeCoverage: Sendable {
    case seen

    /// The case would show the outcome.
    case unseen(RecordedCase)

    /// Too complex to find a state.
    case undecided
  }

  /// Outcomes in the manifest's order, without those that no state can show.
  package func items() -> [Item] {
    var nearest = NearestStates(of: manifest)
    var recorder = CaseRecorder(of: manifest)
    return manifest.features.indices.flatMap { items(of: $0, &nearest, &recorder) }
  }

  private func items(
    of feature: Int, _ nearest: inout NearestStates, _ recorder: inout CaseRecorder
  ) -> [Item] {
    let positions = [nil] + manifest.constraintPositions(of: feature)
    let outcomes = positions.flatMap { position in
      [true, false].map { FeatureOutcome(feature, position, isPositive: $0) }
    }
    return zip(outcomes, shown[feature]).compactMap { outcome, isSeen in
      let coverage: OutcomeCoverage
      switch isSeen ? nil : nearest.state(where: outcome) {
      case nil: coverage = .seen
      case .state(let state): coverage = .unseen(recorder.record(feature, in: state))
      case .impossible: return nil
      case .undecided: coverage = .undecided
      }
      let constraint = outcome.position.map {
        $0.constraint(in: manifest).name(block: $0.block, in: manifest)
      }
      return Item(outcome: outcome, constraint: constraint, coverage: coverage)
    }
  }
}

private struct CaseRecorder {
  private var evaluator: Evaluator

  private var dependencies: Dependencies

  init(of manifest: Manifest) {
    evaluator = Evaluator(ResolvedState(DeviceState(), in: manifest), knowing: [])
    dependencies = Dependencies(in: manifest)
  }

  mutating func record(_ feature: Int, in state: DeviceState) -> RecordedCase {
    evaluator.change(to: state, knowing: dependencies.of(feature))
    let found = evaluator.evaluate(feature)
    return RecordedCase(
      given: .state(state),
      expected: [RecordedExpectation(all: found, in: evaluator.manifest)])
  }
}

/// Declarations on which a feature depends, for an ``Evaluator``. Each feature's are found once.
struct Dependencies {
  private let manifest: Manifest
  private let positions: [References.Target: Int]
  private var known: [Int: [References.Target]] = [:]

  init(in manifest: Manifest) {
    self.manifest = manifest
    let order = manifest.references.order
    positions = Dictionary(uniqueKeysWithValues: zip(order, order.indices))
  }

  mutating func of(_ feature: Int) -> [References.Target] {
    if let known = known[feature] { return known }
    // Ancestors to which no constraint refers have no position. They are evaluated together with the feature.
    let found = manifest.closure(of: [feature]).compactMap { positions[$0] }.sorted()
      .map { manifest.references.order[$0] }
    known[feature] = found
    return found
  }
}
