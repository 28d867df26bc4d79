package import FlintCore

/// The results that the states of a cover must show.
package enum CoverExtent: Sendable {
  /// The states show every status that a feature can have.
  case statuses

  /// The states show every status that a feature can have, and every constraint that can be a feature's only blocker.
  case statusesAndBlockers
}

/// A step of the search for a cover, reported as progress. A goal is a status or a blocker that some state must show.
package enum CoverStep {
  /// The goals of the feature with this number, counted from 1, are being computed.
  case feature(Int, of: Int)

  /// The goal with this number, counted from 1, is being compared with the others, to find goals that no state shows
  /// together.
  case comparing(Int, of: Int)

  /// The search is choosing a state for each goal of a feature or, in its last phase, for a single goal that has none
  /// yet. The associated values are the number of the feature or goal, counted from 1, and the number of all of them.
  case placing(Int, of: Int)

  /// A cover with this number of states is being searched for.
  case states(Int)
}

/// A set of states in which every goal is shown, for example every feature in every status that it can have. It is a
/// smallest such set unless the search exceeds its budget.
package struct Cover: Sendable {
  package struct CoveredState: Sendable {
    package let state: DeviceState

    /// The goals that this state shows and no earlier state of the cover does. Only a state that the caller requires
    /// can have none.
    package let shows: [CoverGoal]

    /// The evaluations of the features that have a goal in ``shows``, in the order of the manifest.
    package let features: [FeatureEvaluation]

    /// Whether the caller requires the cover to contain this state.
    package let isStart: Bool
  }

  /// The states that the caller requires, then the others in order of their distance from a fresh install.
  package let states: [CoveredState]

  /// Goals that prove a lower bound for the number of states: no start state (which the caller requires) shows one of
  /// them, and no state shows two of them.
  package let bound: [CoverGoal]

  /// A lower bound for the size of a cover: every cover has at least this number of states besides those that the
  /// caller requires.
  package let atLeast: Int

  /// Whether the cover is proven to be a smallest one: the number of its states that the caller does not require equals
  /// the lower bound ``atLeast``.
  package var isProven: Bool { states.count { !$0.isStart } == atLeast }

  /// The error for a feature whose goals cannot be computed within ``AnalysisLimits/steps``.
  package struct TooComplex: Error {
    package let feature: Int
    package let reason: TooLarge
  }

  /// Searches for a cover.
  ///
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
    // If the search ends early, each remaining goal gets its own state.
    for (index, goal) in goals.goals.enumerated() where unseen.contains(goal) {
      observe(.placing(index + 1, of: goals.goals.count))
      add(try goals.state(showing: index), isStart: false)
    }
    (self.states, bound, atLeast) = (states, found.bound, found.atLeast)
  }
}
