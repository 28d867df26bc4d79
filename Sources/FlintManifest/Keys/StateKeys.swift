package import FlintCore
package import FlintText

extension StateSection: ObjectKey {
  package var schema: Schema {
    let schema: Schema =
      switch self {
      case .platform: .platform
      case .osVersion, .appVersion: .installedVersion
      case .date: .date
      case .permissions: .byPermission(.permissionStatus)
      case .purchases: .map(from: .nonEmptyText, to: .holding)
      case .unlocked: .list(of: .id)
      case .toggles: .map(from: .id, to: .boolean)
      case .runtime: .map(from: .id, to: ["type": ["boolean", "null"]])
      case .attributes:
        .map(from: .id, to: .anyOf(.boolean, .nonEmptyText, .attributeInteger, .null))
      case .buckets: .map(from: .id, to: .rolloutPosition)
      case .defaults: .object(DefaultsKey.allCases)
      }
    return schema.described(documentation)
  }

  /// A one-line description of this section of a state, such as `purchases`, without a full stop at the end.
  package var documentation: String {
    switch self {
    case .platform: "The current platform"
    case .osVersion: "The version of the operating system"
    case .appVersion: "The version of the app"
    case .date: "The current date"
    case .permissions: "The status of each permission"
    case .purchases: "The status or expiration date of each product; a consumable's credits"
    case .unlocked: "The features that the app has unlocked"
    case .toggles: "The user's switch for each feature"
    case .runtime: "The app's runtime flag for each feature; null means not known yet"
    case .attributes: "The value of each attribute; null means unknown, even if there is a default"
    case .buckets: "The user's position in each rollout bucket, in percent"
    case .defaults: "The statuses of the permissions and products that are not listed"
    }
  }
}

extension StateKey: ObjectKey {
  package var schema: Schema {
    switch self {
    case .section(let section): section.schema
    case .remark(.id): ["description": "Any value; 'stream' copies it to the result"]
    case .remark(.weight):
      .integer(from: 0).described("The number of users that the state represents")
    }
  }
}

package enum DefaultsKey: KeyText, ObjectKey {
  case permission, purchase

  package var schema: Schema {
    switch self {
    case .permission:
      .names(SystemPermissionStatus.defaults.map(\.name)).described(
        "The status of permissions that are not listed")
    case .purchase:
      .names(PurchaseStatus.defaults.map(\.name)).described(
        "The status of products that are not listed")
    }
  }
}

/// The key of an object with the date on which a subscription expires or expired, such as `{ "until": "2030-01-31" }`.
/// In a state, a subscription has either such an object or a status, such as `"purchased"`.
package enum UntilKey: KeyText, ObjectKey {
  case until

  package var isRequired: Bool { true }

  package var schema: Schema {
    switch self {
    case .until: .date.described("The date on which the subscription expires or expired")
    }
  }
}

extension SystemPermissionStatus {
  /// The statuses that every permission can have. Only these are valid as a default for all permissions that a state
  /// does not list.
  package static let defaults = allCases.filter { status in
    SystemPermission.allCases.allSatisfy { $0.allows(status) }
  }
}

// MARK: - Definitions

extension Schema {
  package static let state = named("state") { .object(StateKey.allCases) }
  package static let installedVersion = named("installedVersion") {
    .anyOf(.version, .constant("latest"))
  }
  package static let permissionStatus = named("permissionStatus") {
    .names(of: SystemPermissionStatus.self)
  }
  /// Returns the schema of a JSON object that maps permissions to statuses, such as `{ "camera": "denied" }`. It
  /// rejects a status that the permission cannot have: for example, the camera cannot be `provisional`.
  ///
  /// - Parameter status: the schema of all values.
  package static func byPermission(_ status: Schema) -> Schema {
    let limits: [(String, Schema)] = SystemPermission.allCases.map { permission in
      let others = SystemPermissionStatus.allCases.filter { !permission.allows($0) }
      return (permission.name, ["not": .names(others.map(\.name))])
    }
    return .map(from: .permission, to: status)
      .with(["allOf": [["properties": .object(limits)]]])
  }

  package static let purchaseStatus = named("purchaseStatus") { .names(of: PurchaseStatus.self) }
  package static let credits = named("credits") { .integer(from: 0) }
  package static let holding = named("holding") {
    .anyOf(.purchaseStatus, .credits, .object(UntilKey.allCases))
      .described("A product's status or expiration date, or a consumable's credits")
  }

  package static let rolloutPosition = named("drawn") {
    ["type": "number", "minimum": 0, "exclusiveMaximum": 100, "description": .decimals]
  }
}

// MARK: - Words that results and scenarios share

extension Schema {
  package static let featureStatus = named("featureStatus") { .names(of: FeatureStatus.self) }
  package static let action = named("action") { .names(of: NextStep.Action.self) }
}

extension JSONOutput<FeatureStatus> {
  package static var status: JSONOutput { JSONOutput(.featureStatus) { $1.string($0.name) } }
}

extension JSONOutput<NextStep.Action> {
  package static var action: JSONOutput { JSONOutput(.action) { $1.string($0.name) } }
}

extension JSONOutput<String> {
  /// The output format of an id: a JSON string that matches the schema of ids. The ids of products need another format,
  /// because they may contain any characters.
  package static var id: JSONOutput { .text(.id) }
}

extension JSONOutput where Value: NamedCase {
  /// The output format of a value of an enum: a JSON string with the name of the case.
  package static var name: JSONOutput { JSONOutput(.names(of: Value.self)) { $1.string($0.name) } }
}
