extension StateSection {
  package var grammar: Grammar { format.grammar.described(documentation) }

  /// The section's description, in one line.
  package var documentation: String { format.documentation }

  /// The section's grammar in a claim's `where`, which also allows ranges.
  package var condition: Grammar { format.condition?.described(documentation) ?? grammar }

  /// The section's schema in output. Commands read further notations, but print only one.
  package var writtenSchema: Schema { format.written?.described(documentation) ?? grammar.schema }

  /// Like ``writtenSchema``, but without a description.
  package var valueSchema: Schema { format.written ?? format.grammar.schema }

  /// The section's heading on the report page.
  package var heading: String { format.heading }

  /// The word for the section in `--vary`: `permission`. Nil if it cannot be varied.
  package var entryName: String? { format.entry }

  /// The label on the report page: `app version`. For an object, the label of one entry:
  /// `permission`.
  package var label: String { format.label ?? format.entry ?? "" }

  /// The part of an app's report that has the section. Nil if every report has it.
  var part: DeviceStatePart? { format.part }

  private struct Format: Sendable {
    let documentation: String
    let heading: String
    let part: DeviceStatePart?
    let entry: String?

    /// Nil if ``entry`` is also the label.
    let label: String?
    let grammar: Grammar

    /// The grammar in a claim's `where`; nil if it is `grammar`.
    var condition: Grammar?

    /// The schema of what commands print; nil if it is that of `grammar`.
    var written: Schema?

    init(
      _ documentation: String, _ heading: String, _ part: DeviceStatePart?, entry: String? = nil,
      label: String? = nil, _ grammar: Grammar, condition: Grammar? = nil, written: Schema? = nil
    ) {
      (self.documentation, self.heading, self.part) = (documentation, heading, part)
      (self.entry, self.label, self.grammar) = (entry, label, grammar)
      (self.condition, self.written) = (condition, written)
    }
  }

  private static let formats = byIndex.map { format(of: $0) }

  private var format: Format { Self.formats[index] }

  private static func format(of section: StateSection) -> Format {
    switch section {
    case .platform:
      Format("The current platform", "Device", .device, entry: "platform", .of(.platform))
    case .osVersion:
      Format(
        "The version of the operating system", "Device", .device, entry: "osVersion",
        label: "OS version",
        .installedVersion,
        condition: .versionCondition, written: .writtenVersion)
    case .device(.appVersion):
      Format(
        "The version of the app", "Device", .device, entry: "appVersion",
        label: "app version", .installedVersion,
        condition: .versionCondition, written: .writtenVersion)
    case .device(.date):
      Format(
        "The current date", "Device", .device, entry: "date", .value(.date),
        condition: .anyOf([.value(.date), .dateRange]))
    case .permissions:
      Format(
        "The status of each permission", "Permissions", .permissions, entry: "permission",
        .byPermission(.permissionStatus))
    case .purchases:
      Format(
        "The status or expiration date of each product; a consumable's credits", "Purchases",
        .purchases, entry: "purchase", label: "product", .map(from: .of(.product), to: .holding),
        condition: .map(from: .of(.product), to: .anyOf([.purchaseStatus, .value(.credits)])),
        written: .map(from: .nonEmptyText, to: .writtenHolding))
    case .unlocked:
      Format(
        "The features that the app has unlocked", "Unlocked features", .purchases,
        label: "unlocked",
        .list(of: .of(.feature)), written: .set(of: .id))
    case .toggles:
      Format(
        "The user's switch for each feature", "Toggles", .toggles, entry: "toggle",
        .map(from: .of(.feature), to: .boolean))
    case .runtime:
      Format(
        "The app's runtime flag for each feature; null means not known yet", "Runtime flags",
        .runtimeFlags, entry: "runtime",
        .map(from: .of(.feature), to: .boolean.withSchema(["type": ["boolean", "null"]])))
    case .attributes:
      Format(
        "The value of each attribute; null means unknown, even if there is a default",
        "Attributes",
        .attributes, entry: "attribute",
        .map(from: .of(.attribute), to: .anyOf(Grammar.attributeValues)),
        condition: .map(
          from: .of(.attribute),
          to: .anyOf(Grammar.attributeValues + [.versionRange, .dateRange, .integerRange])),
        written: .map(from: .id, to: .writtenAttributeValue))
    case .buckets:
      Format(
        "The user's position in each rollout bucket, in percent", "Rollouts", .buckets,
        entry: "bucket",
        .map(from: .of(.bucket), to: .value(.rolloutPosition)),
        condition: .map(
          from: .of(.bucket), to: .anyOf([.value(.rolloutPosition), .rolloutPositionRange])))
    case .defaults:
      Format(
        "The statuses of the permissions and products that are not listed", "Defaults", nil,
        .object(.defaults), written: ObjectGrammar.defaults.writtenSchema)
    }
  }
}

extension ObjectGrammar {
  package static let state = ObjectGrammar(
    "a state",
    members: StateSection.allCases.map { ($0.name, $0.grammar) } + [
      (
        "id",
        .value(true).described("Any value; the command 'stream' copies it to the result")
      ),
      (
        "weight",
        .value(.integer(from: 0)).described("The number of users that the state represents")
      ),
    ])

  package static let defaults = ObjectGrammar(
    "'defaults'",
    [
      "permission": .words(of: SystemPermissionStatus.defaults).described(
        "The status of permissions that are not listed"),
      "purchase": .words(of: PurchaseStatus.defaults).described(
        "The status of products that are not listed"),
    ])

  /// A subscription's dates in place of a status: `{ "until": "2030-01-31" }`.
  static let holding = ObjectGrammar(
    "a subscription", requiring: ["until"],
    [
      "until": .value(.date).described("The date on which the subscription expires or expired"),
      "graceUntil": .value(.date).described(
        "The end of the grace period, after 'until'; only for an auto-renewing subscription"),
    ])
}

extension ProductType {
  /// The keys of dates that can replace a product's status.
  package var endDates: [String] {
    self == .autoRenewingSubscription
      ? ["until", "graceUntil"] : isSubscription ? ["until"] : []
  }
}

// MARK: - Definitions

extension Grammar {
  package static let state = named("state") { .object(.state) }
  package static let installedVersion = named("installedVersion") {
    .anyOf([.value(.version), .words(["latest"])])
  }
  static let versionCondition = named("versionCondition") {
    .anyOf([installedVersion, versionRange])
  }
  static let permissionStatus = named("permissionStatus") {
    .words(of: SystemPermissionStatus.self)
  }

  /// An object such as `{ "camera": "denied" }`, with the statuses that each permission can have.
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
    .anyOf([purchaseStatus, .value(.credits), .object(.holding)])
      .described("A product's status or expiration date, or a consumable's credits")
  }

  /// Values of attributes of any type, in a state.
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
  /// An id, except of products, whose ids can have any character.
  package static var id: JSONOutput { .text(.id) }
}

extension JSONOutput where Value: NamedCase {
  package static var name: JSONOutput { JSONOutput(.names(of: Value.self)) { $1.string($0.name) } }
}
