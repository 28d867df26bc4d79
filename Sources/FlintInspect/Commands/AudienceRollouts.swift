/// Users inside a feature's rollouts of one bucket, among those eligible. Eligible users would have
/// the feature without these rollouts, which may be inside a `not`.
struct RolloutShare {
  let names: [String]
  let inside: Int64
  let eligible: Int64

  /// Users without a rollout position.
  let unplaced: Int64

  /// The range of rollout positions that have the feature; nil with `--merge`, which has no
  /// manifest.
  var set: (lower: Percent, upper: Percent)?

  /// Whether ``set``'s width is an eligible user's probability of being inside.
  var isChance = false

  /// - Parameter index: The feature's index in the manifest; nil with `--merge`.
  static func all(
    of feature: Audience.Feature, _ index: Int?, in manifest: Manifest?
  ) -> [RolloutShare] {
    guard let manifest, let index else {
      return feature.constraints.filter { $0.feature == feature.id && $0.constraint == "rollout" }
        .map {
          RolloutShare(
            names: ["rollout"], inside: feature.available,
            eligible: feature.available &+ $0.decisive, unplaced: $0.notDetermined)
        }
    }
    let rollouts = zip(manifest.features[index].constraints, feature.constraints)
      .compactMap { constraint, total in constraint.rollout.map { (rule: $0, total: total) } }
    if rollouts.isEmpty { return [] }
    var tests: [Int: Int] = [:]
    for target in manifest.closure(of: [index]) {
      manifest.forEachTest(of: target) { test, _ in
        if case .bucket(let bucket) = test.fact { tests[bucket, default: 0] += 1 }
      }
    }
    var buckets = DistinctList<Int>()
    for rollout in rollouts { buckets.append(rollout.rule.bucket) }
    return buckets.elements.map { bucket in
      let own = rollouts.filter { $0.rule.bucket == bucket }
      let (arms, others) = (own.filter(\.rule.isInside), own.filter { !$0.rule.isInside })
      let unplaced = own.map(\.total.notDetermined).max() ?? 0
      return RolloutShare(
        names: own.map { $0.rule.isInside ? "rollout" : "not rollout" }, inside: feature.available,
        // No position is outside both, so no user is counted twice.
        eligible: own.reduce(feature.available) { $0 &+ $1.total.decisive }, unplaced: unplaced,
        set: (
          others.map(\.rule.percent).max() ?? .zero, arms.map(\.rule.percent).min() ?? .hundred
        ),
        isChance: tests[bucket] == own.count && unplaced == 0)
    }
  }

  /// - Parameter isJudged: Whether to mark improbable shares. Each line of the population must then
  ///   be one user, with a position of its own.
  func line(judged isJudged: Bool) -> Line {
    let share = inside.share(of: eligible).dropLast()
    let name = names.joined(separator: " and ")
    var line = Line(
      indentation: 2,
      "\(name): \(inside.grouped) of \(eligible.grouped) eligible = \(share) %")
    if let set {
      let width = max(set.upper.tenThousandths - set.lower.tenThousandths, 0)
      line.add(" (set: \(Percent(tenThousandths: Int(width)) ?? .zero) %)", .quiet)
      if isJudged, isChance, isImprobable(Double(width) / 1_000_000) {
        line.add("; more than chance explains (Chernoff bound, p < 0.001)", .open)
      }
    }
    if unplaced > 0 { line.add("; without a position: \(counted(users: unplaced))", .open) }
    return line
  }

  /// Whether a share like this has a probability below 0.1 %. By Chernoff's bound of the binomial
  /// distribution, which never understates how likely that is.
  private func isImprobable(_ probability: Double) -> Bool {
    let share = Double(inside) / Double(eligible)
    func term(_ share: Double, _ probability: Double) -> Double {
      share > 0 ? share * log(share / probability) : 0
    }
    let divergence = term(share, probability) + term(1 - share, 1 - probability)
    return Double(eligible) * divergence > log(2 / 0.001)
  }
}

extension Constraint {
  fileprivate var rollout: (bucket: Int, percent: Percent, isInside: Bool)? {
    switch self {
    case .rollout(let rollout): return (rollout.bucket, rollout.percent, true)
    case .not(let condition):
      guard condition.constraints.count == 1,
        case .rollout(let rollout) = condition.constraints[0]
      else { return nil }
      return (rollout.bucket, rollout.percent, false)
    default: return nil
    }
  }
}
