internal import FlintAnalysis
import FlintLogic
package import FlintModel

/// Outcomes of features and constraints that scenarios have shown.
package struct Coverage: Sendable {
  private let manifest: Manifest
  /// By feature, itself first, then its constraints: whether it was available or satisfied.
  private var positive: [[Bool]]
  private var negative: [[Bool]]

  package init(of manifest: Manifest) {
    self.manifest = manifest
    positive = manifest.features.map { [Bool](repeating: false, count: $0.constraintCount + 1) }
    negative = positive
  }

  /// Returns the features of which it is the first state to show an outcome.
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
    let outcomes = isPositive ? \Self.positive : \Self.negative
    defer { self[keyPath: outcomes][feature][part] = true }
    return !self[keyPath: outcomes][feature][part]
  }

  /// A feature available or not, a constraint satisfied or not.
  package struct Item: Sendable {
    package let feature: Int

    /// Nil for the feature itself.
    package let constraint: String?
    var position: ConstraintPosition?

    /// “Available” or “satisfied”.
    package let isPositive: Bool

    package let coverage: OutcomeCoverage

    package var isSeen: Bool { if case .seen = coverage { true } else { false } }
    package var isUndecided: Bool { if case .undecided = coverage { true } else { false } }

    /// Shows the outcome; nil if seen, or beyond the limit.
    package var example: RecordedCase? {
      if case .unseen(let example) = coverage { example } else { nil }
    }
  }

  package enum OutcomeCoverage: Sendable {
    case seen

    /// The case would show it.
    case unseen(RecordedCase)

    /// Too complex to find a state.
    case undecided
  }

  /// Items that some state shows, and undecided ones, in the manifest's order.
  package func items() -> [Item] {
    var nearest = NearestStates(of: manifest)
    var recorder = CaseRecorder(of: manifest)
    return manifest.features.indices.flatMap { items(of: $0, &nearest, &recorder) }
  }

  private func items(
    of feature: Int, _ nearest: inout NearestStates, _ recorder: inout CaseRecorder
  ) -> [Item] {
    var items: [Item] = []
    /// Appends nothing if no state shows it.
    func append(
      _ position: ConstraintPosition?, _ isPositive: Bool, isSeen: Bool,
      _ state: () -> NearestStates.Answer
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
        Item(
          feature: feature,
          constraint: position.map {
            $0.constraint(in: manifest).name(block: $0.block, in: manifest)
          },
          position: position, isPositive: isPositive, coverage: coverage))
    }
    for isPositive in [true, false] {
      append(nil, isPositive, isSeen: (isPositive ? positive : negative)[feature][0]) {
        nearest.state(where: feature, isAvailable: isPositive)
      }
    }
    for (index, position) in manifest.constraintPositions(of: feature).enumerated() {
      for isPositive in [true, false] {
        let isSeen = (isPositive ? positive : negative)[feature][index + 1]
        append(position, isPositive, isSeen: isSeen) {
          nearest.state(where: position, isSatisfied: isPositive)
        }
      }
    }
    return items
  }
}

private struct CaseRecorder {
  private var evaluator: Evaluator

  private var dependencies: Dependencies

  init(of manifest: Manifest) {
    evaluator = Evaluator(manifest, in: DeviceState(), knowing: [])
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

/// Dependencies of features for an ``Evaluator``, each found once.
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
