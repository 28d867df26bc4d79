// Functions that return a permission by its kind, such as `location(usage: .always)`, as the guides use them.

extension SystemPermission {
  /// The situations in which an app needs the device's location: only while it is in use, or always.
  public enum LocationUsage: Hashable, Sendable {
    case whenInUse
    case always
  }

  /// The part of the address book that an app needs. The contacts are the only choice.
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
