/// A ``Constraint`` with products, attributes and features in place of indices.
public indirect enum FeatureConstraint: Hashable, Sendable {
  /// A version of one platform. Inside a condition, also that the device runs it.
  case platform(PlatformConstraint)

  /// One of these platforms.
  case platforms([PlatformConstraint])

  case device(DeviceRequirement)
  case runtimeEnabled
  case userToggled(defaultValue: Bool)

  /// Nil for every status in which the app can use it.
  case permission(SystemPermission, in: [SystemPermissionStatus]? = nil)
  case purchase(PurchaseRequirement)
  case attribute(FeatureAttributeRequirement)
  case rollout(FeatureRollout)

  case feature(FeatureReference)

  case condition(FeatureCondition)

  case allOf([FeatureConditions])

  case anyOf([FeatureConditions])

  case not(FeatureConditions)
}

/// A platform with accepted versions.
public struct PlatformConstraint: Hashable, Sendable {
  public let platform: Platform
  public let version: PlatformVersionConstraint

  public init(platform: Platform, version: PlatformVersionConstraint) {
    self.platform = platform
    self.version = version
  }
}

/// The user's position in a bucket is below a percentage. Who is included stays so when it grows.
public struct FeatureRollout: Hashable, Sendable {
  public let percent: Percent

  /// Nil for the feature's id.
  public let bucket: String?

  public init(percent: Percent, bucket: String? = nil) {
    self.percent = percent
    self.bucket = bucket
  }
}

public struct FeatureReference: Hashable, Sendable {
  public let feature: any FeatureDefinition.Type

  public init(_ feature: any FeatureDefinition.Type) { self.feature = feature }

  public static func == (one: FeatureReference, other: FeatureReference) -> Bool {
    ObjectIdentifier(one.feature) == ObjectIdentifier(other.feature)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(feature)) }
}

extension FeatureConstraint {
  var kind: ConstraintKind {
    switch self {
    case .platform: .platform
    case .platforms: .platforms
    case .device(let requirement): .device(requirement.fact)
    case .runtimeEnabled: .runtimeEnabled
    case .userToggled: .userToggled
    case .permission: .permission
    case .purchase: .purchase
    case .attribute: .attribute
    case .rollout: .rollout
    case .feature: .feature
    case .condition: .condition
    case .allOf: .allOf
    case .anyOf: .anyOf
    case .not: .not
    }
  }

  var operands: [FeatureConditions] {
    switch self {
    case .allOf(let conditions), .anyOf(let conditions): conditions
    case .not(let conditions): [conditions]
    case .platform, .platforms, .device, .runtimeEnabled, .userToggled, .permission,
      .purchase, .attribute, .rollout, .feature, .condition:
      []
    }
  }

  func forEachPart(_ body: (FeatureConstraint) -> Void) {
    body(self)
    for conditions in operands {
      for constraint in conditions.constraints { constraint.forEachPart(body) }
    }
  }

  /// Equal, or of a kind that a list can have once only.
  func excludes(_ other: FeatureConstraint) -> Bool {
    guard kind == other.kind else { return false }
    return switch self {
    case .platform(let one):
      if case .platform(let other) = other { one.platform == other.platform } else { false }
    case .attribute(let one):
      if case .attribute(let other) = other {
        one.attribute.id == other.attribute.id
      } else {
        false
      }
    case .permission, .purchase, .feature, .condition, .allOf, .anyOf, .not, .platforms:
      self == other
    case .device, .runtimeEnabled, .userToggled, .rollout: true
    }
  }

  var displayName: String {
    if case .attribute(let requirement) = self {
      kind.name + ":" + requirement.attribute.id
    } else {
      kind.name
    }
  }
}

extension FeatureConstraint {
  public static func appVersion(_ range: VersionRange) -> FeatureConstraint {
    .device(.appVersion(range))
  }

  public static func date(_ range: DateRange) -> FeatureConstraint { .device(.date(range)) }
}

/// Collects a feature's constraints. A second requirement on a platform replaces the first; other
/// single constraints may only repeat their value.
public final class ConstraintsCollector: FeatureConstraintsBuilder {
  /// In the order of ``ConstraintKind``.
  public struct Declarations: Hashable, Sendable {
    public internal(set) var constraints: [FeatureConstraint] = []
    public internal(set) var blocks: [Block] = []
  }

  public struct Block: Hashable, Sendable {
    public let conditions: FeatureConditions
    public let constraints: [FeatureConstraint]
  }

  private var declared = Declarations()
  private var mistake: UsageError?
  private let feature: String
  private let isBlock: Bool

  private init(feature: String, isBlock: Bool) {
    self.feature = feature
    self.isBlock = isBlock
  }

  /// Errors name `feature`.
  /// - Throws: A ``UsageError`` for the first mistake.
  public static func collect(
    for feature: String, _ declare: (FeatureConstraintsBuilder) -> Void
  ) throws(UsageError) -> Declarations {
    let collector = ConstraintsCollector(feature: feature, isBlock: false)
    declare(collector)
    return try collector.finish()
  }

  private func finish() throws(UsageError) -> Declarations {
    if let mistake { throw mistake }
    var declared = declared
    declared.constraints =
      declared.constraints.normalizedList { kind in
        kind == .platforms || kind == .anyOf || kind == .not
      }.normalizedPlatforms
    let check = ConditionCheck(declarationName: feature)
    for constraint in declared.constraints { try check(constraint, allowsCredits: true) }
    try checkToggles(declared)
    return declared
  }

  private func checkToggles(_ declared: Declarations) throws(UsageError) {
    var toggles: Set<Bool> = []
    func note(_ constraint: FeatureConstraint) {
      if case .userToggled(let value) = constraint { toggles.insert(value) }
    }
    for constraint in declared.constraints { constraint.forEachPart(note) }
    for block in declared.blocks {
      for constraint in block.conditions.constraints + block.constraints {
        constraint.forEachPart(note)
      }
    }
    if toggles.count > 1 { throw .toggleDefaultsDiffer(feature: feature) }
  }

  public func require(_ constraint: FeatureConstraint) {
    let rival = declared.constraints.firstIndex { $0.excludes(constraint) }
    guard let rival else {
      declared.constraints.append(constraint)
      return
    }
    switch constraint {
    case .platform: declared.constraints[rival] = constraint
    case .userToggled where declared.constraints[rival] != constraint:
      note(.toggleDefaultsDiffer(feature: feature))
    default:
      if declared.constraints[rival] != constraint {
        note(.constraintDeclaredTwice(constraint: constraint.displayName, feature: feature))
      }
    }
  }

  public func when(
    _ conditions: FeatureConditions, require constraints: (FeatureConstraintsBuilder) -> Void
  ) {
    if isBlock { return note(.blockInBlock(feature: feature)) }
    do throws(UsageError) {
      if conditions == FeatureConditions() {
        throw UsageError.blockWithoutConditions(feature: feature)
      }
      try ConditionCheck(declarationName: feature)(conditions, in: "when(…)", depth: 1)
    } catch {
      return note(error)
    }
    let collector = ConstraintsCollector(feature: feature, isBlock: true)
    constraints(collector)
    do {
      let declared = try collector.finish()
      // Conditional compilation can leave a block without constraints; it then requires nothing.
      guard !declared.constraints.isEmpty else { return }
      self.declared.blocks.append(
        Block(conditions: conditions, constraints: declared.constraints))
    } catch {
      note(error)
    }
  }

  /// Keeps the first: later ones are often its consequences.
  private func note(_ mistake: UsageError) {
    if self.mistake == nil { self.mistake = mistake }
  }
}

extension [FeatureConstraint] {
  fileprivate var normalizedPlatforms: [FeatureConstraint] {
    guard contains(where: { $0.kind == .platforms }) else { return self }
    return map { constraint in
      constraint.kind == .platforms ? .allOf([FeatureConditions([constraint])]) : constraint
    }.normalizedList { _ in false }
  }
}
