/// Limits with which every analysis ends. A step is one visited edge of a diagram; times are for a
/// release build on one core at 2.4 GHz.
package enum AnalysisLimits {
  /// Steps of planning, or of a query in its own state space. 2^20 steps take about 70 ms and 50
  /// MiB; a feature that requires 2,000 products needs 2^18.
  package static let steps = 1 << 20

  /// Steps of a function or query in a shared state space. A feature of 500 products needs 2^15.
  /// Beyond it, the query is repeated in a space of its own. It is so much lower than ``steps``
  /// that other queries, which can improve the shared order of variables, practically never decide
  /// a result.
  static let sharedSteps = 1 << 16

  /// Nodes above which a store is emptied before the next query, or twice those of the first query
  /// if that is more. 2^16 take 3 MiB.
  static let nodes = 1 << 16

  /// Steps of each assumption's function, and of combining these functions. 2^23 steps take half a
  /// second.
  static let assumptionSteps = 1 << 23

  /// Steps between two checks for cancellation: a quarter of a millisecond.
  static let cancellationSteps = 1 << 12

  /// Transitions that ``TextClasses`` tries. The necessary number doubles with each independent
  /// pattern.
  static let textSteps = 1 << 20

  /// Results of ``TextClasses`` kept for other state spaces with the same patterns.
  static let keptTextClasses = 64

  /// The most texts that plans try for the patterns of one attribute. Above it, they try none.
  static let plannedTexts = 10_000

  /// Length of a topological order above which a feature's variables precede those of what it
  /// requires. Else a chain of 1,000 takes a million steps, and `validate` 22 times as long.
  static let chain = 100

  /// Rounds of ``VariableOrder``, which could otherwise alternate between two orders without end.
  static let orderRounds = 30

  // MARK: Caches

  /// Entries of a ``ResultCache``: 16 MiB. A full cache overwrites entries.
  static let cachedResults = 1 << 20

  /// The most diagrams of which a space keeps the ``CheapestPath`` for later queries.
  static let keptPaths = 1 << 18

  /// State spaces kept for further claims, of up to ``nodes`` nodes (3 MiB) each.
  static let keptSpaces = 16

  // MARK: Findings

  /// Attempts of ``MinimumHittingSet``. Beyond them, the set found has no needless element, but a
  /// smaller set may exist.
  static let hittingSetAttempts = 100_000

  /// The most elements of a constraint list that may share a variable. The quick search for needed
  /// elements skips variables that more share; its checks would grow with the square of their
  /// number.
  static let operandUsers = 64

  /// Redundant parts up to which pairs are tested for joint removal. Beyond it, all count as
  /// conflicting unless all can be removed together.
  static let jointRemovals = 32

  // MARK: Covers

  /// Goals up to which all pairs are compared at once; above, ``StateMerging`` comes first. 400
  /// take up to a second.
  static let comparedGoals = 400

  /// Goals up to which all pairs are compared if ``StateMerging`` found no proven cover. 800 take
  /// up to 6 s.
  static let maxComparedGoals = 800

  /// Steps for comparing all pairs of goals. 2^24 steps take about 1.3 s and up to 300 MiB.
  static let comparisonSteps = 1 << 24

  /// Steps of ``SmallestPartition``.
  static let partitionSteps = 1 << 24

  /// Pairs of a goal and a group that ``SmallestPartition`` tries. 2^28 take a second.
  static let partitionPairs = 1 << 28

  /// Goals that ``SmallestPartition`` assigns in its first attempt. This attempt shows which goals
  /// often fit nowhere. Each further attempt doubles the number.
  static let firstPartitionAttempt = 250

  /// The most goals that an attempt of ``SmallestPartition`` assigns. Beyond it, the result is not
  /// proven smallest.
  static let partitionAttempt = 20_000

  /// The most goals of a feature that ``SuiteGoals`` compares in pairs.
  static let impliedGoals = 100

  /// Results of ``IntersectionTests`` that are kept: 32 MiB.
  static let knownIntersections = 1 << 20

  /// Goals compared for a cover's lower bound, with a bit for each pair: 2 MiB.
  static let boundGoals = 4096

  /// Steps for finding goals that no state shows together.
  static let boundSteps = 1 << 24

  /// Steps of ``StateMerging``. 12,000 goals that do not affect each other take 2^22 steps.
  static let mergeSteps = 1 << 24

  /// Rounds of ``StateMerging``.
  static let mergeRounds = 8

  /// Cliques that the search for a largest one extends.
  static let cliqueAttempts = 200_000

  /// 64-bit words of bit masks that the search for a clique processes; about 0.3 s.
  static let cliqueWords = 1 << 28
}

/// Ends an analysis early, from any thread. It then ends as if beyond its limit: the result must be
/// discarded, not cached.
package final class Cancellation: Sendable {
  private let isSet = Locked(false)

  package init() {}

  package func cancel() { isSet.withLock { $0 = true } }

  package var isCancelled: Bool { isSet.withLock { $0 } }

  // MARK: The current thread

  /// Nil if nothing can cancel the analyses of this task.
  @TaskLocal package static var current: Cancellation?

  package static var isRequested: Bool { current?.isCancelled ?? false }

  /// Runs `body`, whose analyses this object can cancel. Threads that `body` starts must call this
  /// themselves.
  package func perform<Result>(_ body: () -> Result) -> Result {
    Self.$current.withValue(self, operation: body)
  }
}

package struct LimitExceeded: Error, Hashable, Sendable {
  package let budget: Int
  package let unit: Unit

  package enum Unit: Sendable {
    case steps

    case texts
  }

  package private(set) var origin: Origin?

  package struct Origin: Hashable, Sendable {
    package let target: References.Target

    /// The manifest's index: 1 for the second in a comparison.
    package let side: Int
  }

  init(budget: Int, unit: Unit = .steps, origin: Origin? = nil) {
    self.budget = budget
    self.unit = unit
    self.origin = origin
  }

  /// Adds the ``origin``, unless there is one.
  func about(_ target: References.Target, on side: Int) -> LimitExceeded {
    if origin != nil { return self }
    return LimitExceeded(budget: budget, unit: unit, origin: Origin(target: target, side: side))
  }
}
