import FlintCore

/// A product in a group of a purchase without which the feature's status would be the same in every state.
///
/// A consumable is not reported: its credits never count by themselves, and naming it is what lets the app offer to spend
/// them. Where the whole constraint is redundant, that is reported instead.
enum RedundantProduct: RuleChecker {
  static let summary = "a product in an 'anyOf' or 'allOf' that changes nothing"

  static func check(_ feature: inout FeatureProof) throws(TooLarge) {
    guard !feature.isNeverAvailable[feature.feature] else { return }
    for (index, place) in feature.places.enumerated() {
      guard case .purchase(let expression) = place.constraint(in: feature.manifest),
        !feature.isRedundant[index]
      else { continue }
      var inactive = Diagram.no
      if let block = place.block {
        guard try UnreachableBlock.canApply(block, of: &feature) else { continue }
        inactive = try feature.space.not(
          feature.space.condition(ofBlock: block, of: feature.feature))
      }
      for (path, product) in expression.productOperands {
        guard let rest = expression.removing(path[...]) else { continue }
        let truth = try feature.space.value(
          of: feature.manifest.meaning(of: .purchase(rest), in: feature.feature), on: 0)
        let contribution = try feature.space.or(truth, inactive)
        if contribution != feature.contributions[index] {
          let status = try feature.status(replacing: index, by: contribution)
          guard status == feature.status else { continue }
        }
        let id = feature.manifest.products[product].id
        feature.report(
          ProvenFinding(
            .redundantProduct, at: .operand(place, path: path),
            "product '\(id)' changes nothing in \(feature.name(place))"))
      }
    }
  }
}

extension PurchaseExpression {
  /// The products that stand in a group, with the positions that lead to each; consumables are left out.
  var productOperands: [(path: [Int], product: Int)] {
    switch self {
    case .credits, .group: return []
    case .product(let product, _): return [([], product)]
    case .anyOf(let operands), .allOf(let operands):
      return operands.enumerated().flatMap { position, operand in
        operand.productOperands.map { ([position] + $0.path, $0.product) }
      }
    }
  }

  /// The expression without one operand, and without the groups that this leaves empty; nil where nothing is left.
  func removing(_ path: ArraySlice<Int>) -> PurchaseExpression? {
    guard let position = path.first else { return nil }
    func removing(from operands: [PurchaseExpression]) -> [PurchaseExpression]? {
      var operands = operands
      if let rest = operands[position].removing(path.dropFirst()) {
        operands[position] = rest
      } else {
        operands.remove(at: position)
      }
      return operands.isEmpty ? nil : operands
    }
    switch self {
    case .anyOf(let operands): return removing(from: operands).map { .anyOf($0) }
    case .allOf(let operands): return removing(from: operands).map { .allOf($0) }
    case .product, .credits, .group: return nil
    }
  }
}
