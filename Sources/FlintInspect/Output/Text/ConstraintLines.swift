/// A line for each constraint; its operands below.
extension Sentences {
  func lines(
    _ rows: [Blocker], seenFrom feature: Int, at indentation: Int, isComplete: Bool
  ) -> [Line] {
    rows.flatMap { row in
      let parts = row.parts(seenFrom: feature, in: manifest, isComplete: isComplete)
      let limit = isComplete ? parts.count : 25
      let hidden = parts.count - limit
      return parts.prefix(limit).map { part in
        let start = indentation + 2 * part.depth
        return Line(indentation: start, hanging: start + 4, part.line(part.values(self)))
      }
        + (hidden > 0
          ? [
            Line(
              indentation: indentation + 4, hanging: indentation + 4,
              "\("and \(hidden) more", .quiet)")
          ] : [])
    }
  }
}

/// Lines for constraints that block in one of two states, or both. Each shows the values in both.
struct DifferenceLines {
  let old: Sentences
  let new: Sentences
  let indentation: Int

  func lines(from before: FeatureEvaluation, to now: FeatureEvaluation) -> [Line] {
    let still = Set(now.blockers.map(BlockerIdentity.init))
    let earlier = Set(before.blockers.map(BlockerIdentity.init))
    return before.blockers.filter { !still.contains(BlockerIdentity($0)) }.map {
      line("−", .good, $0, of: now, "no longer blocks")
    }
      + now.blockers.map { blocker in
        earlier.contains(BlockerIdentity(blocker))
          ? line("=", .quiet, blocker, of: now, "still blocks")
          : line("+", .bad, blocker, of: now, "now blocks")
      }
  }

  private func line(
    _ symbol: String, _ role: Role, _ blocker: Blocker, of evaluation: FeatureEvaluation,
    _ change: String
  ) -> Line {
    let constraint = blocker.constraint.constraint
    var line = Line(
      indentation: indentation, hanging: indentation + 4,
      "\(symbol, role) \(blocker.name(seenFrom: evaluation.feature, in: new.manifest))\(" \(change)", .quiet)"
    )
    guard let had = old.valuesNow(of: blocker)?.actual, let has = new.valuesNow(of: blocker) else {
      return line
    }
    line += "\(": needs ", .quiet)\(has.required)"
    if had != has.actual, !constraint.isOfOtherPlatform(than: old.state) {
      line += "\(", was ", .quiet)\(had)"
    }
    if !constraint.isOfOtherPlatform(than: new.state) {
      line += "\(", now ", .quiet)\(has.actual, had == has.actual ? .plain : role)"
    }
    return line
  }
}

extension Constraint {
  /// Whether it limits the versions of a platform other than the state's.
  func isOfOtherPlatform(than state: ResolvedState) -> Bool {
    guard case .platform(let platform, _) = self else { return false }
    return platform != state.platform
  }
}

/// Identifies a blocker without its outcome, which differs from state to state.
struct BlockerIdentity: Hashable {
  let feature: Int?
  let constraint: Constraint
  let block: Int?

  init(_ blocker: Blocker) {
    feature = blocker.feature
    constraint = blocker.constraint.constraint
    block = blocker.constraint.block
  }
}

extension Sentences {
  /// The blocker's values in this state. The blocker may come from another state.
  fileprivate func valuesNow(of blocker: Blocker) -> ConstraintDescription? {
    let owner = ConstraintContext(blocker.feature)
    return ConstraintDescription(
      evaluation(of: blocker.constraint.constraint, of: owner), of: owner, self)
  }

  /// The reported constraints and their operands in pre-order.
  func parts(of evaluation: FeatureEvaluation, verbose: Bool) -> [ReportedPart] {
    reported(of: evaluation, verbose: verbose).flatMap {
      $0.parts(seenFrom: evaluation.feature, in: manifest, isComplete: verbose)
    }
  }

  /// The blockers. If `verbose`, also the feature's other constraints for the platform.
  func reported(of evaluation: FeatureEvaluation, verbose: Bool) -> [Blocker] {
    let feature = evaluation.feature
    let obstacles = obstacles(of: evaluation)
    let own =
      verbose
      ? evaluation.constraints.filter { !$0.constraint.isOfOtherPlatform(than: state) }
        .map { Blocker(feature: feature, constraint: $0) }
      : obstacles.filter { $0.feature == feature }
    return own + obstacles.filter { $0.feature != feature }
  }
}
