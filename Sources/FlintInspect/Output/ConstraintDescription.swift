/// A constraint's required value (`authorized`) and actual value (`denied`). An `allOf`, `anyOf` or
/// `not` has none, only its operands.
struct ConstraintDescription {
  let required: String
  let actual: String

  init?(
    _ evaluation: ConstraintEvaluation, of context: ConstraintContext, _ sentences: Sentences
  ) {
    if evaluation.constraint.heading != nil { return nil }
    let facts = ConstraintFacts(evaluation, of: context, sentences)
    let texts: (required: String?, actual: String?) =
      switch evaluation.constraint {
      case .purchase(let expression):
        (
          sentences.manifest.displayName(of: expression),
          Self.holdings(of: expression, sentences.state)
        )
      case .platform(let platform, .unsupported):
        (
          "another platform",
          platform == sentences.state.platform ? sentences.state.deviceDisplayText : nil
        )
      case .platform(_, .any): ("any version", nil)
      case .platforms: (nil, sentences.state.deviceDisplayText)
      case .permission(let requirement):
        (
          (requirement.statuses ?? [.authorized]).map(\.label).joined(separator: " or "),
          sentences.state.status(of: requirement.permission).label
        )
      case .rollout(let requirement):
        (
          "a position below \(requirement.percent) % in “\(sentences.manifest.buckets[requirement.bucket])”",
          nil
        )
      case .attribute(let requirement):
        if case .age = requirement.accepted {
          (
            sentences.manifest.attributes[requirement.attribute].domain
              .displayName(of: requirement.accepted),
            sentences.state.value(of: requirement.attribute) == .unknown
              ? nil
              : facts.actual.displayText
                + (sentences.state.date.map { ", as of \($0)" } ?? ", current date unknown")
          )
        } else {
          (nil, nil)
        }
      case .feature(let feature):
        ("“\(sentences.manifest.features[feature].name)”", nil)
      case .condition(let condition):
        (
          "“\(sentences.manifest.conditions[condition].name)”",
          sentences.evaluator.truth(of: evaluation.constraint, of: context)
            .word("satisfied", "not satisfied")
        )
      default: (nil, nil)
      }
    required = texts.required ?? facts.required.displayText
    actual = texts.actual ?? facts.actual.displayText
  }

  /// The statuses of the products: `“Basic” expired, “Pro” purchased`, or `neither purchased`.
  private static func holdings(of expression: PurchaseExpression, _ state: ResolvedState) -> String
  {
    var distinct = DistinctList<Int>()
    expression.forEachProduct(in: state.manifest) { product, _ in distinct.append(product) }
    let products = distinct.elements
    let held = products.map { state.displayText(of: $0) }
    func names() -> [String] { products.map { "“\(state.manifest.products[$0].name)”" } }
    guard let first = held.first, held.allSatisfy({ $0 == first }) else {
      return zip(names(), held).map { "\($0) \($1)" }.list()
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
    case .pattern(let pattern): "a text that \(pattern.displayText(\.text))"
    case .holdings(let holdings):
      holdings.map { "\($0.product) \($0.value.displayText)" }.list()
    }
  }
}

extension ResolvedState {
  /// The fact's value; for the platform, without the OS version.
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
