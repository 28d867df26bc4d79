/// The platforms on which a permission exists, each with the first version that has it.
package struct PermissionSupport: Sendable {
  /// The Apple API whose documented availability is that of the permission.
  package let source: String

  /// By the raw value of the ``Platform``; nil if the platform never has the permission.
  private let versions: [Version?]
  private let freePlatforms: [Platform]

  init(source: String, versions: [Version?], freePlatforms: [Platform]) {
    self.source = source
    self.versions = versions
    self.freePlatforms = freePlatforms
  }

  package func firstVersion(on platform: Platform) -> Version? { versions[Int(platform.rawValue)] }

  /// Whether the platform gives access without a request where it does not have the permission.
  package func isFreeBefore(on platform: Platform) -> Bool { freePlatforms.contains(platform) }

  package func access(on platform: Platform, _ version: InstalledVersion) -> PermissionAccess {
    if let first = firstVersion(on: platform), version.isAtLeast(first) { return .asks }
    return isFreeBefore(on: platform) ? .free : .unsupported
  }
}

/// The access that a version of a platform gives before the user is asked.
package enum PermissionAccess: Sendable {
  case asks, free, unsupported
}

/// The reason why a permission is unsupported: the device, the version of its platform, or every version.
package enum PermissionAbsence: Sendable {
  case fromDevice, fromVersion, fromPlatform
}

extension SystemPermission {
  /// Returns the status of the permission in a state.
  ///
  /// The settings have one switch for both permissions of the location, so the status of one can decide the other's.
  ///
  /// - Parameters:
  ///   - assumed: the status of permissions that the state does not give.
  ///   - given: the statuses that the state gives.
  package func status(
    _ access: PermissionAccess, assuming assumed: SystemPermissionStatus,
    given: (SystemPermission) -> SystemPermissionStatus?
  ) -> SystemPermissionStatus {
    let own = given(self)
    if self == .locationWhenInUse, let always = given(.locationAlways) {
      if always == .restricted, access == .asks { return .restricted }
      if own == nil, [.authorized, .reducedAccuracy, .denied].contains(always) { return always }
    }
    if self == .locationAlways, access == .asks, own != .restricted,
      let whenInUse = given(.locationWhenInUse), [.denied, .restricted].contains(whenInUse)
    {
      return whenInUse
    }
    if let own { return own }
    return switch access {
    case .asks: assumed
    case .free: .authorized
    case .unsupported: .unsupported
    }
  }
}

extension DeviceState {
  /// Whether the statuses that the state gives to both permissions of the location are those of one switch. A state in
  /// which they are not is evaluated like one in which they are.
  package var hasOneLocationSwitch: Bool {
    guard let whenInUse = permissions[.locationWhenInUse],
      let always = permissions[.locationAlways],
      ![whenInUse, always].contains(.unsupported)
    else { return true }
    return whenInUse == always
      || [.authorized, .reducedAccuracy].contains(whenInUse)
        && [.notDetermined, .denied].contains(always)
  }
}
