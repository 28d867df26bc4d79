/// The limits of every answer over all states, so that no manifest makes an analysis run away.
///
/// A step is an edge of a decision diagram that is looked at. The times are those of a release build on one core at
/// 2.4 GHz.
package enum AnalysisLimits {
  /// The budget, in steps, of one function or one question in a space of its own. 2^20 steps take about 70 ms and 50 MiB;
  /// a feature that requires 2,000 products needs 2^18.
  package static let steps = 1 << 20

  /// The same in a space that many features share: enough for nearly all (requiring 500 products takes 2^15), and so much
  /// less than ``steps`` that a lucky order of variables, found by neighbors, decides nothing that ``steps`` could not.
  static let sharedSteps = 1 << 16

  /// A store with more nodes than this, and than the first question in it takes twice, is emptied before the next one.
  /// What it held is soon made again; 2^16 nodes take 3 MiB, which stays in a processor's cache.
  static let nodes = 1 << 16

  /// The budget of each assumption and of their conjunction, larger than ``steps`` for it is spent once and not for each
  /// feature: 2^23 steps take half a second.
  static let assumptionSteps = 1 << 23

  /// How many scalars are tried to find the texts of an attribute with patterns. Each pattern that can be matched
  /// independently of the others doubles them.
  static let textSteps = 1 << 20

  /// The most texts that the patterns of one attribute may name for a plan to try them.
  static let plannedTexts = 10_000

  /// How many references in a chain there may be before the order in which variables are met no longer serves: 100 features
  /// that each require the next take 10,000 steps in it, 1,000 would take a million.
  static let chain = 100

  // MARK: Covers

  /// With so many goals or fewer, each is compared with each other, and the fewest states are searched for: 400 goals take
  /// up to a second.
  static let comparedGoals = 400

  /// With more goals than this they are never compared pair by pair: 800 goals take 320,000 pairs and up to 6 s.
  static let maxComparedGoals = 800

  /// The budget of these comparisons: 2^26 steps take about 5 s.
  static let comparisonSteps = 1 << 26

  /// The budget of each search for the fewest states among compared goals.
  static let partitionSteps = 1 << 26

  /// How many goals a search for incompatible ones looks at: with a bit for each pair, 4,096 take 2 MiB.
  static let boundGoals = 4096

  /// The budget of this search.
  static let boundSteps = 1 << 24

  /// In how many features' goals a variable occurs that is taken for a common one, as the system and permissions are.
  static let commonUses = 8

  /// The budget of putting goals into common states one after the other; 12,000 independent goals take 2^22 steps.
  static let mergeSteps = 1 << 26

  /// How often this is tried anew, beginning with the goals that had been the hardest.
  static let mergeRounds = 8

  /// The budget of the search for a largest clique, in words of 64 goals: 2^28 of them take about 0.3 s.
  static let cliqueWords = 1 << 28
}
