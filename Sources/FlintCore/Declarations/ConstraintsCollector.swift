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

  /// - Parameter feature: Named in errors.
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
