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
