package import FlintModel

/// The situations that the states of a cover must show. A cover is a set of states for testing that is as small as
/// possible.
package enum CoverExtent: Sendable {
  /// The cover must show each feature in every status that it can have.
  case statuses

  /// The cover must show each feature in every status that it can have, and each constraint as the only blocker of its
  /// feature (the only constraint that keeps the feature from being available), if it can be.
  case statusesAndBlockers
}

/// A step of the search for a cover (a set of states to test), reported to show the progress. A goal is a situation
/// that at least one state must show; see ``CoverGoal``.
package enum CoverStep {
  /// The goals (situations to test; see ``CoverGoal``) of a feature are being computed. The values are the number of
  /// the feature, counted from 1, and the number of all features.
  case feature(Int, of: Int)

  /// A goal (a situation to test; see ``CoverGoal``) is being compared with the others, to find pairs of goals that no
  /// state shows together. The values are the number of the goal, counted from 1, and the number of all goals.
  case comparing(Int, of: Int)

  /// The search is choosing states that show the goals of a feature or, at the end, a single goal that no state shows
  /// yet (see ``CoverGoal``). The values are the number of the feature or goal, counted from 1, and the number of all
  /// features or goals.
  case placing(Int, of: Int)

  /// The search is trying to find a cover with this number of states.
  case states(Int)
}

/// A set of states for testing that shows every goal, which is a situation such as “feature a is unavailable”. It is a
/// smallest such set, unless the search exceeds its limit of steps.
package struct Cover: Sendable {
  package struct CoveredState: Sendable {
    package let state: DeviceState

    /// The goals (situations to test) that this state shows and that no earlier state in ``Cover/states`` shows. The
    /// list can be empty only for a state that the caller requires.
    package let shows: [CoverGoal]

    /// The features that ``shows`` mentions, in the order of the manifest, with their results in this state.
    package let features: [FeatureEvaluation]

    /// Whether the cover (a set of states to test) must contain this state because the caller of the search requires
    /// it, for instance because tests of the app already use it. If false, the search has added the state.
    package let isStart: Bool
  }

  /// The states of the cover: first those that the caller requires, then those that the search has added, beginning
  /// with the one that differs least from a fresh install.
  package let states: [CoveredState]

  /// Goals (situations to test) of which no state shows two and that no state required by the caller shows. Each needs
  /// a state of its own, so their number is a lower bound for the number of added states.
  package let bound: [CoverGoal]

  /// A lower bound for the number of states that the search must add to those that the caller requires.
  package let atLeast: Int

  /// Whether it is proven that no smaller cover exists, because the search has added exactly ``atLeast`` states to
  /// those that the caller requires. The required states (``CoveredState/isStart``) do not count, because every cover
  /// must contain them.
  package var isProven: Bool { states.count { !$0.isStart } == atLeast }

  /// An error for a feature whose goals (situations to test, such as “feature a is unavailable”) cannot be computed
  /// within ``AnalysisLimits/steps``.
  package struct TooComplex: Error {
    package let feature: Int
    package let reason: LimitExceeded
  }

  /// Searches for a cover: a smallest set of states in which a tester sees every situation that `extent` requires, such
  /// as “feature a is unavailable”.
  ///
  /// - Parameters:
  ///   - features: The features whose situations the states must show, as ascending indices.
  ///   - starts: The states that the cover must contain, such as those that the tests of an app already use.
  ///   - observe: A function that is called before each step of the search.
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
