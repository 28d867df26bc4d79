public import FlintModel

// Abbreviations for expressions that tests use often.

extension Constraint {
  /// Returns a constraint that requires a permission.
  public static func permission(_ permission: SystemPermission) -> Constraint {
    .permission(PermissionRequirement(permission))
  }
}

extension Condition {
  public init(_ constraints: Constraint...) { self.init(constraints) }

  /// Creates a condition of the constraints that guards often contain.
  public init(
    platforms: [(Platform, VersionRange?)] = [], appVersion: VersionRange? = nil,
    attributes: [AttributeRequirement] = []
  ) {
    let listed = platforms.map { SupportedPlatform($0, $1) }
    self.init(
      (listed.isEmpty ? [] : [.platforms(listed)]) + (appVersion.map { [.appVersion($0)] } ?? [])
        + attributes.map { .attribute($0) })
  }
}
