import FlintLogic
import FlintModel
import FlintText

/// What is required (`authorized`), and what is (`denied`).
struct ConstraintDescription {
  let required: String
  let actual: String

  init(
    _ evaluation: ConstraintEvaluation, of context: ConstraintContext, _ sentences: Sentences
  ) {
    let basis = sentences.basis
    let facts = ConstraintFacts(evaluation, of: context, sentences)
    switch evaluation.constraint {
    case .requirement(.purchase(let expression)):
      required = basis.state.manifest.displayName(of: expression)
      actual = Self.holdings(of: expression, basis.state)
    case .requirement(.platform(let platform, .unsupported)):
      required = "another platform"
      actual =
        platform == basis.state.platform ? basis.state.deviceDisplayText : facts.actual.displayText
    case .requirement(.platform(_, .any)):
      required = "any version"
      actual = facts.actual.displayText
    case .requirement(.permission(let requirement)):
      let statuses = requirement.statuses ?? [.authorized]
      required = statuses.map(\.label).joined(separator: " or ")
      actual = basis.state.status(of: requirement.permission).label
    case .requirement(.rollout(let requirement)):
      let bucket = basis.state.manifest.buckets[requirement.bucket]
      required = "a position below \(requirement.percent) % in “\(bucket)”"
      actual = facts.actual.displayText
    case .feature(let feature):
      required = "“\(basis.state.manifest.features[feature].name)” available"
      actual = facts.actual.displayText
    case .requirement(.attribute(let requirement)):
      var text = facts.actual.displayText
      if case .age = requirement.accepted {
        let attribute = basis.state.manifest.attributes[requirement.attribute]
        required = attribute.domain.displayName(of: requirement.accepted)
        if facts.actual != .unknown {
          text += basis.state.date.map { ", as of \($0)" } ?? ", current date unknown"
        }
      } else {
        required = facts.required.displayText
      }
      actual = text
    case .allOf(let conditions):
      required = conditions.count == 1 ? "1 condition" : allConditions(conditions.count)
      actual = Self.met(evaluation)
    case .anyOf(let conditions):
      required = conditions.count == 1 ? "1 alternative" : "one of \(conditions.count) alternatives"
      actual = Self.met(evaluation)
    case .not:
      required = "its condition false"
      switch evaluation.operandsTruth {
      case .yes: actual = "false"
      case .no: actual = "true"
      case .unknown: actual = "unknown"
      }
    case .condition(let condition):
      required = "“\(basis.state.manifest.conditions[condition].name)”"
      actual = Self.word(sentences.truth(of: evaluation.constraint, of: context))
    case .requirement(.platforms):
      required = facts.required.displayText
      actual = basis.state.deviceDisplayText
    case .requirement:
      required = facts.required.displayText
      actual = facts.actual.displayText
    }
  }

  private static func met(_ evaluation: ConstraintEvaluation) -> String {
    let truths = evaluation.operands.map { $0.reduce(Ternary.yes) { $0 && $1.status.truth } }
    let met = truths.count { $0 == .yes }
    let open = evaluation.operandsTruth == .yes ? 0 : truths.count { $0 == .unknown }
    if met == 0, evaluation.operandsTruth == .unknown { return "unknown" }
    let satisfied = met == 0 ? "none satisfied" : "\(met) satisfied"
    return open == 0 ? satisfied : "\(satisfied), \(open) unknown"
  }

  private static func word(_ truth: Ternary) -> String {
    switch truth {
    case .yes: "satisfied"
    case .no: "not satisfied"
    case .unknown: "unknown"
    }
  }

  /// `“Basic” expired, “Pro” purchased`; `neither purchased` if all are the same.
  private static func holdings(of expression: PurchaseExpression, _ state: ResolvedState) -> String
  {
    var distinct = DistinctList<Int>()
    expression.forEachProduct(in: state.manifest) { product, _ in distinct.append(product) }
    let products = distinct.elements
    let held = products.map { state.displayText(of: $0) }
    func names() -> [String] { products.map { "“\(state.manifest.products[$0].name)”" } }
    guard let first = held.first, held.allSatisfy({ $0 == first }) else {
      return zip(names(), held).map { "\($0) \($1)" }.joined(separator: ", ")
    }
    switch products.count {
    case 1...3 where expression.namesGroup: return "\(listed(names())) \(first)"
    case 1: return first
    case 2: return first == notPurchased ? "neither \(purchased)" : "both \(first)"
    case let count:
      return first == notPurchased ? "none of \(count) \(purchased)" : "all \(count) \(first)"
    }
  }

  private static let notPurchased = PurchaseStatus.notPurchased.label
  private static let purchased = PurchaseStatus.purchased.label
}

extension PurchaseExpression {
  fileprivate var namesGroup: Bool {
    switch self {
    case .group: true
    case .product, .credits: false
    case .anyOf(let operands), .allOf(let operands): operands.contains(where: \.namesGroup)
    }
  }
}

extension ConstraintFacts.Value {
  var displayText: String {
    switch self {
    case .scalar(let scalar): scalar.displayText
    case .percent(let percent): "\(percent) %"
    case .list(let values): values.map(\.displayText).joined(separator: " or ")
    case .other(let values):
      "any value except " + values.map(\.displayText).joined(separator: " or ")
    case .pattern(let pattern): Self.displayText(pattern)
    case .holdings(let holdings):
      holdings.map { "\($0.product) \($0.value.displayText)" }.joined(separator: ", ")
    }
  }
}

extension ConstraintFacts.Value {
  private static func displayText(_ pattern: TextPattern) -> String {
    var text = "a text that "
    pattern.writeDisplayText(to: &text, \.text)
    return text
  }
}

extension ConstraintFacts.HeldValue {
  var displayText: String {
    switch self {
    case .status(let status): status.label
    case .credits(let held): counted(held, "credit")
    }
  }
}

extension ResolvedState {
  /// Without the version for a platform.
  func displayText(of fact: Fact) -> String {
    if case .product(let product) = fact { return displayText(of: product) }
    let value = value(of: fact)
    if let system = value.system { return system.platform.name }
    if let label = value.permission?.label ?? value.purchase?.label { return label }
    if let position = value.bucket { return position.description }
    return ConstraintFacts.Value(value, of: fact, in: manifest).displayText
  }

  /// `purchased until 2027-01-01`, `expired on 2026-12-20`
  func displayText(of product: Int) -> String {
    switch holding(of: product) {
    case .status(let status): return status.label
    case .credits(let held): return counted(held, "credit")
    case .until(let end, let graceEnd):
      switch status(of: product) {
      case .purchased?: return "purchased until \(end)"
      case .inGracePeriod?:
        return PurchaseStatus.inGracePeriod.label + (graceEnd.map { " until \($0)" } ?? "")
      case .inBillingRetry?: return PurchaseStatus.inBillingRetry.label
      case .expired?: return "\(PurchaseStatus.expiryPrefix)\(end)"
      case .notPurchased, .unknown, .pending, .revoked, nil:
        return "until \(end), current date unknown"
      }
    }
  }
}
