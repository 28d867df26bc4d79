import FlintCore

/// A product that no purchase names.
enum UnusedProduct: RuleChecker {
  static let summary = "a product that no feature asks for"

  static func check(_ manifest: Manifest, today: DateTime?) -> [ProvenFinding] {
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

/// A named condition that nothing refers to.
enum UnusedCondition: RuleChecker {
  static let summary = "a named condition that nothing asks for"

  static func check(_ manifest: Manifest, today: DateTime?) -> [ProvenFinding] {
    var used = [Bool](repeating: false, count: manifest.conditions.count)
    manifest.forEachDemand { if case .condition(let condition) = $0 { used[condition] = true } }
    return manifest.conditions.indices.filter { !used[$0] }.map { condition in
      ProvenFinding(
        .unusedCondition, at: .condition(condition),
        "condition '\(manifest.conditions[condition].id)' is never asked for")
    }
  }
}

/// A subscription group of which nothing is asked for, neither it nor a product of it.
enum UnusedGroup: RuleChecker {
  static let summary = "a subscription group of which no feature asks for anything"

  static func check(_ manifest: Manifest, today: DateTime?) -> [ProvenFinding] {
    var used = [Bool](repeating: false, count: manifest.groups.count)
    manifest.forEachDemand { constraint in
      guard case .purchase(let expression) = constraint else { return }
      expression.forEachProduct(in: manifest) { product, _ in
        if let group = manifest.products[product].group { used[group] = true }
      }
    }
    return manifest.groups.indices.filter { !used[$0] }.map { group in
      ProvenFinding(
        .unusedGroup, at: .group(group),
        "group '\(manifest.groups[group].id)' is never asked for, nor a product of it")
    }
  }
}

/// An attribute that neither a constraint nor a guard names.
enum UnusedAttribute: RuleChecker {
  static let summary = "an attribute that neither a constraint nor a 'when' asks for"

  static func check(_ manifest: Manifest, today: DateTime?) -> [ProvenFinding] {
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
      !feature.declaration.demandsRuntimeFlag
    else { return }
    feature.report(
      ProvenFinding(
        .unusedIsEnabled, at: .isEnabled(feature.feature),
        "'isEnabled' of '\(feature.declaration.id)' is never read",
        hint: "add \"runtimeEnabled\": true to its constraints"))
  }
}

extension FeatureDeclaration {
  /// Whether the flag is asked for anywhere, in guards and alternatives too.
  fileprivate var demandsRuntimeFlag: Bool {
    var demands = false
    forEachDemand { if $0 == .runtimeEnabled { demands = true } }
    return demands
  }
}
