/// Writes states without unset values. Reading the output again gives an equal state.
package enum StateWriter {
  /// Writes entries in the order of their declarations.
  package static func write(
    _ state: DeviceState, of manifest: Manifest, to writer: inout JSONWriter
  ) {
    write(PartialState(of: state, in: manifest), of: manifest, to: &writer)
  }

  package static func write(
    _ state: PartialState, of manifest: Manifest, to writer: inout JSONWriter
  ) {
    writer.object { write(state, of: manifest, StateSection.allCases, &$0) }
  }

  /// Writes sections into an object that the caller begins and ends.
  static func write(
    _ state: PartialState, of manifest: Manifest, _ sections: [StateSection],
    _ writer: inout JSONWriter
  ) {
    for section in sections where state.gives(section) {
      writer.key(section.key)
      write(section, state, manifest, &writer)
    }
  }

  private static func write(
    _ section: StateSection, _ state: PartialState, _ manifest: Manifest,
    _ writer: inout JSONWriter
  ) {
    func members<Value>(
      _ values: [Int: Value], _ subject: StateSubject,
      _ write: (Int, Value, inout JSONWriter) -> Void
    ) {
      writer.object { writer in
        // The order is that of the manifest's declarations.
        for (index, value) in values.sorted(by: { $0.key < $1.key }) {
          writer.key(named: manifest.id(of: subject, at: index))
          write(index, value, &writer)
        }
      }
    }
    switch section {
    case .platform: writer.string(state.platform?.name)
    case .osVersion: writer.string(state.osVersion?.description)
    case .device(let fact):
      if let value = state.device[fact] { writer.scalar(fact.domain.scalar(of: value)) }
    case .permissions:
      writer.object { writer in
        for permission in SystemPermission.allCases {
          guard let status = state.permissions[permission] else { continue }
          writer.key(named: permission.name)
          writer.string(status.name)
        }
      }
    case .purchases: members(state.purchases, .product) { write($1, &$2) }
    case .unlocked:
      writer.array(of: state.unlocked ?? []) { $1.string(manifest.features[$0].id) }
    case .toggles: members(state.toggles, .feature) { $2.bool($1) }
    case .runtime: members(state.runtime, .feature) { $2.flag($1) }
    case .attributes:
      members(state.attributes, .attribute) {
        $2.scalar(manifest.attributes[$0].domain.scalar(of: $1))
      }
    case .buckets: members(state.buckets, .bucket) { $2.number($1.description) }
    case .defaults:
      writer.object { writer in
        writer.optional("permission", state.permissionDefault?.name)
        writer.optional("purchase", state.purchaseDefault?.name)
      }
    }
  }

  package static func write(_ holding: ProductHolding, _ writer: inout JSONWriter) {
    switch holding {
    case .status(let status): writer.string(status.name)
    case .credits(let credits): writer.int(credits)
    case .until(let end, let graceEnd):
      writer.object { writer in
        writer.member("until", end.description)
        writer.optional("graceUntil", graceEnd?.description)
      }
    }
  }
}

extension JSONWriter {
  package mutating func scalar(_ value: ScalarValue) {
    switch value {
    case .null: null()
    case .truth(let isOn): bool(isOn)
    case .number(let number): int(number)
    case .string(let text): string(text)
    }
  }

  package mutating func flag(_ flag: Ternary) {
    switch flag {
    case .yes: bool(true)
    case .no: bool(false)
    case .unknown: null()
    }
  }
}

/// A state that has only some facts, with indices of the manifest.
package struct PartialState: Hashable, Sendable {
  package var platform: Platform?
  package var osVersion: InstalledVersion?

  package var device: [DeviceFact: AttributeValue] = [:]
  package var permissions = SystemPermissionStatuses()
  package var purchases: [Int: ProductHolding] = [:]
  package var unlocked: [Int]?
  package var toggles: [Int: Bool] = [:]
  package var runtime: [Int: Ternary] = [:]
  package var attributes: [Int: AttributeValue] = [:]
  package var buckets: [Int: Percent] = [:]
  package var permissionDefault: SystemPermissionStatus?
  package var purchaseDefault: PurchaseStatus?
  /// Nil means 1.
  package var weight: Int64?
  /// Statuses by feature; empty unless the reader takes `expect`.
  package var expected: [Int: FeatureStatus] = [:]
  /// Undeclared ids; empty unless the reader ignores them.
  package var ignored = NameIndex()

  package init() {}

  /// The state's facts, except a fresh install's platform, version and defaults.
  package init(of state: DeviceState, in manifest: Manifest) {
    for section in StateSection.allCases { take(section, from: state) }
    // If the app's list of platforms is empty, there is no default platform, so the platform is kept.
    if platform == manifest.app.defaultPlatform, manifest.app.platforms?.isEmpty != true {
      platform = nil
    }
    if osVersion == .latest { osVersion = nil }
    if unlocked?.isEmpty == true { unlocked = nil }
    let usual = DeviceState.Defaults()
    if permissionDefault == usual.permission { permissionDefault = nil }
    if purchaseDefault == usual.purchase { purchaseDefault = nil }
  }

  /// The sections that have a value.
  package var sections: [StateSection] {
    StateSection.allCases.filter { gives($0) }
  }

  func gives(_ section: StateSection) -> Bool {
    switch section {
    case .platform: platform != nil
    case .osVersion: osVersion != nil
    case .device(let fact): device[fact] != nil
    case .permissions: !permissions.isEmpty
    case .purchases: !purchases.isEmpty
    case .unlocked: unlocked != nil
    case .toggles: !toggles.isEmpty
    case .runtime: !runtime.isEmpty
    case .attributes: !attributes.isEmpty
    case .buckets: !buckets.isEmpty
    case .defaults: permissionDefault != nil || purchaseDefault != nil
    }
  }

  package mutating func take(_ section: StateSection, from state: DeviceState) {
    switch section {
    case .platform: platform = state.platform
    case .osVersion: osVersion = state.osVersion
    case .device(let fact): device[fact] = state[fact]
    case .permissions: permissions = state.permissions
    case .purchases: purchases = state.purchases
    case .unlocked: unlocked = state.unlocked
    case .toggles: toggles = state.toggles
    case .runtime: runtime = state.runtime
    case .attributes: attributes = state.attributes
    case .buckets: buckets = state.buckets
    case .defaults:
      permissionDefault = state.defaults.permission
      purchaseDefault = state.defaults.purchase
    }
  }

  /// The given state, with these facts in place of its own. Entries replace entries, but `unlocked`
  /// replaces the whole list. A platform without a version means the latest.
  package func applied(to state: DeviceState) -> DeviceState {
    var state = state
    if let platform { (state.platform, state.osVersion) = (platform, .latest) }
    state.osVersion = osVersion ?? state.osVersion
    for (fact, value) in device { state[fact] = value }
    state.permissions.merge(permissions) { _, new in new }
    state.purchases.merge(purchases) { $1 }
    state.unlocked = unlocked ?? state.unlocked
    state.toggles.merge(toggles) { $1 }
    state.runtime.merge(runtime) { $1 }
    state.attributes.merge(attributes) { $1 }
    state.buckets.merge(buckets) { $1 }
    state.defaults.permission = permissionDefault ?? state.defaults.permission
    state.defaults.purchase = purchaseDefault ?? state.defaults.purchase
    return state
  }
}
