/// The builder that notes down what a feature declares.
///
/// A platform declared again replaces what was said of it; any other constraint said again counts once, and one said
/// differently is a mistake.
public final class ConstraintsCollector: FeatureConstraintsBuilder {
  /// What a feature, or one of its conditional blocks, declares; in the order of ``ConstraintKind`` once collected.
  public struct Declared: Hashable, Sendable {
    public internal(set) var constraints: [FeatureConstraint] = []
    public internal(set) var blocks: [Block] = []
  }

  /// A conditional block.
  public struct Block: Hashable, Sendable {
    public let conditions: FeatureConditions
    public let constraints: [FeatureConstraint]
  }

  private var declared = Declared()
  private var mistake: UsageError?
  private let feature: String
  private let isBlock: Bool

  private init(feature: String, isBlock: Bool) {
    self.feature = feature
    self.isBlock = isBlock
  }

  /// What `declare` says to a builder; `feature` is what a mistake calls it.
  public static func collect(
    for feature: String, _ declare: (FeatureConstraintsBuilder) -> Void
  ) throws(UsageError) -> Declared {
    let collector = ConstraintsCollector(feature: feature, isBlock: false)
    declare(collector)
    return try collector.finish()
  }

  private func finish() throws(UsageError) -> Declared {
    if let mistake { throw mistake }
    var declared = declared
    declared.constraints = ConstraintKind.allCases.flatMap { kind in
      declared.constraints.filter { $0.kind == kind }
    }
    try checkToggles(declared)
    return declared
  }

  /// A feature has one default for its toggle, wherever it declares it.
  private func checkToggles(_ declared: Declared) throws(UsageError) {
    let all = declared.constraints + declared.blocks.flatMap(\.constraints)
    let toggles = Set(all.filter { $0.kind == .userToggled })
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
        note(.constraintDeclaredTwice(constraint: constraint.spokenName, feature: feature))
      }
    }
  }

  public func when(
    _ conditions: FeatureConditions, require constraints: (FeatureConstraintsBuilder) -> Void
  ) {
    if isBlock { return note(.blockInBlock(feature: feature)) }
    if let mistake = mistake(in: conditions) { return note(mistake) }
    let collector = ConstraintsCollector(feature: feature, isBlock: true)
    constraints(collector)
    do {
      let declared = try collector.finish()
      // A block whose constraints a build leaves out asks for nothing.
      guard !declared.constraints.isEmpty else { return }
      self.declared.blocks.append(
        Block(conditions: conditions, constraints: declared.constraints))
    } catch {
      note(error)
    }
  }

  private func mistake(in conditions: FeatureConditions) -> UsageError? {
    if conditions == FeatureConditions() { return .blockWithoutConditions(feature: feature) }
    var platforms: Set<Platform> = []
    for constraint in conditions.platforms {
      if constraint.version == .unsupported {
        return .unsupportedInConditions(constraint.platform, feature: feature)
      }
      if !platforms.insert(constraint.platform).inserted {
        return .platformTwiceInConditions(constraint.platform, feature: feature)
      }
    }
    var attributes: Set<String> = []
    for requirement in conditions.attributes
    where !attributes.insert(requirement.attribute.id).inserted {
      return .constraintDeclaredTwice(
        constraint: "attribute:" + requirement.attribute.id, feature: feature)
    }
    return nil
  }

  /// Keeps the first mistake: those that follow from it would mislead.
  private func note(_ mistake: UsageError) {
    if self.mistake == nil { self.mistake = mistake }
  }
}

extension FeatureConstraint {
  var kind: ConstraintKind {
    switch self {
    case .platform: .platform
    case .appVersion: .appVersion
    case .runtimeEnabled: .runtimeEnabled
    case .userToggled: .userToggled
    case .permission: .permission
    case .purchase: .purchase
    case .attribute: .attribute
    }
  }

  /// Whether a feature can have only one of the two.
  fileprivate func excludes(_ other: FeatureConstraint) -> Bool {
    switch (self, other) {
    case (.platform(let one), .platform(let other)): one.platform == other.platform
    case (.attribute(let one), .attribute(let other)): one.attribute.id == other.attribute.id
    case (.permission, .permission), (.purchase, .purchase): self == other
    default: kind == other.kind
    }
  }

  fileprivate var spokenName: String {
    if case .attribute(let requirement) = self {
      kind.name + ":" + requirement.attribute.id
    } else {
      kind.name
    }
  }
}
