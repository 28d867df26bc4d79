package import FlintCore

/// The kinds of goals that a cover has.
package enum CoverExtent: Sendable {
  /// Every status that a feature can have.
  case statuses

  /// Every status, and every constraint that can be the only blocker of a feature.
  case statusesAndBlockers
}

/// The progress of the search for a cover.
package enum CoverStep {
  /// The goals of the feature with this number are computed.
  case feature(Int, of: Int)

  /// The goal with this number is compared with the other goals, to find incompatible pairs.
  case comparing(Int, of: Int)

  /// A state is sought for the goal with this number.
  case placing(Int, of: Int)

  /// A cover with this number of states is sought.
  case states(Int)
}

/// A smallest set of states that shows every goal.
package struct Cover: Sendable {
  package struct CoveredState: Sendable {
    package let state: DeviceState

    /// The goals that no earlier state shows; empty only for a start state.
    package let shows: [CoverGoal]

    /// The evaluations of the features with a goal in ``shows``, in the manifest's order.
    package let features: [FeatureEvaluation]

    /// Whether the caller requires this state to be in the cover.
    package let isStart: Bool
  }

  /// The start states, then the other states in order of their distance from a fresh install.
  package let states: [CoveredState]

  /// Pairwise incompatible goals: no start state shows one of them, and no state shows two of them.
  package let bound: [CoverGoal]

  /// A lower bound: every cover has at least this number of states besides the start states.
  package let atLeast: Int

  /// Whether no smaller cover exists.
  package var isProven: Bool { states.count { !$0.isStart } == atLeast }

  /// The error for a feature whose functions exceed ``AnalysisLimits/steps``.
  package struct TooComplex: Error {
    package let feature: Int
    package let reason: TooLarge
  }

  /// - Parameters:
  ///   - features: The features to cover, in ascending order.
  ///   - starts: The states that the cover must contain.
  ///   - observe: Called before each step of the search.
  package init(
    of features: [Int], in manifest: Manifest, _ extent: CoverExtent,
    startingWith starts: [DeviceState] = [], observe: (CoverStep) -> Void = { _ in }
  ) throws(TooComplex) {
    var goals = try GoalFunctions.found(of: features, in: manifest, extent, observe)
    var unseen = Set(goals.goals)
    var states: [CoveredState] = []
    func add(_ state: DeviceState, isStart: Bool) {
      let sights = Sights(state, of: manifest)
      let shows = features.flatMap { sights.shown(of: $0).filter(unseen.contains) }
      if shows.isEmpty, !isStart { return }
      unseen.subtract(shows)
      let features = Set(shows.map(\.feature)).sorted().map { sights.evaluations[$0] }
      states.append(
        CoveredState(state: state, shows: shows, features: features, isStart: isStart))
    }
    for state in starts { add(state, isStart: true) }
    goals.keep(unseen)

    let found = try goals.smallestCover(observe)
    for state in found.states { add(state, isStart: false) }
    // If the search for common states ends early, the remaining goals get states of their own.
    for (index, goal) in goals.goals.enumerated() where unseen.contains(goal) {
      observe(.placing(index + 1, of: goals.goals.count))
      add(try goals.state(showing: index), isStart: false)
    }
    (self.states, bound, atLeast) = (states, found.bound, found.atLeast)
  }
}
