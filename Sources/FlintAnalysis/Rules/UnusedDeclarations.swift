import FlintCore

/// A product that no purchase names.
enum UnusedProduct: RuleChecker {
  static let summary = "a product that no feature asks for"

  static func check(_ manifest: Manifest) -> [ProvenFinding] {
    var used = [Bool](repeating: false, count: manifest.products.count)
    manifest.forEachDemand { constraint in
      guard case .purchase(let expression) = constraint else { return }
      expression.forEachProduct(in: manifest) { product, _ in used[product] = true }
    }
    return manifest.products.indices.filter { !used[$0] }.map { product in
      ProvenFinding(
        .unusedProduct, at: .product(product),
        "product '\(manifest.products[product].id)' is never asked for")
    }
  }
}

/// An attribute that neither a constraint nor a guard names.
enum UnusedAttribute: RuleChecker {
  static let summary = "an attribute that neither a constraint nor a 'when' asks for"

  static func check(_ manifest: Manifest) -> [ProvenFinding] {
    var used = [Bool](repeating: false, count: manifest.attributes.count)
    manifest.forEachDemand { constraint in
      if case .attribute(let requirement) = constraint { used[requirement.attribute] = true }
    }
    return manifest.attributes.indices.filter { !used[$0] }.map { attribute in
      ProvenFinding(
        .unusedAttribute, at: .attribute(attribute),
        "attribute '\(manifest.attributes[attribute].id)' is never asked for")
    }
  }
}

/// An `isEnabled` that nothing reads, for want of a `runtimeEnabled` constraint.
enum UnusedIsEnabled: RuleChecker {
  static let summary = "an 'isEnabled' without a 'runtimeEnabled' constraint that would read it"

  static func check(_ feature: inout FeatureProof) throws(TooLarge) {
    guard feature.declaration.isEnabled != nil,
      !feature.declaration.containsConstraint(where: { $0 == .runtimeEnabled })
    else { return }
    feature.report(
      ProvenFinding(
        .unusedIsEnabled, at: .isEnabled(feature.feature),
        "'isEnabled' of '\(feature.declaration.id)' is never read",
        hint: "add \"runtimeEnabled\": true to its constraints"))
  }
}
