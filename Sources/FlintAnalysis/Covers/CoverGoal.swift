package import FlintModel

/// A goal of a cover (a set of states for testing): a situation that at least one state must show. Either a feature has
/// a certain status, or a constraint is the only one that blocks its feature.
package struct CoverGoal: Hashable, Sendable {
  package let feature: Int
  package let result: Result

  package enum Result: Hashable, Sendable {
    case status(FeatureStatus)

    /// The constraint is the only blocker: it alone keeps the feature from being available. All other constraints of
    /// the feature, of the features that contain it, and of the app are satisfied or do not apply.
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

/// The results of evaluating all features in one state, which determine the goals (situations to test) that the state
/// shows.
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

  /// Returns the goals (situations to test) of a feature that the state shows: the feature with its status and, if a
  /// single constraint blocks the feature, that constraint as the only blocker.
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
