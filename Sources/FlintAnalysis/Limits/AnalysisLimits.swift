/// The budgets of all analyses over every state, so that every analysis ends for every manifest.
///
/// A step is one visited edge of a decision diagram. The times are for a release build on one core at 2.4 GHz.
package enum AnalysisLimits {
  /// The budget, in steps, of one function or one query in a separate space. 2^20 steps take about 70 ms and 50 MiB; a
  /// feature that requires 2,000 products needs 2^18.
  package static let steps = 1 << 20

  /// The budget of one function or query in a space that many features share. It suffices for nearly all features
  /// (requiring 500 products takes 2^15). It is much smaller than ``steps``: a query that succeeds here, perhaps thanks
  /// to the variable order of other features, would also succeed with ``steps``.
  static let sharedSteps = 1 << 16

  /// The number of nodes above which a store is emptied before the next query, unless its first query already created
  /// more than half of the nodes. The nodes are quickly computed again; 2^16 nodes take 3 MiB, which fits in a
  /// processor's cache.
  static let nodes = 1 << 16

  /// The budget of each assumption and of their conjunction. It is larger than ``steps`` because it is spent once and
  /// not for each feature: 2^23 steps take half a second.
  static let assumptionSteps = 1 << 23

  /// The number of steps between two checks for a canceled analysis: about a quarter of a millisecond.
  static let cancellationSteps = 1 << 12

  /// The maximum number of scalars that the search for an attribute's representative texts tries. The number doubles
  /// with each pattern that can match independently of the others.
  static let textSteps = 1 << 20

  /// The maximum number of texts that the patterns of one attribute may name for a plan to try them.
  static let plannedTexts = 10_000

  /// The maximum length of a chain of references for which variables keep the order of first occurrence. In that order,
  /// a chain of 100 features that each require the next takes 10,000 steps, and one of 1,000 features would take a
  /// million.
  static let chain = 100

  // MARK: Covers

  /// The maximum number of goals for which all pairs are compared and the smallest cover is searched for directly: 400
  /// goals take up to a second.
  static let comparedGoals = 400

  /// The maximum number of goals for which all pairs are compared at all: 800 goals are 320,000 pairs and take up to 6
  /// s.
  static let maxComparedGoals = 800

  /// The budget for comparing all pairs of goals: 2^26 steps take about 5 s.
  static let comparisonSteps = 1 << 26

  /// The budget of each search for a smallest partition of compared goals.
  static let partitionSteps = 1 << 26

  /// The maximum number of goals in the search for incompatible goals. The search stores a bit for each pair of goals:
  /// 4,096 goals take 2 MiB.
  static let boundGoals = 4096

  /// The budget of the search for incompatible goals.
  static let boundSteps = 1 << 24

  /// A variable counts as common if more than this number of features depend on it. Typical examples are the variables
  /// of the system and of permissions.
  static let commonUses = 8

  /// The budget of the greedy merging of goals into common states; 12,000 independent goals take 2^22 steps.
  static let mergeSteps = 1 << 26

  /// The maximum number of rounds of greedy merging; each round starts with the goals that were hardest in the last
  /// one.
  static let mergeRounds = 8

  /// The budget of the search for a largest clique in the incompatibility graph, in 64-bit words of its bit masks,
  /// which have one bit for each goal. Processing 2^28 words takes about 0.3 s.
  static let cliqueWords = 1 << 28
}
