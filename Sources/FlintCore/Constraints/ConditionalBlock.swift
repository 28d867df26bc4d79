/// Constraints that take part only where a guard holds.
public struct ConditionalBlock: Hashable, Sendable {
  public let guardian: Guard

  /// In the order in which they are listed; see ``FeatureDeclaration/constraints``.
  public let constraints: [Constraint]

  public init(when guardian: Guard, constraints: [Constraint]) {
    self.guardian = guardian
    self.constraints = constraints
  }

  /// The `when` of a block: the AND of what it names, which is never nothing.
  public struct Guard: Hashable, Sendable {
    /// The platforms on which the block can apply, each with the versions; nil: every version. Empty: every platform.
    public let platforms: [(platform: Platform, versions: VersionRange?)]
    public let appVersion: VersionRange?
    public let attributes: [AttributeRequirement]

    public init(
      platforms: [(platform: Platform, versions: VersionRange?)] = [],
      appVersion: VersionRange? = nil, attributes: [AttributeRequirement] = []
    ) {
      self.platforms = platforms
      self.appVersion = appVersion
      self.attributes = attributes
    }

    public static func == (one: Guard, other: Guard) -> Bool {
      one.appVersion == other.appVersion && one.attributes == other.attributes
        && one.platforms.elementsEqual(other.platforms) { $0 == $1 }
    }

    public func hash(into hasher: inout Hasher) {
      for (platform, versions) in platforms {
        hasher.combine(platform)
        hasher.combine(versions)
      }
      hasher.combine(appVersion)
      hasher.combine(attributes)
    }
  }
}
