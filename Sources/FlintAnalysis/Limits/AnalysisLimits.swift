/// The limits of the analyses over all states. They guarantee that every analysis ends, even for a very complex
/// manifest.
///
/// The unit of most limits is a step: one visited edge of a decision diagram, which represents a function of the state.
/// The times are for a release build on one core at 2.4 GHz.
package enum AnalysisLimits {
  /// The maximum number of steps (visited edges of decision diagrams) of a search for plans (sets of changes that make
  /// a feature available). It is also the maximum for each function or query in a state space (a set of possible
  /// states) that was made for a few features only; for one that many features share, see ``sharedSteps``. 2^20 steps
  /// take about 70 ms and 50 MiB. A feature that requires 2,000 products needs 2^18.
  package static let steps = 1 << 20

  /// The maximum number of steps for each function or query in a state space (a set of possible states) that many
  /// features share. It is sufficient for nearly all features; a feature that requires 500 products takes 2^15 steps. A
  /// query that exceeds the limit is repeated in a state space of its own, with the limit ``steps``.
  ///
  /// The limit is much lower than ``steps``, so that the result for a feature does not depend on other features. Other
  /// features can lead to a better order of variables, with which a query takes fewer steps. A query that stays within
  /// this limit with their help is very unlikely to need more than ``steps``, which is 16 times as much, in a state
  /// space of its own.
  static let sharedSteps = 1 << 16

  /// The number of nodes above which a store of decision diagrams is emptied before the next query, to save memory. If
  /// the first query in the empty store creates more than half as many nodes, the limit is twice their number. 2^16
  /// nodes take 3 MiB, which fits in a processor's cache.
  static let nodes = 1 << 16

  /// The maximum number of steps for computing each assumption, and for analyzing all assumptions together. It is
  /// larger than ``steps`` because assumptions are computed once, and not for each feature. 2^23 steps take half a
  /// second.
  static let assumptionSteps = 1 << 23

  /// The number of steps between two checks whether the caller has canceled the analysis. This number of steps takes
  /// about a quarter of a millisecond.
  static let cancellationSteps = 1 << 12

  /// The maximum number of transitions that ``TextClasses`` tries in order to find a shortest text for each combination
  /// of patterns (such as `beginsWith`). A transition appends one Unicode scalar to a text. The necessary number
  /// doubles with each pattern that can match independently of the others.
  static let textSteps = 1 << 20

  /// The number of results of ``TextClasses`` that are kept, for other state spaces with the same patterns.
  static let keptTextClasses = 64

  /// The maximum number of texts that the patterns of one attribute may describe. If there are more, the search for
  /// plans (sets of changes that make a feature available) is not started, because it would have to try each of these
  /// texts as the attribute's value.
  static let plannedTexts = 10_000

  /// The number of features and conditions with dependencies above which the variables of decision diagrams get
  /// another order. Up to this number, variables are in the order in which constraints first test them, which is slow
  /// for long chains: 100 features that each require the next take 10,000 steps, and 1,000 would take a million. Above
  /// this number, the variables of a feature come before those of the features that it requires. For 1,000 features
  /// that each require the next and a product of its own, this makes `validate` 22 times and `diff` 7 times faster.
  static let chain = 100

  /// The maximum number of rounds of the search for a good variable order. Each round computes an order from that of
  /// the round before. Without the limit, the search might never end, because the orders can alternate between two.
  static let orderRounds = 30

  // MARK: Caches

  /// The maximum number of entries in the cache for results of operations on decision diagrams, such as AND. It limits
  /// the cache to 16 MiB. A full cache overwrites entries, which costs time but changes no result.
  static let cachedResults = 1 << 20

  /// The number of pairs of decision diagrams for which ``NearestPaths`` stores shortest paths. It follows two
  /// functions at once, such as a feature's old and new status, and so stores the paths from the roots of their two
  /// diagrams to each pair of truth values. If more pairs of diagrams are stored, all paths are discarded before the
  /// next search, to limit the memory.
  static let pathPairs = 1 << 18

  /// The maximum number of state spaces (sets of possible states, with functions of these states) that are kept for
  /// proofs of further claims. A claim needs a state space of its own if its condition tests values that no other claim
  /// tests, such as a version. Each space may have ``nodes`` nodes, which take 3 MiB.
  static let keptSpaces = 16

  // MARK: Findings

  /// The maximum number of sets, complete or not, that ``MinimumHittingSet`` tries in order to find one smallest set of
  /// contradictory constraints. The search takes exponential time in the worst case. If the limit is exceeded, the
  /// resulting set is minimal (no member can be omitted), but there may be a smaller set.
  static let hittingSetAttempts = 100_000

  /// A limit of ``NeededOperands``, a quick search for operands of an AND or OR that are not redundant. The search
  /// changes one variable at a time. It skips a variable on which more operands than this number depend; otherwise, the
  /// number of its checks would grow with the square of the number of operands.
  static let operandUsers = 64

  /// The maximum number of decision diagram nodes of an operand of an AND or OR that ``NeededOperands`` examines. That
  /// quick search finds operands that are not redundant. Whether an operand with more nodes is redundant is left to a
  /// slower proof.
  static let operandNodes = 32

  /// The maximum number of values that ``NeededOperands`` tries for each variable of an operand. Without this limit, a
  /// variable with thousands of values could make this quick search slower than the proof that it replaces.
  static let operandValues = 8

  /// The number of redundant parts of a feature up to which every pair is tested for whether both can be removed. With
  /// more, which together are needed, all are reported as alternatives.
  static let jointRemovals = 32

  // MARK: Covers

  /// The maximum number of goals (situations to test) for which the search for a cover compares all pairs at once, to
  /// find a smallest set of states that shows all goals. If there are more, a quicker search (``StateMerging``) comes
  /// first, whose set may be larger than necessary. 400 goals take up to a second.
  static let comparedGoals = 400

  /// The maximum number of goals (situations to test) for which all pairs are compared if the quicker search
  /// ``StateMerging`` has not found a provably smallest set of states that shows all goals. 800 goals have 320,000
  /// pairs, which take up to 6 s.
  static let maxComparedGoals = 800

  /// The maximum number of steps for comparing all pairs of goals (situations to test). 2^24 steps take about 1.3 s and
  /// up to 300 MiB.
  static let comparisonSteps = 1 << 24

  /// The maximum number of steps of a search for a smallest partition: a division of all goals (situations to test)
  /// into as few groups as possible, such that one state can show all goals of a group.
  static let partitionSteps = 1 << 24

  /// The maximum number of pairs of a goal and a group that a search for a smallest partition examines in all of its
  /// attempts. 2^28 pairs take about a second.
  static let partitionPairs = 1 << 28

  /// The number of goals (situations to test) that ``SmallestPartition`` assigns to groups in the first attempt of its
  /// depth-first search. A short first attempt finds out which goals often fit into no group. The next attempt, which
  /// is twice as long, assigns these goals first.
  static let firstPartitionAttempt = 250

  /// The maximum number of goals (situations to test) that ``SmallestPartition`` assigns to groups in one attempt of
  /// its depth-first search. The search takes exponential time in the worst case. If the limit is exceeded, the
  /// partition found so far is not proven to be smallest.
  static let partitionAttempt = 20_000

  /// The maximum number of times that ``PartitionImprovement`` moves a goal (a situation to test) into another group.
  /// Its tabu search cannot find out that no better partition exists, so that only this limit ends it.
  static let partitionMoves = 4_000

  /// The maximum number of goals (situations to test) that are compared to prove a lower bound for the number of states
  /// in a cover. The search stores a bit for each pair of goals: 4,096 goals take 2 MiB.
  static let boundGoals = 4096

  /// The maximum number of steps of the search for pairs of goals (situations to test) that no state shows together.
  /// Such pairs prove a lower bound for the number of states in a cover.
  static let boundSteps = 1 << 24

  /// The maximum number of steps of ``StateMerging``, a greedy search for states that each show several goals
  /// (situations to test). A manifest with 12,000 goals that do not affect each other takes 2^22 steps.
  static let mergeSteps = 1 << 24

  /// The maximum number of rounds of ``StateMerging``. Each round begins with the goals that were hardest to combine
  /// with others in the round before.
  static let mergeRounds = 8

  /// The maximum number of cliques that the search for a largest one tries to extend. A clique is a set of goals
  /// (situations to test) of which no state shows two. The size of a clique is a lower bound for the number of states
  /// that show all goals. The search takes exponential time in the worst case. If the limit is exceeded, a larger
  /// clique may exist, which would prove a higher bound.
  static let cliqueAttempts = 200_000

  /// The maximum number of 64-bit words that the search for a largest set of goals (situations to test) of which no
  /// state shows two may process. The search represents sets as bit masks with one bit for each goal. 2^28 words take
  /// about 0.3 s.
  static let cliqueWords = 1 << 28
}
