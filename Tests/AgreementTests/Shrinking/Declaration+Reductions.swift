import FlintModel
import RandomModels
import TestSupport

/// A mutable form of a feature's declaration.
struct FeatureParts {
  var parent: Int?
  var constraints: [Constraint]
  var conditional: [ConditionalBlock]
  private let original: FeatureDeclaration

  init(_ feature: FeatureDeclaration) {
    (parent, constraints, conditional) = (feature.parent, feature.constraints, feature.conditional)
    original = feature
  }

  var declaration: FeatureDeclaration {
    FeatureDeclaration(
      id: original.id, name: original.name, description: original.description, parent: parent,
      isEnabled: original.isEnabled, actions: original.actions, team: original.team,
      until: original.until, constraints: constraints, conditional: conditional)
  }
}

extension Manifest {
  /// Returns the manifest with other parts and without named states.
  func with(
    app: App? = nil, groups: [GroupDeclaration]? = nil, products: [ProductDeclaration]? = nil,
    attributes: [AttributeDeclaration]? = nil, conditions: [ConditionDeclaration]? = nil,
    assumptions: [AssumptionDeclaration]? = nil,
    features: [FeatureDeclaration]? = nil
  ) -> Manifest {
    Manifest(
      app: app ?? self.app, groups: groups ?? self.groups, products: products ?? self.products,
      attributes: attributes ?? self.attributes, conditions: conditions ?? self.conditions,
      assumptions: assumptions ?? self.assumptions, buckets: buckets,
      features: features ?? self.features)
  }

  /// Returns the manifest with renumbered references in all constraints.
  func renumbered(_ renumber: Renumbering) -> Manifest {
    with(
      conditions: conditions.map { renumber($0) }, assumptions: assumptions.map { renumber($0) },
      features: features.map { renumber($0) })
  }
}

// MARK: - Removing constraints

extension Condition {
  /// Returns a condition without some constraints at any depth, or nil if none remains.
  func keeping(_ isKept: (Constraint) -> Bool) -> Condition? {
    let kept = constraints.compactMap { $0.keeping(isKept) }
    return kept.isEmpty ? nil : Condition(kept)
  }
}

extension Constraint {
  func keeping(_ isKept: (Constraint) -> Bool) -> Constraint? {
    guard isKept(self) else { return nil }
    switch self {
    case .allOf(let operands):
      let kept = operands.compactMap { $0.keeping(isKept) }.distinct
      return kept.isEmpty ? nil : .allOf(kept)
    case .anyOf(let operands):
      let kept = operands.compactMap { $0.keeping(isKept) }.distinct
      return kept.isEmpty ? nil : .anyOf(kept)
    case .not(let condition): return condition.keeping(isKept).map { .not($0) }
    default: return self
    }
  }
}

extension FeatureParts {
  /// Removes constraints. A block that becomes empty is removed too.
  mutating func keep(_ isKept: (Constraint) -> Bool) {
    constraints = constraints.compactMap { $0.keeping(isKept) }
    conditional = conditional.compactMap { block in
      let kept = block.constraints.compactMap { $0.keeping(isKept) }
      guard let condition = block.condition.keeping(isKept), !kept.isEmpty else { return nil }
      return ConditionalBlock(when: condition, constraints: kept)
    }
  }
}

// MARK: - Valid lists

extension Condition {
  /// Whether no list contains an element twice, as the manifest format requires.
  func isLegal(in manifest: Manifest) -> Bool { constraints.isLegal(in: manifest) }
}

extension [Constraint] {
  func isLegal(in manifest: Manifest) -> Bool {
    !isEmpty
      && Set(map { ExactText($0.name(in: manifest)) }).count == count
      && allSatisfy { constraint in
        if case .purchase(let expression) = constraint {
          return expression.hasDistinctOperands(in: manifest)
        }
        let operands = constraint.operands
        return operands.distinct.count == operands.count
          && operands.allSatisfy { $0.isLegal(in: manifest) }
      }
  }
}

extension PurchaseExpression {
  /// Whether no combination contains the same operand twice.
  func hasDistinctOperands(in manifest: Manifest) -> Bool {
    switch self {
    case .product, .credits, .group: return true
    case .anyOf(let operands), .allOf(let operands):
      let names = operands.map { ExactText(Constraint.purchase($0).name(in: manifest)) }
      return Set(names).count == names.count
        && operands.allSatisfy { $0.hasDistinctOperands(in: manifest) }
    }
  }
}

extension [Condition] {
  /// The distinct conditions, where the order of keys is irrelevant.
  fileprivate var distinct: [Condition] {
    var known: Set<Condition> = []
    return filter { known.insert($0.sorted).inserted }
  }
}

extension Condition {
  /// The condition in a canonical order of keys.
  fileprivate var sorted: Condition {
    Condition(
      constraints.map { constraint in
        switch constraint {
        case .platforms(let platforms):
          .platforms(platforms.sorted { $0.platform.rawValue < $1.platform.rawValue })
        case .allOf(let operands): .allOf(operands.map(\.sorted))
        case .anyOf(let operands): .anyOf(operands.map(\.sorted))
        case .not(let condition): .not(condition.sorted)
        default: constraint
        }
      }.sorted { one, other in
        guard case .attribute(let one) = one,
          case .attribute(let other) = other
        else {
          let kinds = ConstraintKind.allCases
          return kinds.firstIndex(of: one.kind) ?? 0 < kinds.firstIndex(of: other.kind) ?? 0
        }
        return one.attribute < other.attribute
      })
  }
}
