package import FlintCore
package import FlintText

/// A state in which values can be missing, because a file or option contains only some facts. A missing value is nil or
/// has no entry in its dictionary. The keys of the dictionaries are indices of the manifest's declarations.
package struct PartialState: Sendable {
  package var platform: Platform?
  package var osVersion: InstalledVersion?
  package var appVersion: InstalledVersion?
  package var date: DateTime?
  package var permissions = SystemPermissionStatuses()
  package var purchases: [Int: ProductHolding] = [:]
  package var unlocked: [Int]?
  package var toggles: [Int: Bool] = [:]
  package var runtime: [Int: Ternary] = [:]
  package var attributes: [Int: AttributeValue] = [:]
  package var buckets: [Int: Percent] = [:]
  package var permissionDefault: SystemPermissionStatus?
  package var purchaseDefault: PurchaseStatus?
  /// The number of users that the state represents in a population; nil means 1.
  package var weight: Int64?
  /// The expected status of each feature, by the index of the feature. It is empty unless the reader of the state
  /// accepts the key `expect`, which contains these statuses.
  package var expected: [Int: FeatureStatus] = [:]
  /// The ids in the state that the manifest does not declare, without duplicates. It is empty unless the reader is set
  /// to ignore such ids.
  package var ignored = NameIndex()

  package init() {}

  /// Creates a partial state from a complete one. Values that a fresh install of the app has as well are left out, so
  /// the state is short when it is written as JSON. Reading this JSON gives the complete state again.
  package init(of state: DeviceState, in manifest: Manifest) {
    // If the app's list of platforms is empty, there is no default platform, so the platform is kept.
    if state.platform != manifest.app.defaultPlatform || manifest.app.platforms?.isEmpty == true {
      platform = state.platform
    }
    osVersion = state.osVersion == .latest ? nil : state.osVersion
    appVersion = state.appVersion
    date = state.date
    permissions = state.permissions
    purchases = state.purchases
    unlocked = state.unlocked.isEmpty ? nil : state.unlocked
    toggles = state.toggles
    runtime = state.runtime
    attributes = state.attributes
    buckets = state.buckets
    let usual = DeviceState.Defaults()
    let defaults = state.defaults
    permissionDefault = defaults.permission == usual.permission ? nil : defaults.permission
    purchaseDefault = defaults.purchase == usual.purchase ? nil : defaults.purchase
  }

  /// The sections of a state, such as `purchases`, in which this state contains at least one value.
  package var sections: [StateSection] {
    StateSection.allCases.filter { section in
      Self.fields[Int(section.rawValue)].contains { $0.isGiven(self) }
    }
  }

  /// Returns a copy of a state in which the values of this partial state replace the old ones. In dictionaries, such as
  /// the purchases, only the given entries are replaced, but the list `unlocked` is replaced as a whole. If the
  /// platform is given without a version, its version becomes the latest one.
  package func applied(to state: DeviceState) -> DeviceState {
    var state = state
    if platform != nil { state.osVersion = .latest }
    for field in Self.fields.joined() where field.isGiven(self) { field.apply(self, &state) }
    return state
  }

  /// Replaces the values of a section by the values that a complete state has in this section.
  package mutating func take(_ section: StateSection, from state: DeviceState) {
    for field in Self.fields[Int(section.rawValue)] { field.take(state, &self) }
  }

  // MARK: Fields

  /// The fields of each section, in the order of the sections.
  private static let fields = StateSection.allCases.map { fields(of: $0) }

  private static func fields(of section: StateSection) -> [Field] {
    switch section {
    case .platform: [Field(\.platform, \.platform)]
    case .osVersion: [Field(\.osVersion, \.osVersion)]
    case .appVersion: [Field(\.appVersion, \.appVersion)]
    case .date: [Field(\.date, \.date)]
    case .permissions:
      [
        Field {
          !$0.permissions.isEmpty
        } apply: {
          for (permission, status) in $0.permissions.given { $1.permissions[permission] = status }
        } take: {
          $1.permissions = $0.permissions
        }
      ]
    case .purchases: [Field(\.purchases, \.purchases)]
    case .unlocked: [Field(\.unlocked, \.unlocked)]
    case .toggles: [Field(\.toggles, \.toggles)]
    case .runtime: [Field(\.runtime, \.runtime)]
    case .attributes: [Field(\.attributes, \.attributes)]
    case .buckets: [Field(\.buckets, \.buckets)]
    case .defaults:
      [
        Field(\.permissionDefault, \.defaults.permission),
        Field(\.purchaseDefault, \.defaults.purchase),
      ]
    }
  }

  /// The functions that copy one value, such as the date, between a partial state and a complete state: `apply` copies
  /// it to the complete state, and `take` copies it from there.
  private struct Field: Sendable {
    let isGiven: @Sendable (PartialState) -> Bool
    let apply: @Sendable (PartialState, inout DeviceState) -> Void
    let take: @Sendable (DeviceState, inout PartialState) -> Void

    init(
      isGiven: @escaping @Sendable (PartialState) -> Bool,
      apply: @escaping @Sendable (PartialState, inout DeviceState) -> Void,
      take: @escaping @Sendable (DeviceState, inout PartialState) -> Void
    ) { (self.isGiven, self.apply, self.take) = (isGiven, apply, take) }

    init<Value>(
      _ own: WritableKeyPath<PartialState, Value?> & Sendable,
      _ full: WritableKeyPath<DeviceState, Value> & Sendable
    ) {
      isGiven = { $0[keyPath: own] != nil }
      apply = { if let value = $0[keyPath: own] { $1[keyPath: full] = value } }
      take = { $1[keyPath: own] = $0[keyPath: full] }
    }

    init<Value>(
      _ own: WritableKeyPath<PartialState, Value?> & Sendable,
      _ full: WritableKeyPath<DeviceState, Value?> & Sendable
    ) {
      isGiven = { $0[keyPath: own] != nil }
      apply = { $1[keyPath: full] = $0[keyPath: own] }
      take = { $1[keyPath: own] = $0[keyPath: full] }
    }

    init<Value>(
      _ own: WritableKeyPath<PartialState, [Int: Value]> & Sendable,
      _ full: WritableKeyPath<DeviceState, [Int: Value]> & Sendable
    ) {
      isGiven = { !$0[keyPath: own].isEmpty }
      apply = { $1[keyPath: full].merge($0[keyPath: own]) { $1 } }
      take = { $1[keyPath: own] = $0[keyPath: full] }
    }
  }
}
