/// Outcomes that the states of a cover must show.
package enum CoverExtent: Sendable {
  case statuses

  /// Also each constraint as its feature's only blocker, where that is possible.
  case statusesAndBlockers
}

/// A step of the search, reported as progress.
package enum CoverStep {
  /// The feature whose goals are computed, counted from 1.
  case feature(Int, of: Int)

  /// The goal that is compared with the others, counted from 1.
  case comparing(Int, of: Int)

  /// The feature or goal for which states are chosen, counted from 1.
  case placing(Int, of: Int)

  /// The size of the cover that is sought.
  case states(Int)
}

/// A smallest set of states that shows every goal. Beyond the limit of steps, a small one.
package struct Cover: Sendable {
  package struct CoveredState: Sendable {
    package let state: DeviceState

    /// The goals that no earlier state shows; empty only for a required state.
    package let shows: [CoverGoal]

    /// The features that ``shows`` mentions, evaluated in this state.
    package let features: [FeatureEvaluation]

    /// Whether the caller requires the state.
    package let isStart: Bool
  }

  /// The required states, then the added ones from the nearest to a fresh install.
  package let states: [CoveredState]

  /// Goals that no required state shows and of which no state shows two.
  package let bound: [CoverGoal]

  /// A lower bound for the number of added states.
  package let atLeast: Int

  /// Whether no smaller cover exists. Required states do not count: every cover contains them.
  package var isProven: Bool { states.count { !$0.isStart } == atLeast }

  /// The goals of a feature need more than ``AnalysisLimits/steps``.
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
      states.append(CoveredState(state: state, shows: shows, features: features, isStart: isStart))
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

package struct CoverGoal: Hashable, Sendable {
  package let feature: Int
  package let result: Result

  package enum Result: Hashable, Sendable {
    case status(FeatureStatus)

    /// Only this constraint blocks the feature. All others that apply to it are satisfied.
    case onlyBlocker(ConstraintPosition)

    /// A goal of ``SuiteGoals``, by index.
    case ofSuite(Int)
  }

  package var isBlocker: Bool { if case .onlyBlocker = result { true } else { false } }

  init(_ feature: Int, _ result: Result) {
    self.feature = feature
    self.result = result
  }
}

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
  fileprivate var isInTheWay: Bool { self == .notSatisfied || self == .notDetermined }
}

/// States that all show certain goals: for each restricted variable, a run of consecutive values.
struct PartialState {
  // INVARIANT: a state whose values are within the runs shows all members. Its values do not exclude each other, and
  // all assumptions about facts of the members' functions are true in it. For other assumptions, see
  // ``StateSpace/state(_:)``.
  private(set) var members: [Int] = []
  private(set) var runs: [UInt32: ValueSpan] = [:]

  /// Shorter runs of some variables. All states within them show one more goal.
  struct Extension {
    fileprivate let runs: [UInt32: ValueSpan]

    var isFree: Bool { runs.isEmpty }
  }

  mutating func add(_ goal: Int, _ extension: Extension) {
    members.append(goal)
    runs.merge(`extension`.runs) { $1 }
  }

  /// Finds shorter runs within which `function` is true. They keep a state as near as possible to a
  /// fresh install. Nil if there are none.
  /// - Parameter steps: Counts the visited edges.
  func extended(
    to function: Diagram, in space: borrowing StateSpace, counting steps: inout Int
  ) -> Extension? {
    var search = CheapestPath(runs: runs)
    defer { steps += search.steps }
    guard search.cost(of: function, in: space) != nil else { return nil }
    return Extension(runs: search.narrowed(from: function, in: space))
  }

  /// The nearest value of each restricted variable, and their distance from a fresh install.
  func nearestValues(
    in space: borrowing StateSpace
  ) -> (values: [UInt32: UInt32], distance: StateSpace.Distance) {
    var values: [UInt32: UInt32] = [:]
    var sum = StateSpace.Distance.zero
    for (variable, run) in runs {
      let (value, distance) = space.nearest(of: variable, in: run)
      values[variable] = value
      sum = sum + distance
    }
    return (values, sum)
  }
}

/// A bit mask of indices below a limit.
struct IndexBits: Hashable {
  private var words: [UInt64]

  init(limit: Int) { words = [UInt64](repeating: 0, count: (limit + 63) / 64) }

  init(allBelow limit: Int) {
    self.init(limit: limit)
    for index in 0..<limit { insert(index) }
  }

  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }
  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  var first: Int? {
    for (index, word) in words.enumerated() where word != 0 {
      return index * 64 + word.trailingZeroBitCount
    }
    return nil
  }

  func contains(_ index: Int) -> Bool { words[index >> 6] >> UInt64(index & 63) & 1 != 0 }

  mutating func insert(_ index: Int) { words[index >> 6] |= 1 << UInt64(index & 63) }

  mutating func remove(_ index: Int) { words[index >> 6] &= ~(1 << UInt64(index & 63)) }

  mutating func formUnion(_ other: IndexBits) {
    for index in words.indices { words[index] |= other.words[index] }
  }

  mutating func subtract(_ other: IndexBits) {
    for index in words.indices { words[index] &= ~other.words[index] }
  }

  func intersection(_ other: IndexBits) -> IndexBits {
    var result = self
    for index in words.indices { result.words[index] &= other.words[index] }
    return result
  }

  func countOfIntersection(_ other: IndexBits) -> Int {
    var count = 0
    for index in words.indices { count += (words[index] & other.words[index]).nonzeroBitCount }
    return count
  }

  var members: [Int] {
    var members: [Int] = []
    for (index, word) in words.enumerated() {
      var word = word
      while word != 0 {
        members.append(index * 64 + word.trailingZeroBitCount)
        word &= word - 1
      }
    }
    return members
  }
}
