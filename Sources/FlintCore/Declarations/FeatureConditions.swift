/// A condition that an app declares in Swift: the logical AND of constraints. It can be the condition of a conditional
/// block (`when`), an alternative of an `anyOf`, or the content of a `not`.
public struct FeatureConditions: Hashable, Sendable {
  /// The constraints in the order of ``ConstraintKind``. Constraints of the same kind are in the order in which the app
  /// declares them.
  public let constraints: [FeatureConstraint]

  /// Whether the app has called `when(…)`, which declares a conditional block, in the closure that declares this
  /// condition. This is a mistake, because only a feature can have conditional blocks.
  let hasBlock: Bool

  public init(
    platforms: [PlatformConstraint] = [], appVersion: VersionRange? = nil,
    attributes: [FeatureAttributeRequirement] = []
  ) {
    self.init(
      (platforms.isEmpty ? [] : [.platforms(platforms)])
        + (appVersion.map { [.appVersion($0)] } ?? []) + attributes.map { .attribute($0) })
  }

  /// Creates a condition that is true if all of these constraints are satisfied.
  public init(_ constraints: [FeatureConstraint]) {
    self.init(constraints, hasBlock: false)
  }

  /// Creates a condition that is true if all constraints given to the builder are satisfied.
  public init(_ declare: (FeatureConstraintsBuilder) -> Void) {
    let collector = StatementCollector()
    declare(collector)
    self.init(collector.statements, hasBlock: collector.hasBlock)
  }

  init(_ constraints: [FeatureConstraint], hasBlock: Bool) {
    self.constraints = constraints.normalizedCondition
    self.hasBlock = hasBlock
  }

  /// The platforms that the condition accepts, with their versions; empty if it accepts every platform.
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

/// A builder that records the constraints that a closure declares, without checking them.
final class StatementCollector: FeatureConstraintsBuilder {
  private(set) var statements: [FeatureConstraint] = []
  private(set) var hasBlock = false

  func require(_ constraint: FeatureConstraint) { statements.append(constraint) }

  func when(
    _ conditions: FeatureConditions, require constraints: (FeatureConstraintsBuilder) -> Void
  ) {
    hasBlock = true
  }

  /// Returns one condition for each constraint that the closure declares, for instance for each alternative of an
  /// `anyOf`.
  ///
  /// The condition for an `allOf` consists of the constraints inside the `allOf`. However, one condition can contain
  /// some kinds of constraints only once, such as a date range. If the `allOf` contains two different date ranges, for
  /// example, its condition consists of the `allOf` itself.
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
  /// The constraints of a condition as manifests list them: without duplicates, sorted by kind, and with requirements
  /// such as `$0.iOS = 17` combined in one `platforms`. If there are several of a kind that a list can contain only
  /// once, such as `anyOf`, they are moved into an `allOf`.
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

  /// Returns the constraints as manifests list them: without duplicates and sorted by kind.
  ///
  /// - Parameter single: a closure that returns whether the list may contain only one constraint of the given kind,
  ///   such as `anyOf`. Several constraints of that kind are moved into an `allOf`.
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
