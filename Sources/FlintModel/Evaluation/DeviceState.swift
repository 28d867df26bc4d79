/// A simulated device, its user and its app's configuration. Unset facts have defaults. Products,
/// features, attributes and buckets are indices in a ``Manifest``.
public struct DeviceState: Hashable, Sendable {
  public var platform: Platform
  public var osVersion: InstalledVersion

  /// Nil means the manifest's version on the platform, else the latest.
  public var appVersion: InstalledVersion?

  /// Nil if unknown. The machine's clock has no effect.
  public var date: DateTime?

  public var permissions: SystemPermissionStatuses
  public var purchases: [Int: ProductHolding]

  /// Features unlocked with credits, without duplicates.
  public var unlocked: [Int]

  public var toggles: [Int: Bool]

  /// Runtime flags by feature, ``Ternary/unknown`` until the app has its configuration.
  public var runtime: [Int: Ternary]
  public var attributes: [Int: AttributeValue]

  /// Rollout positions, each below 100.
  public var buckets: [Int: Percent]
  public var defaults: Defaults

  /// Without arguments, a fresh install on the latest iOS.
  public init(
    platform: Platform = .iOS, osVersion: InstalledVersion = .latest,
    appVersion: InstalledVersion? = nil, date: DateTime? = nil,
    permissions: SystemPermissionStatuses = [:],
    purchases: [Int: ProductHolding] = [:], unlocked: [Int] = [], toggles: [Int: Bool] = [:],
    runtime: [Int: Ternary] = [:], attributes: [Int: AttributeValue] = [:],
    buckets: [Int: Percent] = [:], defaults: Defaults = Defaults()
  ) {
    self.platform = platform
    self.osVersion = osVersion
    self.appVersion = appVersion
    self.date = date
    self.permissions = permissions
    self.purchases = purchases
    self.unlocked = unlocked
    self.toggles = toggles
    self.runtime = runtime
    self.attributes = attributes
    self.buckets = buckets
    self.defaults = defaults
  }

  /// Sets the product's holding, and ends the other subscriptions of its group.
  package mutating func buy(
    _ product: Int, _ holding: ProductHolding = .status(.purchased), in manifest: Manifest
  ) {
    purchases[product] = holding
    for other in manifest.otherProductsInGroup(of: product) {
      purchases[other] = .status(.notPurchased)
    }
  }

  /// Granting ``SystemPermission/locationAlways`` also grants
  /// ``SystemPermission/locationWhenInUse``.
  package mutating func setStatus(_ status: SystemPermissionStatus, of permission: SystemPermission)
  {
    permissions[permission] = status
    if permission == .locationAlways, status == .authorized {
      permissions[.locationWhenInUse] = .authorized
    }
  }

  /// The statuses of permissions and products that the state does not list.
  public struct Defaults: Hashable, Sendable {
    public var permission: SystemPermissionStatus
    public var purchase: PurchaseStatus

    public init(
      permission: SystemPermissionStatus = .notDetermined,
      purchase: PurchaseStatus = .notPurchased
    ) {
      self.permission = permission
      self.purchase = purchase
    }
  }
}

/// Single-valued facts that no manifest declares, as ordered in a state. To add one, add a case,
/// its `row` and a property of ``DeviceState``, then ``FeatureConstraintsBuilder``,
/// ``DeviceStateBuilder`` and ``SimulatedDevice``.
public enum DeviceFact: UInt8, CaseIterable, Sendable {
  case appVersion
  case date

  package var key: StaticString { row.key }

  package var domain: AttributeDomain { row.domain }

  package var name: String { row.name }

  package var noun: String { "the \(name)" }

  package var owner: Owner { row.owner }

  /// The next step's action if the value is below the accepted range.
  package var actionBelow: NextStep.Action { row.actionBelow }

  /// Whether the fact has no default, so a state can lack it.
  package var canBeAbsent: Bool { row.canBeAbsent }

  private struct Row {
    let key: StaticString
    let domain: AttributeDomain
    let name: String
    let actionBelow: NextStep.Action
    var owner = Owner.environment
    var canBeAbsent = true
  }

  @inline(__always) private var row: Row {
    switch self {
    case .appVersion:
      Row(
        key: "appVersion", domain: .version, name: "app version", actionBelow: .upgradeApp,
        canBeAbsent: false)
    case .date: Row(key: "date", domain: .date, name: "date", actionBelow: .waitForDate)
    }
  }

  /// The value, with the fact's name if it is a version: `app version 2.1`, `2026-12-01`.
  package func displayName(of value: AttributeValue) -> String {
    if case .version(let version) = value { return version.displayName(of: name) }
    return domain.displayName(of: value)
  }
}

extension Manifest {
  package func defaultValue(of fact: DeviceFact, on platform: Platform) -> AttributeValue? {
    switch fact {
    case .appVersion: .version(app.installedVersion(on: platform))
    case .date: nil
    }
  }
}

extension ResolvedState {
  package func value(of fact: DeviceFact) -> AttributeValue? {
    given[fact] ?? manifest.defaultValue(of: fact, on: given.platform)
  }
}

extension DeviceState {
  /// The fact's value. Setting a value of another type than ``DeviceFact/domain`` ends the program.
  package subscript(fact: DeviceFact) -> AttributeValue? {
    get {
      switch fact {
      case .appVersion: appVersion.map { .version($0) }
      case .date: date.map { .date($0) }
      }
    }
    set {
      switch (fact, newValue) {
      case (.appVersion, nil): appVersion = nil
      case (.appVersion, .version(let version)): appVersion = version
      case (.date, nil): date = nil
      case (.date, .date(let new)): date = new
      case (.appVersion, _), (.date, _):
        preconditionFailure("\(fact.key) cannot have the value \(String(describing: newValue))")
      }
    }
  }
}

/// A top-level key of a state, such as `purchases`.
package enum StateSection: KeyedCase, Hashable {
  case platform
  case osVersion

  case device(DeviceFact)
  case permissions
  case purchases
  case unlocked
  case toggles
  case runtime
  case attributes
  case buckets
  case defaults

  package static let allCases: [StateSection] =
    [.platform, .osVersion] + DeviceFact.allCases.map { .device($0) } + [
      .permissions, .purchases, .unlocked, .toggles, .runtime, .attributes, .buckets, .defaults,
    ]

  package static var appVersion: StateSection { .device(.appVersion) }
  package static var date: StateSection { .device(.date) }

  package static let byIndex = allCases.sorted { $0.index < $1.index }

  /// The index in arrays with an element for each section.
  package var index: Int {
    switch self {
    case .platform: 0
    case .osVersion: 1
    case .permissions: 2
    case .purchases: 3
    case .unlocked: 4
    case .toggles: 5
    case .runtime: 6
    case .attributes: 7
    case .buckets: 8
    case .defaults: 9
    case .device(let fact): 10 + Int(fact.rawValue)
    }
  }

  package var key: StaticString { row.key }

  package var form: StateSectionForm { row.form }

  /// What the section's keys or elements name, such as products. Nil for single values and
  /// `defaults`.
  package var subject: StateSubject? { row.subject }

  package var hasFewValues: Bool { row.hasFewValues }

  /// Whether a claim's `where` can have the section.
  package var isCondition: Bool { row.isCondition }

  /// Whether a state can lack the section even after all defaults.
  package var canBeAbsent: Bool {
    if case .device(let fact) = self { fact.canBeAbsent } else { false }
  }

  private struct Row {
    let key: StaticString
    var form = StateSectionForm.members
    var subject: StateSubject?
    var hasFewValues = false
    var isCondition = true
  }

  private var row: Row {
    switch self {
    case .platform: Row(key: "platform", form: .value)
    case .osVersion: Row(key: "osVersion", form: .value)
    case .device(let fact): Row(key: fact.key, form: .value)
    case .permissions: Row(key: "permissions", subject: .permission, hasFewValues: true)
    case .purchases: Row(key: "purchases", subject: .product, hasFewValues: true)
    case .unlocked: Row(key: "unlocked", form: .list, subject: .feature, hasFewValues: true)
    case .toggles: Row(key: "toggles", subject: .feature, hasFewValues: true)
    case .runtime: Row(key: "runtime", subject: .feature, hasFewValues: true)
    case .attributes: Row(key: "attributes", subject: .attribute)
    case .buckets: Row(key: "buckets", subject: .bucket)
    case .defaults: Row(key: "defaults", hasFewValues: true, isCondition: false)
    }
  }
}

package enum StateSectionForm: String, Sendable {
  case value, list, members
}

/// The kinds of things that entries of a state are about.
package enum StateSubject: UInt8, Sendable {
  case permission, product, feature, attribute, bucket
}

extension SystemPermission {
  /// As `allCases[index]`, but faster. An invalid index ends the program.
  package init(at index: Int) {
    guard let permission = SystemPermission(rawValue: UInt8(index)) else {
      preconditionFailure("no permission has the index \(index)")
    }
    self = permission
  }
}

extension Manifest {
  package func id(of kind: StateSubject, at index: Int) -> String {
    switch kind {
    case .permission: SystemPermission(at: index).name
    case .product: products[index].id
    case .feature: features[index].id
    case .attribute: attributes[index].id
    case .bucket: buckets[index]
    }
  }

  /// The entry's name, or the id of a permission or bucket.
  package func name(of kind: StateSubject, at index: Int) -> String {
    switch kind {
    case .product: products[index].name
    case .feature: features[index].name
    case .attribute: attributes[index].name
    case .permission, .bucket: id(of: kind, at: index)
    }
  }

  func displayName(of kind: StateSubject, at index: Int) -> String {
    switch kind {
    case .permission: "the \(SystemPermission(at: index).displayName) permission"
    case .bucket: "rollout “\(buckets[index])”"
    case .product, .feature, .attribute: "“\(name(of: kind, at: index))”"
    }
  }
}
