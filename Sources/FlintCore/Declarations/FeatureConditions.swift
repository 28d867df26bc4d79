/// The AND of constraints: a guard, an alternative, or the content of a `not`.
public struct FeatureConditions: Hashable, Sendable {
  /// In the order of ``ConstraintKind``, then as declared.
  public let constraints: [FeatureConstraint]

  /// Whether the closure has called `when(…)`, which only a feature can have.
  let hasBlock: Bool

  public init(
    platforms: [PlatformConstraint] = [], appVersion: VersionRange? = nil,
    attributes: [FeatureAttributeRequirement] = []
  ) {
    self.init(
      (platforms.isEmpty ? [] : [.platforms(platforms)])
        + (appVersion.map { [.appVersion($0)] } ?? []) + attributes.map { .attribute($0) })
  }

  public init(_ constraints: [FeatureConstraint]) {
    self.init(constraints, hasBlock: false)
  }

  public init(_ declare: (FeatureConstraintsBuilder) -> Void) {
    let collector = StatementCollector()
    declare(collector)
    self.init(collector.statements, hasBlock: collector.hasBlock)
  }

  init(_ constraints: [FeatureConstraint], hasBlock: Bool) {
    self.constraints = constraints.normalizedCondition
    self.hasBlock = hasBlock
  }

  /// Empty for every platform.
  public var platforms: [PlatformConstraint] {
    constraints.flatMap { constraint in
      if case .platforms(let platforms) = constraint { platforms } else { [PlatformConstraint]() }
    }
  }

  public var appVersion: VersionRange? {
    constraints.lazy.compactMap { constraint in
      guard case .device(let requirement) = constraint, requirement.fact == .appVersion else {
        return nil
      }
      return requirement.accepted.versionRange
    }.first
  }

  public var attributes: [FeatureAttributeRequirement] {
    constraints.compactMap { constraint in
      if case .attribute(let requirement) = constraint { requirement } else { nil }
    }
  }
}

/// Records constraints without checking them.
final class StatementCollector: FeatureConstraintsBuilder {
  private(set) var statements: [FeatureConstraint] = []
  private(set) var hasBlock = false

  func require(_ constraint: FeatureConstraint) { statements.append(constraint) }

  func when(
    _ conditions: FeatureConditions, require constraints: (FeatureConstraintsBuilder) -> Void
  ) {
    hasBlock = true
  }

  /// One condition for each statement. An `allOf` is its constraints, unless these cannot be in one
  /// condition.
  static func list(_ declare: (FeatureConstraintsBuilder) -> Void) -> [FeatureConditions] {
    let collector = StatementCollector()
    declare(collector)
    let list = collector.statements.map { statement in
      guard case .allOf(let operands) = statement else { return FeatureConditions([statement]) }
      let all = operands.flatMap(\.constraints)
      let isFlat = all.indices.allSatisfy { index in
        !all[..<index].contains { $0 != all[index] && $0.excludes(all[index]) }
      }
      return FeatureConditions(
        isFlat ? all : [statement], hasBlock: operands.contains(where: \.hasBlock))
    }
    return list + (collector.hasBlock ? [FeatureConditions([], hasBlock: true)] : [])
  }
}

extension [FeatureConstraint] {
  fileprivate var normalizedCondition: [FeatureConstraint] {
    var assigned: [PlatformConstraint] = []
    var rest: [FeatureConstraint] = []
    for constraint in self {
      if case .platform(let platform) = constraint {
        assigned.append(platform)
      } else {
        rest.append(constraint)
      }
    }
    if !assigned.isEmpty { rest.insert(.platforms(assigned), at: 0) }
    return rest.normalizedList { $0 == .platforms || $0 == .anyOf || $0 == .not }
  }

  /// As manifests list them: sorted, without duplicates.
  /// - Parameter single: Whether a kind can occur once only; several move into an `allOf`.
  func normalizedList(single: (ConstraintKind) -> Bool) -> [FeatureConstraint] {
    var (listed, all, hasAll): ([FeatureConstraint], [FeatureConditions], Bool) = ([], [], false)
    for constraint in self {
      if case .allOf(let operands) = constraint {
        all += operands
        hasAll = true
      } else if !listed.contains(constraint) {
        listed.append(constraint)
      }
    }
    for kind in ConstraintKind.allCases where single(kind) {
      let several = listed.filter { $0.kind == kind }
      guard several.count > 1 else { continue }
      listed.removeAll { $0.kind == kind }
      all += several.map { FeatureConditions([$0]) }
      hasAll = true
    }
    if hasAll { listed.append(.allOf(all)) }
    return ConstraintKind.allCases.flatMap { kind in listed.filter { $0.kind == kind } }
  }
}

/// A condition that is declared once under an id.
///
/// ```swift
/// extension FeatureCondition {
///   static let paid = Self("paid", name: "Paid or staff") {
///     $0.anyOf {
///       $0.purchase(.membership, atLeast: "plus")
///       $0.attribute(.staff)
///     }
///   }
/// }
/// ```
public struct FeatureCondition: Hashable, Sendable {
  /// Letters, digits, `.`, `_` and `-`, beginning with a letter or a digit.
  public let id: String
  public let name: String
  public let description: String?

  public let conditions: FeatureConditions

  /// True if all constraints are satisfied. No toggle or runtime flag, and a rollout must name its
  /// bucket.
  public init(
    _ id: String, name: String? = nil, description: String? = nil,
    is declare: (FeatureConstraintsBuilder) -> Void
  ) {
    self.init(id, name: name, description: description, is: FeatureConditions(declare))
  }

  public init(
    _ id: String, name: String? = nil, description: String? = nil, is conditions: FeatureConditions
  ) {
    self.id = id
    self.name = name ?? id
    self.description = description
    self.conditions = conditions
  }
}

/// A condition that is true for every user, so that proofs ignore other states. It does not affect
/// availability.
///
/// ```swift
/// let debugStaysInside = FeatureAssumption("debug-stays-inside", name: "Only staff run debug builds") {
///   $0.anyOf {
///     $0.attribute(.build, in: ["beta", "release"])
///     $0.attribute(.staff)
///   }
/// }
/// ```
///
/// Pass it to ``Flint/setup(_:_:app:products:assumptions:configure:)`` or
/// ``Manifest/init(describing:_:app:products:assumptions:)``.
public struct FeatureAssumption: Hashable, Sendable {
  /// Letters, digits, `.`, `_` and `-`, beginning with a letter or a digit.
  public let id: String
  public let name: String
  public let description: String?

  public let conditions: FeatureConditions

  /// True if all requirements are. No toggle or runtime flag, and a rollout must name its bucket.
  public init(
    _ id: String, name: String? = nil, description: String? = nil,
    that declare: (FeatureConstraintsBuilder) -> Void
  ) {
    self.init(id, name: name, description: description, that: FeatureConditions(declare))
  }

  public init(
    _ id: String, name: String? = nil, description: String? = nil,
    that conditions: FeatureConditions
  ) {
    self.id = id
    self.name = name ?? id
    self.description = description
    self.conditions = conditions
  }
}

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
