internal import FlintCore
import FlintLogic

/// A sentence with placeholders, which the HTML report page replaces by values of the state. Some parts of the sentence
/// have several variants. The page selects one by planes, which are truth values that it computes for the state.
struct PageSentence: SentenceText {
  indirect enum Phrase {
    case text(String)
    case slot(SentencePlaceholder)

    /// The number of those listed planes (truth values that the HTML report page computes) that are true, with a text,
    /// such as `2 alternatives`. `one` is the text after the number 1, and `several` the text after any other number.
    case number(of: [Int], one: String, several: String)

    /// A list of the texts whose planes (truth values that the HTML report page computes) are true. If there are many,
    /// only the first few are listed.
    case list([(plane: Int, text: String)])

    /// The sentences about those operands of a constraint (such as the alternatives of an `anyOf`) whose planes are
    /// true. A plane is a truth value that the HTML report page computes. For each operand, there are several
    /// sentences, of which the page shows the first that applies.
    case sentences([(plane: Int, sentences: [ConditionalSentence])])

    /// The first sentence whose plane, a truth value that the HTML report page computes, is true.
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

  mutating func append(_ phrase: Phrase) { phrases.append(phrase) }
}

extension PageSentence {
  /// Creates the name of a next step's subject, such as a product, as it appears in the sentence about the step.
  init(_ subject: NextStep.Subject, of action: NextStep.Action, in manifest: Manifest) {
    PlaceholderWriter(manifest: manifest).write(subject, for: action, to: &self)
  }
}

/// A sentence, with the number of the plane (a truth value that the HTML report page computes) that is true if the
/// sentence applies. In a list of such sentences, the page shows only the first that applies.
typealias ConditionalSentence = (when: Int, sentence: PageSentence)

/// Writes sentences that contain placeholders where they depend on values of the state.
private struct PlaceholderWriter: SentenceWriter {
  let manifest: Manifest

  func append(_ slot: SentencePlaceholder, in text: inout PageSentence) { text.append(.slot(slot)) }
}

/// Writes phrases about the operands of a constraint, such as the alternatives of an `anyOf`. Which operands are true
/// depends on the state, so the phrases contain planes (truth values that the HTML report page computes) by which the
/// page selects the operands to mention.
private struct OpenOperands: DescribedOperands {
  let requirements: [String]

  /// For each truth value, the numbers of planes, one for each operand of the constraint (such as an alternative of an
  /// `anyOf`). A plane is a truth value that the HTML report page computes for the state that it shows: for example,
  /// each plane in the list with the key `.no` is true if its operand is false.
  let planes: [Ternary: [Int]]

  var count: Int { requirements.count }

  func writeCount(_ truth: Ternary, one: String, several: String, in text: inout PageSentence) {
    text.append(.number(of: planes[truth] ?? [], one: one, several: several))
  }

  func writeList(_ truth: Ternary, in text: inout PageSentence) {
    text.append(.list(Array(zip(planes[truth] ?? [], requirements))))
  }
}

/// The sentences about constraints, for all states, because the reader of the HTML report page can change the state.
/// Each sentence has the condition under which it applies. In any single state, it must be the same sentence as that of
/// `evaluate`.
extension PageCompiler {
  /// Returns all sentences about a constraint, each with the condition under which it applies. `block` is the index of
  /// the conditional block that contains the constraint, if any; `feature` is nil if the app declares it.
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
    on constraint: Constraint, of context: ConstraintContext
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
      let operands = operands(conditions, in: feature, canBeUnlocked: canBeUnlocked)
      appendByTruth(meaning) { operands.writeAll($0, to: &$1) }
    case .anyOf(let conditions):
      let operands = operands(conditions, in: feature, canBeUnlocked: canBeUnlocked)
      appendByTruth(meaning) { operands.writeAlternatives($0, to: &$1) }
    case .not(let condition): all.append(exclusion(of: condition, in: context.inNot))
    }
    return all
  }

  private mutating func operands(
    _ conditions: [Condition], in feature: Int?, canBeUnlocked: Bool
  ) -> OpenOperands {
    var planes: [Ternary: [Int]] = [:]
    for condition in conditions {
      let meaning = manifest.meaning(of: condition, in: feature, canBeUnlocked: canBeUnlocked)
      planes[.no, default: []].append(logic.plane(where: .no(meaning)))
      planes[.unknown, default: []].append(logic.plane(where: .unknown(meaning)))
      planes[.yes, default: []].append(logic.plane(where: .yes(meaning)))
    }
    let requirements = conditions.map { condition in
      var text = ""
      condition.writeRequirement(in: manifest, to: &text)
      return text
    }
    return OpenOperands(requirements: requirements, planes: planes)
  }

  /// Returns the sentence about a `not`. It is a single sentence for all truth values of the `not`, so that it contains
  /// the sentences about the operands only once. With one sentence for each truth value, the text would grow
  /// exponentially with the depth of nested `not`s.
  private mutating func exclusion(
    of condition: Condition, in context: ConstraintContext
  ) -> ConditionalSentence {
    let feature = context.feature
    let writer = PlaceholderWriter(manifest: manifest)
    let whole = manifest.meaning(of: condition, in: feature)
    func cases(_ formula: Formula) -> [(Ternary, PageCondition)] {
      [(.no, .no(formula)), (.unknown, .unknown(formula)), (.yes, .yes(formula))]
    }
    var sentence = PageSentence()
    sentence.append(
      .first(
        cases(whole).map { truth, when in
          var opening = PageSentence()
          writer.writeExclusion(of: truth, to: &opening)
          return (logic.plane(where: when), opening)
        }))
    sentence.append(
      .sentences(
        condition.constraints.map { constraint in
          let meaning = manifest.meaning(of: constraint, in: feature, canBeUnlocked: false)
          // Only operands with the same truth value as the whole are described.
          let isDetailed = PageCondition.any(
            zip(cases(whole), cases(meaning)).map { .all([$0.1, $1.1]) })
          return (
            logic.plane(where: isDetailed),
            sentences(on: constraint, of: context)
          )
        }))
    return (logic.always, sentence)
  }

  /// Returns the guard (the condition) of a conditional block as a formula. `block` is the index of the block in the
  /// feature with the index `feature`. The result is nil if `block` is nil, because the constraint is outside any
  /// block, or if `feature` is nil, because only features have conditional blocks.
  func guarding(_ block: Int?, in feature: Int?) -> Formula? {
    guard let block, let feature else { return nil }
    return manifest.meaning(
      of: manifest.features[feature].conditional[block].condition, in: feature)
  }
}

extension Manifest {
  /// Returns the condition that the platform of the state offers the permission in at least one OS version. If the
  /// installed version does not offer it, an OS upgrade can then help.
  func isEverOffered(_ permission: SystemPermission) -> PageCondition {
    .any(
      Platform.allCases.compactMap { platform in
        permission.support.firstVersion(on: platform).map { _ in
          .yes(.test(.system(platform, nil)))
        }
      })
  }
}
