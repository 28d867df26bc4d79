package import FlintCore
package import FlintText

extension StateSection: ObjectKey {
  package var grammar: Grammar {
    let grammar: Grammar =
      switch self {
      case .platform: .name(.of(.platform))
      case .osVersion, .appVersion: .installedVersion
      case .date: .value(.date)
      case .permissions: .byPermission(.permissionStatus)
      case .purchases: .map(from: .of(.product), to: .holding)
      case .unlocked: .list(of: .name(.of(.feature)))
      case .toggles: .map(from: .of(.feature), to: .boolean)
      case .runtime:
        .map(from: .of(.feature), to: .boolean.withSchema(["type": ["boolean", "null"]]))
      case .attributes: .map(from: .of(.attribute), to: .anyOf(Grammar.attributeValues))
      case .buckets: .map(from: .of(.bucket), to: .value(.rolloutPosition))
      case .defaults: .object(DefaultsKey.self)
      }
    return grammar.described(documentation)
  }

  /// A one-line description of this section of a state, without a full stop at the end.
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
  package var grammar: Grammar {
    switch self {
    case .section(let section): section.grammar
    case .remark(.id): .value(true).described("Any value; 'stream' copies it to the result")
    case .remark(.weight):
      .value(.integer(from: 0)).described("The number of users that the state represents")
    }
  }
}

package enum DefaultsKey: KeyText, ObjectKey {
  case permission, purchase

  package var grammar: Grammar {
    switch self {
    case .permission:
      .words(of: SystemPermissionStatus.defaults).described(
        "The status of permissions that are not listed")
    case .purchase:
      .words(of: PurchaseStatus.defaults).described(
        "The status of products that are not listed")
    }
  }
}

/// The key of an object with the date on which a subscription expires or expired, such as `{ "until": "2030-01-31" }`.
/// In a state, a subscription has either such an object or a status, such as `"purchased"`.
package enum UntilKey: KeyText, ObjectKey {
  case until

  package var isRequired: Bool { true }

  package var grammar: Grammar {
    switch self {
    case .until: .value(.date).described("The date on which the subscription expires or expired")
    }
  }
}

extension SystemPermissionStatus {
  /// The statuses that every permission can have, so that each is valid as a default for all permissions.
  package static let defaults = allCases.filter { status in
    SystemPermission.allCases.allSatisfy { $0.allows(status) }
  }
}

// MARK: - Definitions

extension Grammar {
  package static let state = named("state") { .object(StateKey.self) }
  package static let installedVersion = named("installedVersion") {
    .anyOf([.value(.version), .words(["latest"])])
  }
  static let permissionStatus = named("permissionStatus") {
    .words(of: SystemPermissionStatus.self)
  }

  /// Returns the grammar of an object that maps permissions to statuses, such as `{ "camera": "denied" }`. It rejects a
  /// status that the permission cannot have, such as `provisional` for the camera.
  ///
  /// - Parameter status: the grammar of all values.
  package static func byPermission(_ status: Grammar) -> Grammar {
    .map(from: .of(.permission), to: status).with([
      "allOf": [
        [
          "properties": .object(
            SystemPermission.allCases.map { permission in
              let others = SystemPermissionStatus.allCases.filter { !permission.allows($0) }
              return (permission.name, ["not": .names(others.map(\.name))])
            })
        ]
      ]
    ])
  }

  static let purchaseStatus = named("purchaseStatus") { .words(of: PurchaseStatus.self) }
  static let holding = named("holding") {
    .anyOf([purchaseStatus, .value(.credits), .object(UntilKey.self)])
      .described("A product's status or expiration date, or a consumable's credits")
  }

  /// The grammars of an attribute's value in a state.
  package static let attributeValues: [Grammar] = [
    .boolean, attributeValue, .value(.attributeInteger), null,
  ]
}

extension Schema {
  package static let credits = named("credits") { .integer(from: 0) }
  package static let rolloutPosition = named("drawn") {
    ["type": "number", "minimum": 0, "exclusiveMaximum": 100, "description": .decimals]
  }
}

// MARK: - Words that results and scenarios share

extension Grammar {
  package static let featureStatus = named("featureStatus") { .words(of: FeatureStatus.self) }
  package static let action = named("action") { .words(of: NextStep.Action.self) }
}

extension Schema {
  package static let permissionStatus = Grammar.permissionStatus.schema
  package static let purchaseStatus = Grammar.purchaseStatus.schema
  package static let featureStatus = Grammar.featureStatus.schema
  package static let action = Grammar.action.schema
}

extension JSONOutput<FeatureStatus> {
  package static var status: JSONOutput { JSONOutput(.featureStatus) { $1.string($0.name) } }
}

extension JSONOutput<NextStep.Action> {
  package static var action: JSONOutput { JSONOutput(.action) { $1.string($0.name) } }
}

extension JSONOutput<String> {
  /// The output format of an id, which is a JSON string. It does not apply to the ids of products, which may contain
  /// any characters.
  package static var id: JSONOutput { .text(.id) }
}

extension JSONOutput where Value: NamedCase {
  /// The output format of a case of the enum `Value`: a JSON string with the name of the case.
  package static var name: JSONOutput { JSONOutput(.names(of: Value.self)) { $1.string($0.name) } }
}
