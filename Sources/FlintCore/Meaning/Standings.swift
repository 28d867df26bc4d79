/// What is said of constraints, as logic.
extension Manifest {
  /// Everything that can be said of a constraint of a feature, and where: the first that holds is said.
  ///
  /// - Parameter block: the conditional block that declares it, if any.
  package func sentences(
    on constraint: Constraint, block: Int?, in feature: Int
  ) -> [(when: Formula, sentence: OpenSentence)] {
    var standings: [(Standing, when: Formula)] = []
    if case .platform(let platform, _) = constraint {
      standings.append((.concernsAnother, .not(.test(.system(platform, nil)))))
    }
    if block != nil {
      standings.append((.notRequired, isInactive(constraint, block: block, in: feature)))
    }
    standings += self.standings(of: constraint, in: feature)
    let speaker = AnyState(self)
    return standings.map { standing, when in
      var sentence = OpenSentence()
      speaker.write(constraint, standing, to: &sentence)
      return (when, sentence)
    }
  }

  /// What is said besides where ``hasOpenGuard(_:block:in:)``.
  package var sentenceOnOpenGuard: OpenSentence {
    var sentence = OpenSentence()
    AnyState(self).writeOpenGuard(to: &sentence)
    return sentence
  }

  /// Where a constraint takes no part; never unknown.
  package func isInactive(_ constraint: Constraint, block: Int?, in feature: Int) -> Formula {
    var any: [Formula] = []
    if case .platform(let platform, _) = constraint {
      any.append(.not(.test(.system(platform, nil))))
    }
    if let block {
      any.append(.holds(meaning(of: features[feature].conditional[block].guardian), .no))
    }
    return .any(any)
  }

  /// Where a constraint is open because nobody knows yet if its block applies; never unknown.
  package func hasOpenGuard(_ constraint: Constraint, block: Int?, in feature: Int) -> Formula {
    guard let block else { return .constant(.no) }
    let guardian = meaning(of: features[feature].conditional[block].guardian)
    return .all([
      .holds(guardian, .unknown), .not(.holds(meaning(of: constraint, in: feature), .yes)),
    ])
  }

  /// How a constraint that takes part can stand, and where; the last one everywhere else.
  private func standings(
    of constraint: Constraint, in feature: Int
  ) -> [(Standing, when: Formula)] {
    let always = Formula.constant(.yes)
    func truths(_ standing: (Ternary) -> Standing, _ formula: Formula) -> [(
      Standing, when: Formula
    )] {
      [
        (standing(.no), .holds(formula, .no)),
        (standing(.unknown), .not(.holds(formula, .yes))),
        (standing(.yes), always),
      ]
    }
    switch constraint {
    case .platform(_, .any), .platform(_, .unsupported): return [(.whatever, always)]
    case .platform(let platform, .versions(let range)):
      return positions(range) { .test(.system(platform, $0)) }
    case .appVersion(let range): return positions(range) { appVersion(in: $0) }
    case .runtimeEnabled, .userToggled:
      return truths(Standing.flag, meaning(of: constraint, in: feature))
    case .permission(let permission):
      let isNeverOffered = Formula.not(
        .any(
          Platform.allCases.compactMap { platform in
            permission.support.firstVersion(on: platform).map { _ in .test(.system(platform, nil)) }
          }))
      func has(_ status: SystemPermissionStatus) -> Formula {
        .reference(.status(permission, .only(status)))
      }
      return [(.neverOffered, .all([has(.unsupported), isNeverOffered]))]
        + SystemPermissionStatus.allCases.dropFirst().map { (.permission($0), has($0)) }
        + SystemPermissionStatus.allCases.prefix(1).map { (.permission($0), always) }
    case .purchase(let expression):
      return [(.unlocked, .test(.unlocked(feature)))]
        + truths(Standing.purchase, purchase(expression, credits: .constant(.no)))
    case .attribute(let requirement):
      return [
        (.value(isRight: true), .holds(attribute(meeting: requirement), .yes)),
        (.value(isRight: false), always),
      ]
    }
  }

  private func positions(
    _ range: VersionRange, _ isIn: (VersionRange) -> Formula
  ) -> [(Standing, when: Formula)] {
    var standings: [(Standing, when: Formula)] = []
    if let low = range.atLeast { standings.append((.version(.tooLow), isIn(.below(low)))) }
    if let high = range.below { standings.append((.version(.tooHigh), isIn(.atLeast(high)))) }
    return standings + [(.version(.within), .constant(.yes))]
  }
}
