/// A requirement on one fact, or a combination of constraints. Arrays avoid `indirect`, which needs
/// more memory.
public enum Constraint: Hashable, Sendable {
  /// Does not apply on other platforms.
  case platform(Platform, PlatformVersionConstraint)

  /// Satisfied on a listed platform, in a version of its range. Only in conditions; a feature's own
  /// constraints use `platform`.
  case platforms([SupportedPlatform])

  case device(DeviceRequirement)

  case runtimeEnabled

  /// The default applies until the user chooses.
  case userToggled(defaultValue: Bool)

  case permission(PermissionRequirement)

  case purchase(PurchaseExpression)

  case attribute(AttributeRequirement)

  case rollout(RolloutRequirement)

  /// Satisfied if another feature is available.
  case feature(Int)

  /// Satisfied if a named condition is true.
  case condition(Int)

  /// Not empty.
  case allOf([Condition])

  /// Not empty.
  case anyOf([Condition])

  /// Satisfied if the condition is false, and unknown if it is unknown.
  case not(Condition)
}

/// The AND of constraints, not empty, in the order of ``ConstraintKind``.
public struct Condition: Hashable, Sendable {
  public let constraints: [Constraint]

  public init(_ constraints: [Constraint]) {
    self.constraints = constraints
  }
}

extension Condition {
  /// Visits the constraints and those inside them, the outer ones first.
  package func forEachPart(_ body: (Constraint) -> Void) {
    for constraint in constraints { constraint.forEachPart(body) }
  }

  /// The condition with its platforms and attributes in a fixed order.
  package var normalizedOrder: Condition {
    var attributes = constraints.compactMap { constraint in
      if case .attribute(let requirement) = constraint { requirement } else { nil }
    }[...]
    attributes.sort { $0.attribute < $1.attribute }
    return Condition(
      constraints.map { constraint in
        switch constraint {
        case .platforms(let platforms):
          .platforms(platforms.sorted { $0.platform.rawValue < $1.platform.rawValue })
        case .attribute: attributes.popFirst().map { .attribute($0) } ?? constraint
        case .allOf(let operands): .allOf(operands.map(\.normalizedOrder))
        case .anyOf(let operands): .anyOf(operands.map(\.normalizedOrder))
        case .not(let condition): .not(condition.normalizedOrder)
        default: constraint
        }
      })
  }
}

extension Constraint {
  public var kind: ConstraintKind {
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

  package var operands: [Condition] {
    switch self {
    case .allOf(let conditions), .anyOf(let conditions): conditions
    case .not(let condition): [condition]
    default: []
    }
  }

  package func forEachPart(_ body: (Constraint) -> Void) {
    body(self)
    for condition in operands {
      for constraint in condition.constraints { constraint.forEachPart(body) }
    }
  }
}

/// The kinds of constraints, in the order in which manifests list them.
public enum ConstraintKind: NamedCase, Hashable {
  case platform
  case platforms

  case device(DeviceFact)
  case runtimeEnabled
  case userToggled
  case permission
  case purchase
  case attribute
  case rollout
  case feature
  case condition
  case allOf
  case anyOf
  case not

  public static let allCases: [ConstraintKind] =
    [.platform, .platforms] + DeviceFact.allCases.map { .device($0) } + [
      .runtimeEnabled, .userToggled, .permission, .purchase, .attribute, .rollout, .feature,
      .condition, .allOf, .anyOf, .not,
    ]
}

extension ConstraintKind {
  package struct Traits: Sendable {
    /// The `kind` in results, with which ids begin.
    package let name: StaticString

    /// The key in manifests.
    package let key: StaticString
    package let layout: Layout
    package let owner: OwnerRule

    /// Whether the constraint is a switch of its feature. Conditions without a feature cannot have
    /// it.
    package let isOfFeature: Bool

    fileprivate init(
      _ name: StaticString, key: StaticString? = nil, _ layout: Layout, _ owner: OwnerRule,
      isOfFeature: Bool = false
    ) {
      (self.name, self.key, self.layout) = (name, key ?? name, layout)
      (self.owner, self.isOfFeature) = (owner, isOfFeature)
    }
  }

  /// The form of a key's value.
  package enum Layout: Sendable {
    /// One constraint.
    case value

    /// A list of conditions, which is one constraint.
    case conditions

    /// An object with a member for each constraint.
    case members

    /// A list with an element for each constraint.
    case elements

    /// Whether ids name the required item: `permission:camera`.
    package var isRepeatable: Bool {
      switch self {
      case .value, .conditions: false
      case .members, .elements: true
      }
    }
  }

  /// Who can change a constraint's outcome.
  package enum OwnerRule: Sendable {
    case always(Owner)

    /// The owner that the attribute declares.
    case ofAttribute

    /// For combined constraints, which can have several owners.
    case none
  }

  package var traits: Traits {
    switch self {
    case .platform: Traits("platform", key: "platforms", .members, .always(.environment))
    case .platforms: Traits("platforms", .value, .always(.environment))
    case .device(let fact): Traits(fact.key, .value, .always(fact.owner))
    case .runtimeEnabled:
      Traits("runtimeEnabled", .value, .always(.developer), isOfFeature: true)
    case .userToggled:
      Traits("userToggled", .value, .always(.user), isOfFeature: true)
    case .permission: Traits("permission", key: "permissions", .elements, .always(.user))
    case .purchase: Traits("purchase", key: "purchases", .elements, .always(.user))
    case .attribute: Traits("attribute", key: "attributes", .members, .ofAttribute)
    case .rollout: Traits("rollout", .value, .always(.developer))
    case .feature: Traits("feature", key: "features", .elements, .none)
    case .condition: Traits("condition", key: "conditions", .elements, .none)
    case .allOf: Traits("allOf", .conditions, .none)
    case .anyOf: Traits("anyOf", .conditions, .none)
    case .not: Traits("not", .value, .none)
    }
  }

  public var name: String { traits.name.description }
  package var key: StaticString { traits.key }
}

/// Who can change an outcome. `environment` is neither the user nor the developer.
public enum Owner: String, NamedCase {
  case user
  case developer
  case environment

}

/// Where a constraint is: in which feature, guard or `not`.
package struct ConstraintContext: Hashable, Sendable {
  /// Nil in named conditions, assumptions and for the app.
  package let feature: Int?

  /// Whether unlocking the feature satisfies purchases. False in guards, inside a `not`, and
  /// without a feature.
  package let canBeUnlocked: Bool

  package let demand: Demand

  init(feature: Int, canBeUnlocked: Bool = true) {
    self.feature = feature
    self.canBeUnlocked = canBeUnlocked
    demand = .required
  }

  private init(feature: Int?, demand: Demand = .required) {
    (self.feature, canBeUnlocked, self.demand) = (feature, false, demand)
  }

  /// The feature is nil for the app; see ``inGuard`` for guards.
  package init(_ feature: Int?) {
    self = feature.map { ConstraintContext(feature: $0) } ?? .condition
  }

  static let condition = ConstraintContext(feature: nil)

  package var inGuard: ConstraintContext { ConstraintContext(feature: feature) }
  package var inNot: ConstraintContext {
    ConstraintContext(feature: feature, demand: demand.inverse)
  }

  /// The context of the constraints inside. A named condition belongs to no feature, and nothing is
  /// unlocked inside a `not`.
  package func inside(_ constraint: Constraint) -> ConstraintContext {
    switch constraint {
    case .condition: .condition
    case .not: inNot
    default: self
    }
  }
}

/// Constraints that apply only if a condition, the guard, is true.
public struct ConditionalBlock: Hashable, Sendable {
  /// The guard, `when` in manifests.
  public package(set) var condition: Condition

  /// In the order of ``ConstraintKind``.
  public package(set) var constraints: [Constraint]

  public init(when condition: Condition, constraints: [Constraint]) {
    self.condition = condition
    self.constraints = constraints
  }
}

/// A condition that every possible state must satisfy.
public typealias AssumptionDeclaration = ConditionDeclaration

public struct ConditionDeclaration: Hashable, Sendable {
  public let id: String
  public let name: String
  public let description: String?
  public package(set) var condition: Condition

  public init(id: String, name: String? = nil, description: String? = nil, is condition: Condition)
  {
    self.id = id
    self.name = name ?? id
    self.description = description
    self.condition = condition
  }
}

/// A platform, perhaps with a range of versions.
public struct SupportedPlatform: Hashable, Sendable {
  public let platform: Platform

  /// Nil for all versions.
  public let versions: VersionRange?

  public init(_ platform: Platform, _ versions: VersionRange? = nil) {
    self.platform = platform
    self.versions = versions
  }
}

public struct PermissionRequirement: Hashable, Sendable {
  public let permission: SystemPermission

  /// Accepted statuses, in declared order; nil means ``SystemPermissionStatus/satisfying``.
  public let statuses: [SystemPermissionStatus]?

  public init(_ permission: SystemPermission, in statuses: [SystemPermissionStatus]? = nil) {
    self.permission = permission
    self.statuses = statuses
  }

  package var accepted: [SystemPermissionStatus] { statuses ?? SystemPermissionStatus.satisfying }

  public func accepts(_ status: SystemPermissionStatus) -> Bool { accepted.contains(status) }

  /// Unknown for ``SystemPermissionStatus/notDetermined``, unless the requirement accepts that
  /// status. The user can still grant the permission.
  public func truth(of status: SystemPermissionStatus) -> Ternary {
    accepts(status) ? .yes : status == .notDetermined ? .unknown : .no
  }
}

/// A requirement that the user's rollout position is below a percentage.
public struct RolloutRequirement: Hashable, Sendable {
  public let percent: Percent

  /// An index in ``Manifest/buckets``.
  public let bucket: Int

  public init(percent: Percent, bucket: Int) {
    self.percent = percent
    self.bucket = bucket
  }

  /// `never satisfied` for 0 %, `always satisfied` for 100 %. Nil otherwise, and if the constraint
  /// is in a feature.
  package func fixedOutcome(in context: ConstraintContext) -> String? {
    guard context.feature == nil else { return nil }
    return percent == .zero ? "never satisfied" : percent == .hundred ? "always satisfied" : nil
  }

  /// Unknown for a nil position, except at 0 and 100 %.
  public func truth(of position: Percent?) -> Ternary {
    if percent == .hundred { return .yes }
    if percent == .zero { return .no }
    return position.map { Ternary($0 < percent) } ?? .unknown
  }
}

/// A requirement on a ``DeviceFact``.
public struct DeviceRequirement: Hashable, Sendable {
  public let fact: DeviceFact

  /// Values of the fact's type.
  public let accepted: AttributeRequirement.Accepted

  /// An age is not allowed.
  package init(_ fact: DeviceFact, _ accepted: AttributeRequirement.Accepted) {
    (self.fact, self.accepted) = (fact, accepted)
  }

  func truth(in state: ResolvedState) -> Ternary {
    state.value(of: fact).map { accepted.truth(of: $0, at: nil) } ?? .unknown
  }

  /// Whether the fact is below the accepted range. False if the fact is unknown.
  func isTooLow(in state: ResolvedState) -> Bool {
    guard let below = accepted.belowRange else { return false }
    return DeviceRequirement(fact, below).truth(in: state) == .yes
  }
}

// Shorthands, so that a list of constraints reads like the manifest: `[.date(.atLeast("2026-12-01"))]`.
extension Constraint {
  public static func appVersion(_ range: VersionRange) -> Constraint {
    .device(DeviceRequirement(.appVersion, .versions(range)))
  }

  public static func date(_ range: DateRange) -> Constraint {
    .device(DeviceRequirement(.date, .dates(range)))
  }
}
