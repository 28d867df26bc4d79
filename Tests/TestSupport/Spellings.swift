public import FlintCore

// Short ways to write what tests write often.

extension Constraint {
  /// A permission that lets the app use it.
  public static func permission(_ permission: SystemPermission) -> Constraint {
    .permission(PermissionRequirement(permission))
  }
}

extension Condition {
  public init(_ constraints: Constraint...) { self.init(constraints) }

  /// What a guard often names.
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
