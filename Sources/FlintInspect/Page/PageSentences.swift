import FlintLogic
import FlintModel

/// With placeholders, and variants that planes select.
struct PageSentence: SentenceText {
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
  init(_ subject: NextStep.Subject, of action: NextStep.Action, in manifest: Manifest) {
    PlaceholderWriter(manifest: manifest).write(subject, for: action, to: &self)
  }
}

/// The first whose plane is true counts.
typealias ConditionalSentence = (when: Int, sentence: PageSentence)

private struct PlaceholderWriter: SentenceWriter {
  let manifest: Manifest

  func append(_ slot: SentencePlaceholder, in text: inout PageSentence) { text.append(.slot(slot)) }
}

private struct OpenOperands: DescribedOperands {
  /// For each truth value, a plane for each operand that is true if the operand has this value.
  let planes: [Ternary: [Int]]

  var count: Int { planes[.yes]?.count ?? 0 }

  func writeCount(_ truth: Ternary, one: String, several: String, in text: inout PageSentence) {
    text.append(.number(of: planes[truth] ?? [], one: one, several: several))
  }
}

/// Must agree with `evaluate`.
extension PageCompiler {
  mutating func sentences(
    on constraint: Constraint, block: Int?, in feature: Int?
  ) -> [ConditionalSentence] {
    let writer = PlaceholderWriter(manifest: manifest)
    func inactive(isOfCurrentPlatform: Bool) -> PageSentence {
      var sentence = PageSentence()
      writer.writeInactive(constraint, isOfCurrentPlatform: isOfCurrentPlatform, to: &sentence)
      return sentence
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
    var sentence = PageSentence()
    PlaceholderWriter(manifest: manifest).writeOpenGuard(to: &sentence)
    return sentence
  }

  private mutating func sentences(
    on constraint: Constraint, of context: ConstraintContext, isNested: Bool = false
  ) -> [ConditionalSentence] {
    let (feature, canBeUnlocked, demand) = (context.feature, context.canBeUnlocked, context.demand)
    let writer = PlaceholderWriter(manifest: manifest)
    var all: [ConditionalSentence] = []
    func append(_ when: PageCondition, _ write: (inout PageSentence) -> Void) {
      var sentence = PageSentence()
      write(&sentence)
      all.append((logic.plane(where: when), sentence))
    }
    let meaning = manifest.meaning(of: constraint, in: feature, canBeUnlocked: canBeUnlocked)
    func appendByTruth(
      _ formula: Formula, _ write: (_ truth: Ternary, _ sentence: inout PageSentence) -> Void
    ) {
      append(.no(formula)) { write(.no, &$0) }
      append(.unknown(formula)) { write(.unknown, &$0) }
      append(.always) { write(.yes, &$0) }
    }
    switch constraint {
    case .requirement(.platform(let platform, .versions(let range))):
      let (low, high) = (range.atLeast, range.below)
      func write(_ position: VersionRange.Position, _ sentence: inout PageSentence) {
        writer.write(platform, .versions(range), position, as: demand, to: &sentence)
      }
      if let low { append(.yes(.test(.system(platform, .below(low))))) { write(.tooLow, &$0) } }
      if let high {
        append(.yes(.test(.system(platform, .atLeast(high))))) { write(.tooHigh, &$0) }
      }
      append(.always) { write(.within, &$0) }
    case .requirement(.platform(let platform, let versions)):
      append(.always) { writer.write(platform, versions, .within, as: demand, to: &$0) }
    case .requirement(.platforms(let platforms)):
      append(.yes(meaning)) { writer.write(platforms, isListed: true, as: demand, to: &$0) }
      append(.always) { writer.write(platforms, isListed: false, as: demand, to: &$0) }
    case .requirement(.device(let requirement)):
      let (fact, accepted) = (requirement.fact, requirement.accepted)
      func has(_ accepted: AttributeRequirement.Accepted) -> PageCondition {
        .yes(manifest.device(DeviceRequirement(fact, accepted)))
      }
      func write(_ truth: Ternary, isTooLow: Bool = false, _ sentence: inout PageSentence) {
        writer.write(requirement, truth, isTooLow: isTooLow, as: demand, to: &sentence)
      }
      let (below, above) = (accepted.belowRange, accepted.aboveRange)
      if fact.canBeAbsent {
        append(.no(.test(.isGiven(.device(fact))))) { write(.unknown, &$0) }
      }
      if let below { append(has(below)) { write(.no, isTooLow: true, &$0) } }
      if let above { append(has(above)) { write(.no, &$0) } }
      if below == nil, above == nil { append(.no(meaning)) { write(.no, &$0) } }
      append(.always) { write(.yes, &$0) }
    case .requirement(.runtimeEnabled): appendByTruth(meaning) { writer.writeFlag($0, to: &$1) }
    case .requirement(.userToggled):
      appendByTruth(meaning) { writer.writeToggle($0 == .yes, to: &$1) }
    case .requirement(.permission(let requirement)):
      let permission = requirement.permission
      for status in SystemPermissionStatus.allCases {
        let has = PageCondition.yes(.reference(.status(permission, .only(status))))
        if status == .unsupported {
          let isOnPlatform = Formula.any([.reference(.offered(permission)), permission.isFree])
          append(.all([has, .yes(isOnPlatform)])) {
            writer.write(requirement, status, .fromDevice, as: demand, to: &$0)
          }
          append(.all([has, manifest.isEverOffered(permission)])) {
            writer.write(requirement, status, .fromVersion, as: demand, to: &$0)
          }
        }
        append(has) { writer.write(requirement, status, .fromPlatform, as: demand, to: &$0) }
      }
    case .requirement(.purchase(let expression)):
      if canBeUnlocked, let feature {
        append(.yes(.test(.unlocked(feature)))) { writer.writeUnlocked(to: &$0) }
      }
      if case .product(let product, nil) = expression {
        let isDetailed = manifest.status(of: product, TruthTable { Ternary($0.isDetailed) })
        append(.yes(isDetailed)) {
          writer.write(expression, .yes, isDetailed: true, as: demand, to: &$0)
        }
      }
      let purchased = manifest.meaning(of: .purchase(expression), in: nil)
      let isMissing = logic.plane(where: .no(purchased))
      for statuses in PurchaseStatus.lapsed {
        for product in expression.sufficientProducts(in: manifest) {
          let possible = statuses.filter(manifest.products[product].type.allows)
          if possible.isEmpty { continue }
          let has = manifest.status(of: product, TruthTable { Ternary(possible.contains($0)) })
          var sentence = PageSentence()
          writer.writeStatus(of: product, to: &sentence)
          all.append((logic.and(isMissing, logic.plane(where: .yes(has))), sentence))
        }
      }
      appendByTruth(purchased) {
        writer.write(expression, $0, isDetailed: false, as: demand, to: &$1)
      }
    case .requirement(.attribute(let requirement)):
      var hasDate: Bool?
      if case .age = requirement.accepted {
        let isUnknown = PageCondition.yes(manifest.attribute(requirement.attribute, is: .unknown))
        append(isUnknown) {
          writer.write(requirement, isMet: false, hasDate: nil, as: demand, to: &$0)
        }
        append(.no(.test(.isGiven(.date)))) {
          writer.write(requirement, isMet: false, hasDate: false, as: demand, to: &$0)
        }
        hasDate = true
      }
      append(.yes(meaning)) {
        writer.write(requirement, isMet: true, hasDate: hasDate, as: demand, to: &$0)
      }
      append(.always) {
        writer.write(requirement, isMet: false, hasDate: hasDate, as: demand, to: &$0)
      }
    case .requirement(.rollout(let requirement)) where requirement.fixedOutcome(in: context) != nil:
      append(.always) { writer.write(requirement, isWithin: nil, of: context, to: &$0) }
    case .requirement(.rollout(let requirement)):
      let isWithin: PageCondition =
        switch requirement.percent {
        case .zero: .never
        case .hundred: .always
        default: .yes(.test(.bucket(requirement.bucket, below: requirement.percent)))
        }
      append(.no(.test(.isGiven(.bucket(requirement.bucket))))) {
        writer.write(requirement, isWithin: nil, of: context, to: &$0)
      }
      append(isWithin) { writer.write(requirement, isWithin: true, of: context, to: &$0) }
      append(.always) { writer.write(requirement, isWithin: false, of: context, to: &$0) }
    case .feature(let other):
      appendByTruth(meaning) { writer.write($0, ofFeature: other, to: &$1) }
    case .condition(let condition):
      appendByTruth(meaning) { writer.write($0, ofCondition: condition, to: &$1) }
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
    let operands = OpenOperands(planes: planes)
    var sentence = PageSentence()
    sentence.append(
      .first(
        Self.cases(whole).map { truth, when in
          var opening = PageSentence()
          if areAlternatives {
            operands.writeAlternatives(truth, to: &opening)
          } else {
            operands.writeAll(truth, to: &opening)
          }
          return (logic.plane(where: when), opening)
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
    let writer = PlaceholderWriter(manifest: manifest)
    let whole = manifest.meaning(of: condition, in: context.feature)
    var sentence = PageSentence()
    sentence.append(
      .first(
        Self.cases(whole).map { truth, when in
          var opening = PageSentence()
          writer.writeExclusion(of: truth, to: &opening)
          return (logic.plane(where: when), opening)
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
