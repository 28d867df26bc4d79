package import FlintCore

/// Which goals a cover has.
package enum CoverExtent: Sendable {
  /// Every status that a feature can have.
  case statuses

  /// And every constraint that can be the only one in the way.
  case statusesAndBlockers
}

/// How far the search for a cover has come.
package enum CoverStep {
  /// Works out what can be seen of the feature with this number.
  case feature(Int, of: Int)

  /// Compares the goal with this number with the others.
  case comparing(Int, of: Int)

  /// Finds a state for the goal with this number.
  case placing(Int, of: Int)

  /// Looks for a cover of this many states.
  case states(Int)
}

/// The fewest states that show every goal.
package struct Cover: Sendable {
  package struct CoveredState: Sendable {
    package let state: DeviceState

    /// What no state before it shows; nothing only where somebody wanted the state tried.
    package let shows: [CoverGoal]

    /// The features that show something, in the manifest's order.
    package let features: [FeatureEvaluation]

    /// Whether it was to be tried anyway.
    package let isStart: Bool
  }

  /// The states to be tried anyway, then the others from the nearest to a fresh install on.
  package let states: [CoveredState]

  /// Goals that no state to be tried anyway shows, of which no state shows two.
  package let bound: [CoverGoal]

  /// No fewer states than these, beside those to be tried anyway, show every goal.
  package let atLeast: Int

  /// Whether there is no smaller set.
  package var isProven: Bool { states.count { !$0.isStart } == atLeast }

  /// A feature whose functions take more work than ``AnalysisLimits/steps``.
  package struct Entangled: Error {
    package let feature: Int
    package let reason: TooLarge
  }

  /// - Parameters:
  ///   - features: ascending.
  ///   - starts: tried anyway.
  ///   - observe: is told of each step before it is taken.
  package init(
    of features: [Int], in manifest: Manifest, _ extent: CoverExtent,
    startingWith starts: [DeviceState] = [], observe: (CoverStep) -> Void = { _ in }
  ) throws(Entangled) {
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
    // Where the search for common states ended early, those that are left get states of their own.
    for (index, goal) in goals.goals.enumerated() where unseen.contains(goal) {
      observe(.placing(index + 1, of: goals.goals.count))
      add(try goals.state(showing: index), isStart: false)
    }
    (self.states, bound, atLeast) = (states, found.bound, found.atLeast)
  }
}
