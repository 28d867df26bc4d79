import FlintModel

extension Constraint {
  /// The constraints with one element removed or simplified.
  var reductions: [Constraint] {
    switch self {
    case .platform(let platform, .versions(let range)):
      range.reductions.map { .platform(platform, .versions($0)) } + [.platform(platform, .any)]
    case .platforms(let platforms):
      platforms.indices.flatMap { index -> [[SupportedPlatform]] in
        var (less, all) = (platforms, platforms)
        let supported = less.remove(at: index)
        all[index] = SupportedPlatform(supported.platform)
        return (less.isEmpty ? [] : [less]) + (supported.versions == nil ? [] : [all])
      }.map { .platforms($0) }
    case .device(let requirement):
      requirement.accepted.reductions.map {
        .device(DeviceRequirement(requirement.fact, $0))
      }
    case .permission(let requirement):
      requirement.statuses.reductions.map {
        .permission(PermissionRequirement(requirement.permission, in: $0))
      }
    case .purchase(let expression): expression.reductions.map { .purchase($0) }
    case .attribute(let requirement):
      requirement.accepted.reductions.map {
        .attribute(AttributeRequirement(attribute: requirement.attribute, accepted: $0))
      }
    case .allOf(let operands):
      operands.compactMap(\.onlyConstraint) + operands.smaller(\.reductions).map { .allOf($0) }
    case .anyOf(let operands):
      operands.compactMap(\.onlyConstraint) + operands.smaller(\.reductions).map { .anyOf($0) }
    case .not(let condition): condition.reductions.map { .not($0) }
    case .platform, .runtimeEnabled, .userToggled,
      .rollout, .feature, .condition:
      []
    }
  }
}

extension Condition {
  /// The only constraint of a condition, if it may also appear in other lists of constraints.
  fileprivate var onlyConstraint: Constraint? {
    guard constraints.count == 1, constraints[0].kind != .platforms else { return nil }
    return constraints[0]
  }

  /// The conditions with one constraint removed or simplified.
  var reductions: [Condition] { constraints.smaller(\.reductions).map { Condition($0.inOrder) } }
}

extension Array {
  /// Returns the lists with one element removed, unless it is the only one, or replaced by a reduction.
  fileprivate func smaller(_ reductions: (Element) -> [Element]) -> [[Element]] {
    indices.flatMap { index in
      var less = self
      let element = less.remove(at: index)
      let simpler = reductions(element).map { reduced in
        var list = self
        list[index] = reduced
        return list
      }
      return (less.isEmpty ? [] : [less]) + simpler
    }
  }

  /// The lists with one element removed, unless it is the only one.
  fileprivate var shorter: [[Element]] { smaller { _ in [] } }
}

extension Optional where Wrapped: RangeReplaceableCollection {
  /// Nil and the lists with one element removed.
  fileprivate var reductions: [Wrapped?] {
    guard let self else { return [] }
    return [nil] + Array(self).shorter.map { Wrapped($0) }
  }
}

extension Bounds {
  /// The bounds with only one of two limits.
  var reductions: [Bounds] {
    guard let atLeast, let below else { return [] }
    return [.atLeast(atLeast), .below(below)]
  }
}

extension PurchaseExpression {
  /// The single operands, and the expressions with one operand removed or reduced. A group becomes the first product;
  /// the caller drops the result if the manifest has none.
  var reductions: [PurchaseExpression] {
    switch self {
    case .product(let product, let statuses): statuses.reductions.map { .product(product, in: $0) }
    case .credits(let product, let quantity):
      quantity > 1 ? [.credits(product, quantity: 1)] : []
    case .group(let group, let level, let statuses):
      (level == nil ? [] : [.group(group, atLeast: nil, in: statuses)])
        + statuses.reductions.map { .group(group, atLeast: level, in: $0) }
        + [.product(0, in: nil)]
    case .anyOf(let operands): operands + operands.smaller(\.reductions).map { .anyOf($0) }
    case .allOf(let operands): operands + operands.smaller(\.reductions).map { .allOf($0) }
    }
  }
}

extension AttributeRequirement.Accepted {
  /// The requirements with one value removed, or with only one of two limits.
  var reductions: [Self] {
    switch self {
    case .values(let values): values.shorter.map { .values($0) }
    case .otherValues(let values): values.shorter.map { .otherValues($0) }
    case .range(let range): range.reductions.map { .range($0) }
    case .age(let range): range.reductions.map { .age($0) }
    case .pattern(let pattern):
      pattern.parts.flatMap { part in
        ([[]] + pattern[part].shorter).compactMap { pattern.replacing(part, by: $0) }
      }.map { .pattern($0) }
    }
  }
}

extension ConditionalBlock {
  /// The blocks with one constraint removed or with a simpler guard. Neither becomes empty.
  var reductions: [ConditionalBlock] {
    constraints.smaller(\.reductions).map {
      ConditionalBlock(when: condition, constraints: $0.inOrder)
    }
      + condition.reductions.map { ConditionalBlock(when: $0, constraints: constraints) }
  }
}
