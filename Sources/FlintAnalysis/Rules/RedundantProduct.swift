import FlintModel
import FlintLogic
import FlintText

/// Not a consumable, which only a named constraint lets the app offer.
enum RedundantProduct: FeatureRuleChecker {
  static let summary = "a product in an 'anyOf' or 'allOf' that can be removed without any effect"
  static let basis = RuleBasis.status
  static let severity = Diagnostic.Severity.note

  static func check(_ feature: inout FeatureProof) throws(LimitExceeded) {
    guard !feature.isNeverAvailable[feature.feature] else { return }
    let searched = try feature.constraints { $0.purchases?.isList ?? false }
    let intervals = try feature.intervals(ofConstraints: searched)
    for index in searched {
      let position = feature.positions[index]
      guard let expression = position.constraint(in: feature.manifest).purchases,
        var interval = intervals[index]
      else { continue }
      let isUnlocked = try feature.space.value(
        of: .unlocked(feature.feature), isImplied: true, on: 0)
      interval = try interval.inside(.or, beside: isUnlocked, in: &feature.space.store)
      let found = try redundantProducts(of: expression, at: [], interval, &feature)
      for (path, product) in expression.productOperands where found.contains(path) {
        let id = feature.manifest.products[product].id
        feature.report(
          ProvenFinding(
            .redundantProduct, at: .operand(position, path: path),
            "product '\(id)' is redundant in \(feature.name(position))"))
      }
    }
  }

  private static func redundantProducts(
    of expression: PurchaseExpression, at path: [Int], _ interval: DontCareInterval,
    _ feature: inout FeatureProof
  ) throws(LimitExceeded) -> Set<[Int]> {
    let (operation, operands): (DiagramStore.Operation, [PurchaseExpression])
    switch expression {
    case .product, .credits, .group: return []
    case .anyOf(let listed): (operation, operands) = (.or, listed)
    case .allOf(let listed): (operation, operands) = (.and, listed)
    }
    if operands.count == 1 {
      return try redundantProducts(of: operands[0], at: path + [0], interval, &feature)
    }
    var truths: [Diagram] = []
    for operand in operands {
      // In states in which the app has unlocked the feature, the whole constraint is satisfied. The interval treats
      // these states as don't cares, so unlocking is ignored here.
      let meaning = feature.manifest.meaning(
        of: .purchase(operand), in: feature.feature, canBeUnlocked: false)
      truths.append(try feature.space.value(of: meaning, on: 0))
    }
    let lone = operands.indices.filter { operands[$0].pathToLoneProduct != nil }
    let removable = try feature.removable(lone, among: truths[...], operation, interval)
    var found: Set<[Int]> = []
    for index in lone where removable.contains(index) {
      found.insert(path + [index] + (operands[index].pathToLoneProduct ?? []))
    }
    let lists = operands.indices.filter { operands[$0].isList && !lone.contains($0) }
    let intervals = try feature.intervals(of: Set(lists), among: truths[...], operation, interval)
    for index in lists {
      guard let inside = intervals[index] else { continue }
      found.formUnion(
        try redundantProducts(of: operands[index], at: path + [index], inside, &feature))
    }
    return found
  }
}

extension Constraint {
  var purchases: PurchaseExpression? {
    if case .requirement(.purchase(let expression)) = self { expression } else { nil }
  }
}

extension PurchaseExpression {
  fileprivate var productOperands: [(path: [Int], product: Int)] {
    switch self {
    case .credits, .group: return []
    case .product(let product, _): return [([], product)]
    case .anyOf(let operands), .allOf(let operands):
      return operands.enumerated().flatMap { position, operand in
        operand.productOperands.map { ([position] + $0.path, $0.product) }
      }
    }
  }

  fileprivate var isList: Bool {
    switch self {
    case .anyOf, .allOf: true
    case .product, .credits, .group: false
    }
  }

  fileprivate var pathToLoneProduct: [Int]? {
    switch self {
    case .product: []
    case .anyOf(let operands), .allOf(let operands):
      operands.count == 1 ? operands[0].pathToLoneProduct.map { [0] + $0 } : nil
    case .credits, .group: nil
    }
  }
}
