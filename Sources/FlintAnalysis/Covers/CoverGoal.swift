package import FlintCore

/// A goal of a cover (a set of states for testing): a result that at least one state must show. It is a status of a
/// feature, or a constraint as the feature's only blocker.
package struct CoverGoal: Hashable, Sendable {
  package let feature: Int
  package let result: Result

  package enum Result: Hashable, Sendable {
    case status(FeatureStatus)

    /// The constraint is the feature's only blocker: every other constraint of the feature, its ancestors and the app
    /// is satisfied or not active.
    case onlyBlocker(ConstraintPosition)
  }

  package var isBlocker: Bool {
    switch result {
    case .status: false
    case .onlyBlocker: true
    }
  }

  init(_ feature: Int, _ result: Result) {
    self.feature = feature
    self.result = result
  }
}

/// The results of evaluating all features in one state, with the goals (results that some state must show) that the
/// state shows.
struct EvaluatedState {
  let evaluations: [FeatureEvaluation]
  private let isAppSupported: Bool
  private let manifest: Manifest

  init(_ state: DeviceState, of manifest: Manifest) {
    let evaluator = Evaluator(manifest, in: state)
    self.manifest = manifest
    evaluations = Array(evaluator.all)
    isAppSupported = evaluator.appConstraints.allSatisfy { !$0.status.isInTheWay }
  }

  func shows(_ goal: CoverGoal) -> Bool {
    switch goal.result {
    case .status(let status): evaluations[goal.feature].status == status
    case .onlyBlocker(let position): onlyBlocker(of: goal.feature) == position
    }
  }

  /// Returns the goals of a feature that the state shows: the feature's status and, if a single constraint blocks the
  /// feature, that constraint as its only blocker.
  func shown(of feature: Int) -> [CoverGoal] {
    let status = CoverGoal(feature, .status(evaluations[feature].status))
    return [status]
      + (onlyBlocker(of: feature).map { [CoverGoal(feature, .onlyBlocker($0))] } ?? [])
  }

  private func onlyBlocker(of feature: Int) -> ConstraintPosition? {
    let parent = manifest.features[feature].parent
    guard parent.map({ evaluations[$0].status == .available }) ?? isAppSupported else { return nil }
    var blocker: Int?
    for (index, constraint) in evaluations[feature].constraints.enumerated()
    where constraint.status.isInTheWay {
      if blocker != nil { return nil }
      blocker = index
    }
    return blocker.map { manifest.constraintPositions(of: feature)[$0] }
  }
}

extension ConstraintStatus {
  fileprivate var isInTheWay: Bool {
    switch self {
    case .notSatisfied, .notDetermined: true
    case .satisfied, .notActive: false
    }
  }
}
