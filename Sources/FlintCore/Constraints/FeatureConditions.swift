/// The logical AND of constraints, as declared in code. Guards, alternatives and negations consist of these.
public struct FeatureConditions: Hashable, Sendable {
  /// The constraints in the order of ``ConstraintKind``; those of the same kind keep their written order.
  public let constraints: [FeatureConstraint]

  /// Whether the builder received a conditional block, which only a feature can have.
  let hasBlock: Bool

  public init(
    platforms: [PlatformConstraint] = [], appVersion: VersionRange? = nil,
    attributes: [FeatureAttributeRequirement] = []
  ) {
    self.init(
      (platforms.isEmpty ? [] : [.platforms(platforms)])
        + (appVersion.map { [.appVersion($0)] } ?? []) + attributes.map { .attribute($0) })
  }

  /// Creates the AND of these constraints.
  public init(_ constraints: [FeatureConstraint]) {
    self.init(constraints, hasBlock: false)
  }

  /// Creates the AND of all statements given to the builder.
  public init(_ declare: (FeatureConstraintsBuilder) -> Void) {
    let collector = StatementCollector()
    declare(collector)
    self.init(collector.statements, hasBlock: collector.hasBlock)
  }

  init(_ constraints: [FeatureConstraint], hasBlock: Bool) {
    self.constraints = constraints.normalizedCondition
    self.hasBlock = hasBlock
  }

  /// The named platforms with their versions; empty if every platform is accepted.
  public var platforms: [PlatformConstraint] {
    constraints.flatMap { constraint in
      if case .platforms(let platforms) = constraint { platforms } else { [PlatformConstraint]() }
    }
  }

  public var appVersion: VersionRange? {
    constraints.lazy.compactMap { constraint in
      if case .appVersion(let range) = constraint { range } else { nil }
    }.first
  }

  public var attributes: [FeatureAttributeRequirement] {
    constraints.compactMap { constraint in
      if case .attribute(let requirement) = constraint { requirement } else { nil }
    }
  }
}

/// A builder that records every statement given to it.
final class StatementCollector: FeatureConstraintsBuilder {
  private(set) var statements: [FeatureConstraint] = []
  private(set) var hasBlock = false

  func require(_ constraint: FeatureConstraint) { statements.append(constraint) }

  func when(
    _ conditions: FeatureConditions, require constraints: (FeatureConstraintsBuilder) -> Void
  ) {
    hasBlock = true
  }

  /// Returns one condition for each statement that `declare` makes. An `allOf` becomes a single condition of several
  /// constraints, unless two of them exclude each other in one list; then it remains an `allOf`.
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
  /// The constraints of a condition in the form in which manifests list them: without duplicates and sorted by kind.
  /// Assigned platforms become one `platforms` constraint. If several constraints share a kind that can occur only
  /// once, they move into an `allOf`.
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

  /// Returns the constraints in the form in which manifests list them.
  ///
  /// - Parameter single: whether a list can have at most one constraint of a kind. Several of such a kind move into an
  ///   `allOf`.
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
