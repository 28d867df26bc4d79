/// The budgets of the analyses over all states. They make every analysis end for every manifest.
///
/// A step is one visited edge of a decision diagram. The times are for a release build on one core at 2.4 GHz.
package enum AnalysisLimits {
  /// The budget, in steps, of one function or query in a state space that was made for a few features only, and of a
  /// search for plans. 2^20 steps take about 70 ms and 50 MiB; a feature that requires 2,000 products needs 2^18.
  package static let steps = 1 << 20

  /// The budget, in steps, of one function or query in the state space that many features share. It suffices for nearly
  /// all features; requiring 500 products takes 2^15 steps. A query that exceeds it is repeated in a space of its own,
  /// with ``steps``.
  ///
  /// It is much smaller than ``steps`` so that results do not depend on other features. A query may succeed in the
  /// shared space only because other features led to a good variable order, but in so few steps that ``steps`` suffice
  /// in its own space too.
  static let sharedSteps = 1 << 16

  /// The number of diagram nodes above which a store is emptied before the next query. If the first query after that
  /// creates more than half as many nodes, the limit becomes twice the number of nodes that the query created. Nodes
  /// are quickly computed again; 2^16 nodes take 3 MiB, which fits in a processor's cache.
  static let nodes = 1 << 16

  /// The budget, in steps, of each assumption and of their conjunction. It is larger than ``steps`` because it is spent
  /// once and not for each feature: 2^23 steps take half a second.
  static let assumptionSteps = 1 << 23

  /// The number of steps between two checks whether the analysis was canceled; they take about a quarter of a
  /// millisecond.
  static let cancellationSteps = 1 << 12

  /// The maximum number of transitions that the search of ``TextClasses`` tries. The search finds a shortest text for
  /// each combination of patterns; a transition appends one Unicode scalar to a text. The necessary number doubles with
  /// each pattern that can match independently of the others.
  static let textSteps = 1 << 20

  /// The maximum number of texts that the patterns of one attribute may describe. If there are more, no plan can be
  /// searched for.
  static let plannedTexts = 10_000

  /// The maximum number of features and conditions in chains of dependencies for which variables are numbered in the
  /// order of their first occurrence. If there are more, the variables of a feature come before those of the features
  /// that it requires. In the order of first occurrence, a chain of 100 features that each require the next takes
  /// 10,000 steps, and one of 1,000 features would take a million.
  static let chain = 100

  /// The maximum number of rounds of the search for a variable order. Each round computes a whole order, so that the
  /// search would otherwise not end where the orders alternate.
  static let orderRounds = 30

  // MARK: Caches

  /// The maximum number of entries of a store's cache of results. A full cache overwrites entries: this bounds its
  /// memory to 16 MiB, and costs time but changes no result.
  static let cachedResults = 1 << 20

  /// The maximum number of pairs of diagrams whose shortest paths are stored, checked before each search. It bounds the
  /// memory of the tables, which are otherwise kept for as long as the store's diagrams.
  static let pathPairs = 1 << 18

  /// The maximum number of state spaces that are kept to prove claims, one for each set of additional breakpoints. Each
  /// may have ``nodes`` nodes, which take 3 MiB.
  static let keptSpaces = 16

  // MARK: Findings

  /// The maximum number of sets, complete or not, that ``MinimumHittingSet`` tries to find one smallest unsatisfiable
  /// core, because its search takes exponential time. Beyond it, the core is minimal, but perhaps not smallest.
  static let hittingSetAttempts = 100_000

  /// The maximum number of operands of an AND or OR that may depend on a variable for ``NeededOperands`` to change its
  /// value. That is a quick search for operands that are not redundant. Without this limit, the number of its checks
  /// would grow with the square of the number of operands.
  static let operandUsers = 64

  /// The maximum number of diagram nodes of an operand that ``NeededOperands`` examines. That is a quick search for
  /// operands of an AND or OR that are not redundant. A slower proof decides for operands with more nodes.
  static let operandNodes = 32

  /// The maximum number of values that ``NeededOperands`` tries for each variable of an operand. That is a quick search
  /// for operands of an AND or OR that are not redundant. Without this limit, a variable with very many values could
  /// make it slower than the proof that it replaces.
  static let operandValues = 8

  // MARK: Covers

  /// The maximum number of goals for which the search for a cover compares all pairs at once, without a quicker search
  /// before. A goal is a status or a blocker that a state must show. 400 goals take up to a second.
  static let comparedGoals = 400

  /// The maximum number of goals for which all pairs are compared if a quicker search has not found a provably smallest
  /// cover: 800 goals have 320,000 pairs, which take up to 6 s.
  static let maxComparedGoals = 800

  /// The budget for comparing all pairs of goals, in steps: 2^26 steps take about 5 s.
  static let comparisonSteps = 1 << 26

  /// The budget, in steps, of each search for a smallest partition: a division of all goals into as few groups as
  /// possible, such that one state shows all goals of a group.
  static let partitionSteps = 1 << 26

  /// The number of goals that the depth-first search of ``SmallestPartition`` assigns to groups before its first
  /// attempt ends. A short first attempt finds the goals that often fail. The next attempt, which is twice as long,
  /// assigns them first.
  static let firstPartitionAttempt = 250

  /// The maximum number of goals that the depth-first search of ``SmallestPartition`` assigns to groups in one attempt.
  /// The search takes exponential time in the worst case; beyond the limit, the partition found so far is not proven to
  /// be smallest.
  static let partitionAttempt = 20_000

  /// The maximum number of times that ``PartitionImprovement`` moves a goal into a group. Its tabu search does not
  /// notice that no better partition exists, so that only this limit ends it.
  static let partitionMoves = 4_000

  /// The maximum number of goals that are compared to prove a lower bound for the size of a cover. The search stores a
  /// bit for each pair of goals: 4,096 goals take 2 MiB.
  static let boundGoals = 4096

  /// The budget, in steps, of the search for pairs of goals that no state shows together. These pairs prove a lower
  /// bound for the size of a cover.
  static let boundSteps = 1 << 24

  /// A variable counts as common if more than this number of features depend on it. Typical examples are the variables
  /// of the system and of permissions.
  static let commonUses = 8

  /// The budget, in steps, of the greedy merging of goals, which assigns several goals to one state; 12,000 independent
  /// goals take 2^22 steps.
  static let mergeSteps = 1 << 26

  /// The maximum number of rounds of the greedy merging of goals. Each round starts with the goals that were hardest to
  /// merge in the last one.
  static let mergeRounds = 8

  /// The maximum number of cliques (sets of goals of which no state shows two) that the search for a largest clique
  /// extends. The search takes exponential time in the worst case. Its result is a lower bound for the size of a cover;
  /// beyond the limit, the bound may be smaller than it could be.
  static let cliqueAttempts = 200_000

  /// The budget of the search for a largest clique in the graph of incompatible goals. The unit is a processed 64-bit
  /// word of a bit mask with one bit for each goal. Processing 2^28 words takes about 0.3 s.
  static let cliqueWords = 1 << 28
}
