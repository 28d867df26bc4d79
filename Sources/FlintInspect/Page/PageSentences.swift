import FlintLogic
import FlintModel

/// With placeholders, and variants that planes select.
struct PageSentence {
  indirect enum Phrase {
    case text(String)
    case slot(SentencePlaceholder)

    /// How many are true.
    case number(of: [Int], one: String, several: String)

    /// The numbered operands whose planes are true. If there are many, only the first few are listed.
    case operands([ConditionalSentence])

    /// Of each true operand the first that applies.
    case sentences([(plane: Int, sentences: [ConditionalSentence])])

    case first([ConditionalSentence])
  }

  private(set) var phrases: [Phrase] = []

  init(_ text: String = "") {
    if !text.isEmpty { phrases = [.text(text)] }
  }

  static func += (sentence: inout PageSentence, more: String) {
    if case .text(let text)? = sentence.phrases.last {
      sentence.phrases[sentence.phrases.count - 1] = .text(text + more)
    } else if !more.isEmpty {
      sentence.phrases.append(.text(more))
    }
  }

  static func += (sentence: inout PageSentence, more: PageSentence) {
    sentence.phrases += more.phrases
  }

  mutating func append(_ phrase: Phrase) { phrases.append(phrase) }
}

extension PageSentence {
  /// - Parameter planes: Of the operands, for counts.
  init(_ sentence: Sentence, counting planes: [Ternary: [Int]] = [:]) {
    for part in sentence.parts {
      switch part {
      case .text(let text): self += text
      case .placeholder(let slot): append(.slot(slot))
      case .count(let truth, let one, let several):
        append(.number(of: planes[truth] ?? [], one: one, several: several))
      }
    }
  }
}

/// The first whose plane is true counts.
typealias ConditionalSentence = (when: Int, sentence: PageSentence)

/// Must agree with `evaluate`.
extension PageCompiler {
  mutating func sentences(
    on constraint: Constraint, block: Int?, in feature: Int?
  ) -> [ConditionalSentence] {
    func inactive(isOfCurrentPlatform: Bool) -> PageSentence {
      PageSentence(
        manifest.inactiveSentence(on: constraint, isOfCurrentPlatform: isOfCurrentPlatform))
    }
    var all: [ConditionalSentence] = []
    if case .requirement(.platform(let platform, _)) = constraint {
      let isOther = logic.plane(where: .no(.test(.system(platform, nil))))
      all.append((isOther, inactive(isOfCurrentPlatform: false)))
    }
    if let guarding = guarding(block, in: feature) {
      all.append((logic.plane(where: .no(guarding)), inactive(isOfCurrentPlatform: true)))
    }
    return all + sentences(on: constraint, of: ConstraintContext(feature))
  }

  static func openGuard(in manifest: Manifest) -> PageSentence {
    PageSentence(Manifest.openGuard)
  }

  private mutating func sentences(
    on constraint: Constraint, of context: ConstraintContext, isNested: Bool = false
  ) -> [ConditionalSentence] {
    let (feature, canBeUnlocked, demand) = (context.feature, context.canBeUnlocked, context.demand)
    var all: [ConditionalSentence] = []
    func append(_ when: PageCondition, _ sentence: Sentence) {
      all.append((logic.plane(where: when), PageSentence(sentence)))
    }
    let meaning = manifest.meaning(of: constraint, in: feature, canBeUnlocked: canBeUnlocked)
    func appendByTruth(
      _ formula: Formula, _ sentence: (_ truth: Ternary) -> Sentence
    ) {
      append(.no(formula), sentence(.no))
      append(.unknown(formula), sentence(.unknown))
      append(.always, sentence(.yes))
    }
    switch constraint {
    case .requirement(.platform(let platform, .versions(let range))):
      let (low, high) = (range.atLeast, range.below)
      func sentence(_ position: RangePosition) -> Sentence {
        manifest.sentence(on: platform, .versions(range), position, as: demand)
      }
      if let low { append(.yes(.test(.system(platform, .below(low)))), sentence(.tooLow)) }
      if let high { append(.yes(.test(.system(platform, .atLeast(high)))), sentence(.tooHigh)) }
      append(.always, sentence(.within))
    case .requirement(.platform(let platform, let versions)):
      append(.always, manifest.sentence(on: platform, versions, .within, as: demand))
    case .requirement(.platforms(let platforms)):
      append(.yes(meaning), manifest.sentence(on: platforms, isListed: true, as: demand))
      append(.always, manifest.sentence(on: platforms, isListed: false, as: demand))
    case .requirement(.device(let requirement)):
      let (fact, accepted) = (requirement.fact, requirement.accepted)
      func has(_ accepted: AttributeRequirement.Accepted) -> PageCondition {
        .yes(manifest.device(DeviceRequirement(fact, accepted)))
      }
      func sentence(_ truth: Ternary, isTooLow: Bool = false) -> Sentence {
        manifest.sentence(on: requirement, truth, isTooLow: isTooLow, as: demand)
      }
      let (below, above) = (accepted.belowRange, accepted.aboveRange)
      if fact.canBeAbsent { append(.no(.test(.isGiven(.device(fact)))), sentence(.unknown)) }
      if let below { append(has(below), sentence(.no, isTooLow: true)) }
      if let above { append(has(above), sentence(.no)) }
      if below == nil, above == nil { append(.no(meaning), sentence(.no)) }
      append(.always, sentence(.yes))
    case .requirement(.runtimeEnabled): appendByTruth(meaning) { manifest.sentence(onFlag: $0) }
    case .requirement(.userToggled):
      appendByTruth(meaning) { manifest.sentence(onToggle: $0 == .yes) }
    case .requirement(.permission(let requirement)):
      let permission = requirement.permission
      for status in SystemPermissionStatus.allCases {
        func sentence(_ absence: PermissionAbsence) -> Sentence {
          manifest.sentence(on: requirement, status, absence, as: demand)
        }
        let has = PageCondition.yes(.reference(.status(permission, .only(status))))
        if status == .unsupported {
          let isOnPlatform = Formula.any([.reference(.offered(permission)), permission.isFree])
          append(.all([has, .yes(isOnPlatform)]), sentence(.fromDevice))
          append(.all([has, manifest.isEverOffered(permission)]), sentence(.fromVersion))
        }
        append(has, sentence(.fromPlatform))
      }
    case .requirement(.purchase(let expression)):
      if canBeUnlocked, let feature {
        append(.yes(.test(.unlocked(feature))), Manifest.unlockedSentence)
      }
      if case .product(let product, nil) = expression {
        let isDetailed = manifest.status(of: product, TruthTable { Ternary($0.isDetailed) })
        append(
          .yes(isDetailed), manifest.sentence(on: expression, .yes, isDetailed: true, as: demand))
      }
      let purchased = manifest.meaning(of: .purchase(expression), in: nil)
      let isMissing = logic.plane(where: .no(purchased))
      for statuses in PurchaseStatus.lapsed {
        for product in expression.sufficientProducts(in: manifest) {
          let possible = statuses.filter(manifest.products[product].type.allows)
          if possible.isEmpty { continue }
          let has = manifest.status(of: product, TruthTable { Ternary(possible.contains($0)) })
          let sentence = PageSentence(manifest.statusSentence(of: product))
          all.append((logic.and(isMissing, logic.plane(where: .yes(has))), sentence))
        }
      }
      appendByTruth(purchased) {
        manifest.sentence(on: expression, $0, isDetailed: false, as: demand)
      }
    case .requirement(.attribute(let requirement)):
      var hasDate: Bool?
      func sentence(isMet: Bool, hasDate: Bool?) -> Sentence {
        manifest.sentence(on: requirement, isMet: isMet, hasDate: hasDate, as: demand)
      }
      if case .age = requirement.accepted {
        append(
          .yes(manifest.attribute(requirement.attribute, is: .unknown)),
          sentence(isMet: false, hasDate: nil))
        append(.no(.test(.isGiven(.date))), sentence(isMet: false, hasDate: false))
        hasDate = true
      }
      append(.yes(meaning), sentence(isMet: true, hasDate: hasDate))
      append(.always, sentence(isMet: false, hasDate: hasDate))
    case .requirement(.rollout(let requirement)) where requirement.fixedOutcome(in: context) != nil:
      append(.always, manifest.sentence(on: requirement, isWithin: nil, of: context))
    case .requirement(.rollout(let requirement)):
      let isWithin: PageCondition =
        switch requirement.percent {
        case .zero: .never
        case .hundred: .always
        default: .yes(.test(.bucket(requirement.bucket, below: requirement.percent)))
        }
      append(
        .no(.test(.isGiven(.bucket(requirement.bucket)))),
        manifest.sentence(on: requirement, isWithin: nil, of: context))
      append(isWithin, manifest.sentence(on: requirement, isWithin: true, of: context))
      append(.always, manifest.sentence(on: requirement, isWithin: false, of: context))
    case .feature(let other):
      appendByTruth(meaning) { manifest.sentence(onFeature: other, $0) }
    case .condition(let condition):
      appendByTruth(meaning) { manifest.sentence(onCondition: condition, $0) }
    case .allOf(let conditions):
      all.append(combination(of: conditions, areAlternatives: false, meaning, context, isNested))
    case .anyOf(let conditions):
      all.append(combination(of: conditions, areAlternatives: true, meaning, context, isNested))
    case .not(let condition): all.append(exclusion(of: condition, in: context.inNot))
    }
    return all
  }

  private static func cases(_ formula: Formula) -> [(truth: Ternary, when: PageCondition)] {
    [(.no, .no(formula)), (.unknown, .unknown(formula)), (.yes, .yes(formula))]
  }

  /// Returns a plane that is true where two formulas have the same truth value, which must be one of `truths`.
  private mutating func isSame(
    _ one: Formula, as other: Formula, _ truths: [Ternary] = Ternary.allCases
  ) -> Int {
    let pairs = zip(Self.cases(one), Self.cases(other)).filter { truths.contains($0.0.truth) }
    return logic.plane(where: .any(pairs.map { .all([$0.0.when, $0.1.when]) }))
  }

  /// Returns the sentence about an `anyOf` or `allOf`. Like that about a `not`, it is a single one for all truth values.
  private mutating func combination(
    of conditions: [Condition], areAlternatives: Bool, _ whole: Formula,
    _ context: ConstraintContext, _ isNested: Bool
  ) -> ConditionalSentence {
    let meanings = conditions.map {
      manifest.meaning(of: $0, in: context.feature, canBeUnlocked: context.canBeUnlocked)
    }
    var planes: [Ternary: [Int]] = [:]
    for meaning in meanings {
      for (truth, when) in Self.cases(meaning) {
        planes[truth, default: []].append(logic.plane(where: when))
      }
    }
    let count = conditions.count
    var sentence = PageSentence()
    sentence.append(
      .first(
        Self.cases(whole).map { truth, when in
          let opening =
            areAlternatives
            ? Manifest.sentence(onAlternatives: count, truth)
            : Manifest.sentence(onAll: count, truth)
          return (logic.plane(where: when), PageSentence(opening, counting: planes))
        }))
    if isNested { return (logic.always, sentence) }
    let listed = areAlternatives ? Ternary.allCases : [.no, .unknown]
    sentence.append(
      .operands(
        zip(conditions, meanings).map { condition, meaning in
          let described = sentences(on: condition, explaining: whole, context, isNested: true)
          return (isSame(meaning, as: whole, listed), described)
        }))
    return (logic.always, sentence)
  }

  /// Returns the sentences about those constraints that have the same truth value as the whole.
  private mutating func sentences(
    on condition: Condition, explaining whole: Formula, _ context: ConstraintContext, isNested: Bool
  ) -> PageSentence {
    var sentence = PageSentence()
    sentence.append(
      .sentences(
        condition.constraints.map { constraint in
          let meaning = manifest.meaning(
            of: constraint, in: context.feature, canBeUnlocked: context.canBeUnlocked)
          return (
            isSame(meaning, as: whole),
            sentences(on: constraint, of: context, isNested: isNested)
          )
        }))
    return sentence
  }

  /// One for all truth values: nested ones would grow exponentially.
  private mutating func exclusion(
    of condition: Condition, in context: ConstraintContext
  ) -> ConditionalSentence {
    let whole = manifest.meaning(of: condition, in: context.feature)
    var sentence = PageSentence()
    sentence.append(
      .first(
        Self.cases(whole).map { truth, when in
          (logic.plane(where: when), PageSentence(Manifest.exclusion(of: truth)))
        }))
    sentence += sentences(on: condition, explaining: whole, context, isNested: false)
    return (logic.always, sentence)
  }

  /// Nil outside a block.
  func guarding(_ block: Int?, in feature: Int?) -> Formula? {
    guard let block, let feature else { return nil }
    return manifest.meaning(
      of: manifest.features[feature].conditional[block].condition, in: feature)
  }
}

extension Manifest {
  func isEverOffered(_ permission: SystemPermission) -> PageCondition {
    .any(
      Platform.allCases.compactMap { platform in
        permission.support.firstVersion(on: platform).map { _ in
          .yes(.test(.system(platform, nil)))
        }
      })
  }
}
