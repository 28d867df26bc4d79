import FlintCore

/// What can be seen of features, each with where it is seen among the states that exist.
struct GoalFunctions: ~Copyable {
  var space: StateSpace
  private(set) var goals: [CoverGoal] = []

  /// For each goal, yes where it is shown and no elsewhere.
  private(set) var functions: [Diagram] = []

  /// The states that exist, as far as goals can tell.
  private(set) var existing = Diagram.yes

  init(
    of features: [Int], in manifest: Manifest, _ extent: CoverExtent,
    _ observe: (CoverStep) -> Void
  ) throws(Cover.Entangled) {
    var first = GoalFunctions(StateSpace(manifest))
    if first.find(features, extent, observe) == nil {
      self = first
      return
    }
    // The order in which variables are met does not suit all of these features together.
    self.init(first.space.separate(for: [features.map { .feature($0) }], .compact))
    if let failure = find(features, extent, observe) { throw failure }
  }

  private init(_ space: consuming StateSpace) { self.space = space }

  /// Leaves out all other goals.
  mutating func keep(_ wanted: [CoverGoal]) {
    let wanted = Set(wanted)
    let kept = goals.indices.filter { wanted.contains(goals[$0]) }
    (goals, functions) = (kept.map { goals[$0] }, kept.map { functions[$0] })
  }

  /// The feature at which the work became too much; nil where all goals were found.
  private mutating func find(
    _ features: [Int], _ extent: CoverExtent, _ observe: (CoverStep) -> Void
  ) -> Cover.Entangled? {
    for (index, feature) in features.enumerated() {
      observe(.feature(index + 1, of: features.count))
      space.beginStep()
      do throws(TooLarge) {
        try add(feature, extent)
      } catch {
        return Cover.Entangled(feature: feature, reason: error)
      }
    }
    space.store.grant(AnalysisLimits.comparisons)
    do throws(TooLarge) {
      try keepExisting()
      return nil
    } catch {
      return Cover.Entangled(feature: features.last ?? 0, reason: error)
    }
  }

  private mutating func add(_ feature: Int, _ extent: CoverExtent) throws(TooLarge) {
    let status = try space.status(of: feature, side: 0)
    for wanted in FeatureStatus.allCases {
      let function = try space.store.map(
        status, no: Ternary(wanted == .unavailable), unknown: Ternary(wanted == .undetermined),
        yes: Ternary(wanted == .available))
      add(CoverGoal(feature, .status(wanted)), function)
    }
    switch extent {
    case .statuses: break
    case .statusesAndBlockers: try addBlockers(of: feature)
    }
  }

  private mutating func addBlockers(of feature: Int) throws(TooLarge) {
    let places = space.sides[0].manifest.places(of: feature)
    if places.isEmpty { return }
    var met: [Diagram] = []
    for contribution in try space.contributions(of: feature, side: 0) {
      met.append(try space.store.isYes(contribution))
    }
    // Everything that is met behind a constraint, and with what is before it and above.
    var behind = [Diagram](repeating: .yes, count: met.count)
    for index in met.indices.dropFirst().reversed() {
      behind[index - 1] = try space.store.and(behind[index], met[index])
    }
    var before = try space.store.isYes(space.above(feature, 0))
    for (index, place) in places.enumerated() {
      let others = try space.store.and(before, behind[index])
      let alone = try space.store.and(others, space.store.not(met[index]))
      add(CoverGoal(feature, .onlyBlocker(place)), alone)
      before = try space.store.and(before, met[index])
    }
  }

  private mutating func add(_ goal: CoverGoal, _ function: Diagram) {
    guard space.store.canBe(.yes, function) else { return }
    goals.append(goal)
    functions.append(function)
  }

  /// Leaves out what only states would show that cannot exist.
  private mutating func keepExisting() throws(TooLarge) {
    existing = try space.existing(for: functions)
    if existing == .yes { return }
    var (reachable, places): ([CoverGoal], [Diagram]) = ([], [])
    for (goal, function) in zip(goals, functions) {
      let place = try space.store.and(function, existing)
      guard space.store.canBe(.yes, place) else { continue }
      reachable.append(goal)
      places.append(place)
    }
    (goals, functions) = (reachable, places)
  }
}
