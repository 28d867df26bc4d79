/// A builder that collects the constraints that a feature declares in code.
///
/// A second requirement on the same platform replaces the first. Any other constraint that a feature can have only
/// once, such as a date range, may be repeated only with the same value.
public final class ConstraintsCollector: FeatureConstraintsBuilder {
  /// The constraints and conditional blocks that a feature declares, as ``collect(for:_:)`` returns them. The
  /// constraints are in the order of ``ConstraintKind``.
  public struct Declarations: Hashable, Sendable {
    public internal(set) var constraints: [FeatureConstraint] = []
    public internal(set) var blocks: [Block] = []
  }

  /// A conditional block: the feature requires `constraints` only while all of `conditions` are true.
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

  /// Calls `declare` with a new collector, and returns the constraints and conditional blocks that `declare` adds to
  /// it.
  ///
  /// - Parameters:
  ///   - feature: The name by which error messages refer to the feature.
  ///   - declare: A closure that declares the constraints of the feature by calling methods of the collector.
  /// - Throws: A ``UsageError`` for the first mistake in the declarations.
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

  /// Records a mistake in the declarations, unless one is recorded already: later mistakes are often consequences of
  /// the first.
  private func note(_ mistake: UsageError) {
    if self.mistake == nil { self.mistake = mistake }
  }
}

extension [FeatureConstraint] {
  /// The constraints in a form that can be written to a manifest. There, `platforms` in a feature has a separate
  /// version requirement for each platform, but in a condition it means “one of these platforms”. To keep this meaning,
  /// a requirement such as `runs(on:)` becomes a condition inside an `allOf`.
  fileprivate var normalizedPlatforms: [FeatureConstraint] {
    guard contains(where: { $0.kind == .platforms }) else { return self }
    return map { constraint in
      constraint.kind == .platforms ? .allOf([FeatureConditions([constraint])]) : constraint
    }.normalizedList { _ in false }
  }
}
