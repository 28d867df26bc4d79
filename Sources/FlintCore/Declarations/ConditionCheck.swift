/// Checks what an app declares in Swift; throws a ``UsageError``.
struct ConditionCheck {
  let declarationName: String

  /// In a named condition or assumption: no toggle or runtime flag, and a rollout must name its
  /// bucket.
  var isOutsideFeature = false

  static let deepest = 64

  func callAsFunction(
    _ conditions: FeatureConditions, in key: String, depth: Int, allowsCredits: Bool = false
  ) throws(UsageError) {
    if conditions.hasBlock { throw .blockInCondition(feature: declarationName) }
    if conditions.constraints.isEmpty { throw .emptyCondition(key, feature: declarationName) }
    if depth > Self.deepest { throw .conditionsTooDeep(feature: declarationName) }
    for (index, constraint) in conditions.constraints.enumerated() {
      if conditions.constraints[..<index].contains(where: { $0.excludes(constraint) }) {
        throw .constraintDeclaredTwice(constraint: constraint.displayName, feature: declarationName)
      }
      try self(constraint, depth: depth, allowsCredits: allowsCredits)
    }
  }

  func callAsFunction(
    _ constraint: FeatureConstraint, depth: Int = 0, allowsCredits: Bool
  ) throws(UsageError) {
    switch constraint {
    case .platform, .device, .attribute, .feature, .condition: break
    case .platforms(let platforms): try check(platforms)
    case .runtimeEnabled, .userToggled:
      if isOutsideFeature {
        throw .notOfAFeature(constraint: constraint.displayName, condition: declarationName)
      }
    case .permission(let permission, let statuses):
      guard let statuses else { return }
      let isPossible = statuses.allSatisfy { $0 != .unsupported && permission.allows($0) }
      guard isPossible, !statuses.isEmpty, Set(statuses).count == statuses.count else {
        throw .impossibleStatuses(of: permission.name, feature: declarationName)
      }
    case .purchase(let requirement): try check(requirement, allowsCredits)
    case .rollout(let rollout):
      if isOutsideFeature, rollout.bucket == nil {
        throw .rolloutWithoutBucket(condition: declarationName)
      }
      if let bucket = rollout.bucket, !isIdentifier(bucket) { throw .invalidBucket(bucket) }
    case .allOf(let operands), .anyOf(let operands):
      let name = constraint.kind.name
      if operands.isEmpty { throw .emptyCondition(name, feature: declarationName) }
      for operand in operands {
        try self(operand, in: name, depth: depth + 1, allowsCredits: allowsCredits)
      }
    case .not(let condition): try self(condition, in: "not", depth: depth + 1)
    }
  }

  private func check(_ platforms: [PlatformConstraint]) throws(UsageError) {
    if platforms.isEmpty { throw .emptyCondition("runs(on:)", feature: declarationName) }
    var known: Set<Platform> = []
    for constraint in platforms {
      if constraint.version == .unsupported {
        throw .unsupportedInConditions(constraint.platform, feature: declarationName)
      }
      if !known.insert(constraint.platform).inserted {
        throw .platformTwiceInConditions(constraint.platform, feature: declarationName)
      }
    }
  }

  private func check(
    _ requirement: PurchaseRequirement, _ allowsCredits: Bool
  ) throws(UsageError) {
    var mistake: UsageError?
    requirement.forEachOperand { operand in
      switch operand {
      case .product(let product, let statuses):
        if let statuses, !product.type.canBeRequired(in: statuses) {
          mistake = .impossibleStatuses(of: product.name, feature: declarationName)
        }
      case .credits(let product, _):
        if !allowsCredits {
          mistake = .consumableInCondition(product.declaration, feature: declarationName)
        }
      case .subscription(let subscription):
        let group = subscription.group
        let statuses = subscription.statuses ?? [.purchased]
        if !ProductType.autoRenewingSubscription.canBeRequired(in: statuses) {
          mistake = .impossibleStatuses(of: group.name, feature: declarationName)
        }
        if let level = subscription.level, !group.levels.contains(level) {
          mistake = .levelNotInGroup(level, group: group.id)
        }
      case .combination: break
      }
    }
    if let mistake { throw mistake }
  }
}

extension ProductType {
  /// Not empty, without duplicates, without `unknown` and what the type cannot have.
  fileprivate func canBeRequired(in statuses: [PurchaseStatus]) -> Bool {
    !statuses.isEmpty && Set(statuses).count == statuses.count
      && statuses.allSatisfy { $0 != .unknown && allows($0) }
  }
}
