/// When something holds: the AND of all it names. What guards, alternatives and negations are made of.
public struct FeatureConditions: Hashable, Sendable {
  /// In the order of ``ConstraintKind``, and within a kind as written.
  public let constraints: [FeatureConstraint]

  /// Whether it was given a block, which belongs to features alone.
  let hasBlock: Bool

  public init(
    platforms: [PlatformConstraint] = [], appVersion: VersionRange? = nil,
    attributes: [FeatureAttributeRequirement] = []
  ) {
    self.init(
      (platforms.isEmpty ? [] : [.platforms(platforms)])
        + (appVersion.map { [.appVersion($0)] } ?? []) + attributes.map { .attribute($0) })
  }

  /// All of these must hold.
  public init(_ constraints: [FeatureConstraint]) {
    self.init(constraints, hasBlock: false)
  }

  /// All that is said to the builder must hold.
  public init(_ declare: (FeatureConstraintsBuilder) -> Void) {
    let collector = StatementCollector()
    declare(collector)
    self.init(collector.statements, hasBlock: collector.hasBlock)
  }

  init(_ constraints: [FeatureConstraint], hasBlock: Bool) {
    self.constraints = constraints.normalizedCondition
    self.hasBlock = hasBlock
  }

  /// The platforms that are named, with their versions; empty: every platform.
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

/// A builder that notes down all that is said to it.
final class StatementCollector: FeatureConstraintsBuilder {
  private(set) var statements: [FeatureConstraint] = []
  private(set) var hasBlock = false

  func require(_ constraint: FeatureConstraint) { statements.append(constraint) }

  func when(
    _ conditions: FeatureConditions, require constraints: (FeatureConstraintsBuilder) -> Void
  ) {
    hasBlock = true
  }

  /// What is said to the builder, each statement a condition of its own. An `allOf` is one condition of several
  /// constraints, as far as one can hold them.
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
  /// The constraints of a condition as manifests list them: each once and by kind; platforms that are assigned to are the
  /// condition's, and of what has one place alone the others stand in an `allOf`.
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

  /// The constraints as manifests list them, where some kinds have one place alone.
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
