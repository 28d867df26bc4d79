import FlintModel

/// What blocks in either state, with both values.
struct DifferenceLines {
  private let old: Sentences
  private let new: Sentences
  private let indentation: Int

  init(from old: Sentences, to new: Sentences, indentation: Int) {
    self.old = old
    self.new = new
    self.indentation = indentation
  }

  func lines(from before: FeatureEvaluation, to now: FeatureEvaluation) -> [Line] {
    let still = Set(now.blockers.map(BlockerIdentity.init))
    let gone = before.blockers.filter { !still.contains(BlockerIdentity($0)) }
    let earlier = Set(before.blockers.map(BlockerIdentity.init))
    return gone.map { line("−", .good, $0, of: now, "no longer blocks") }
      + now.blockers.map { blocker in
        earlier.contains(BlockerIdentity(blocker))
          ? line("=", .quiet, blocker, of: now, "still blocks")
          : line("+", .bad, blocker, of: now, "now blocks")
      }
  }

  private func concernsOtherPlatform(_ constraint: Constraint, _ sentences: Sentences) -> Bool {
    if case .requirement(.platform(let platform, _)) = constraint {
      platform != sentences.state.platform
    } else {
      false
    }
  }

  private func line(
    _ symbol: String, _ role: Role, _ blocker: Blocker, of evaluation: FeatureEvaluation,
    _ change: String
  ) -> Line {
    var line = Line(indentation: indentation, hanging: indentation + 4)
    line.add(symbol + " ", role)
    line.add(blocker.name(seenFrom: evaluation.feature, in: new.manifest))
    line.add(" \(change): ", .quiet)
    let constraint = blocker.constraint.constraint
    let had = old.factsNow(of: blocker).actual
    let has = new.factsNow(of: blocker)
    line.add("needs ", .quiet)
    line.add(has.required)
    // A constraint on the version of a platform has no actual value on other platforms.
    if had != has.actual, !concernsOtherPlatform(constraint, old) {
      line.add(", was ", .quiet)
      line.add(had)
    }
    if !concernsOtherPlatform(constraint, new) {
      line.add(", now ", .quiet)
      line.add(has.actual, had == has.actual ? .plain : role)
    }
    if blocker.feature != evaluation.feature { line.add("  (inherited)", .quiet) }
    return line
  }
}

/// A blocking constraint without its outcome and its operands' outcomes, which differ from state to state.
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
  /// Evaluated anew, because the blocker may come from another state.
  fileprivate func factsNow(of blocker: Blocker) -> ConstraintDescription {
    let owner = ConstraintContext(blocker.feature)
    let here = evaluation(of: blocker.constraint.constraint, of: owner)
    return ConstraintDescription(here, of: owner, self)
  }
}
