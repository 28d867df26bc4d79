// How the guides spell permissions that come in several kinds.

extension SystemPermission {
  /// When an app wants to know where the device is.
  public enum LocationUsage: Hashable, Sendable {
    case whenInUse
    case always
  }

  /// What an app wants of the address book.
  public enum ContactsEntity: Hashable, Sendable {
    case contacts
  }

  public static func location(usage: LocationUsage) -> SystemPermission {
    switch usage {
    case .whenInUse: .locationWhenInUse
    case .always: .locationAlways
    }
  }

  public static func contacts(entity: ContactsEntity) -> SystemPermission {
    switch entity {
    case .contacts: .contacts
    }
  }
}
