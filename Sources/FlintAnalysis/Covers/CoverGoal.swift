package import FlintModel

/// A situation that at least one state of a cover must show.
package struct CoverGoal: Hashable, Sendable {
  package let feature: Int
  package let result: Result

  package enum Result: Hashable, Sendable {
    case status(FeatureStatus)

    /// Every other constraint of the feature, its ancestors and the app is satisfied or inactive.
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

/// All features evaluated in one state.
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
