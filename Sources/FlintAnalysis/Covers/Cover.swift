package import FlintModel

/// What the states of a cover must show.
package enum CoverExtent: Sendable {
  case statuses

  /// Also each constraint as its feature's only blocker, where a state shows it.
  case statusesAndBlockers
}

/// A step of the search, reported as progress.
package enum CoverStep {
  /// A feature, counted from 1, whose goals are being computed.
  case feature(Int, of: Int)

  /// A goal, counted from 1, that is being compared with the others.
  case comparing(Int, of: Int)

  /// A feature or goal, counted from 1, for which states are being chosen.
  case placing(Int, of: Int)

  /// The number of states for which a cover is being sought.
  case states(Int)
}

/// A smallest set of states that shows every goal, or a small one beyond the limit of steps.
package struct Cover: Sendable {
  package struct CoveredState: Sendable {
    package let state: DeviceState

    /// The goals that no earlier state shows; empty only for a required state.
    package let shows: [CoverGoal]

    /// The features that ``shows`` mentions, evaluated in this state.
    package let features: [FeatureEvaluation]

    /// Whether the caller required this state.
    package let isStart: Bool
  }

  /// The required states, then the added ones from the nearest to a fresh install.
  package let states: [CoveredState]

  /// Goals that no required state shows and of which no state shows two.
  package let bound: [CoverGoal]

  /// A lower bound for the number of added states.
  package let atLeast: Int

  /// Required states do not count, since every cover contains them.
  package var isProven: Bool { states.count { !$0.isStart } == atLeast }

  /// A feature whose goals exceed ``AnalysisLimits/steps``.
  package struct TooComplex: Error {
    package let feature: Int
    package let reason: LimitExceeded
  }

  /// - Parameters:
  /// - features: Ascending indices.
  /// - starts: States that the cover must contain.
  package init(
    of features: [Int], in manifest: Manifest, _ extent: CoverExtent,
    startingWith starts: [DeviceState] = [], observe: (CoverStep) -> Void = { _ in }
  ) throws(TooComplex) {
    var goals = try GoalFunctions.found(of: features, in: manifest, extent, observe)
    var unseen = Set(goals.goals)
    var states: [CoveredState] = []
    func add(_ state: DeviceState, isStart: Bool) {
      let evaluated = EvaluatedState(state, of: manifest)
      let shows = features.flatMap { evaluated.shown(of: $0).filter(unseen.contains) }
      if shows.isEmpty, !isStart { return }
      unseen.subtract(shows)
      let features = Set(shows.map(\.feature)).sorted().map { evaluated.evaluations[$0] }
      states.append(
        CoveredState(state: state, shows: shows, features: features, isStart: isStart))
    }
    for state in starts { add(state, isStart: true) }
    goals.keep(unseen)

    let found = try goals.smallestCover(observe)
    for state in found.states { add(state, isStart: false) }
    // If the search ended early, some goals have no state yet. A state is added for each of them.
    for (index, goal) in goals.goals.enumerated() where unseen.contains(goal) {
      observe(.placing(index + 1, of: goals.goals.count))
      add(try goals.state(showing: index), isStart: false)
    }
    (self.states, bound, atLeast) = (states, found.bound, found.atLeast)
  }
}
