/// Says what a device is like in an app's own terms, for tests and previews: its features, products and attributes by what
/// the code calls them.
///
/// ```swift
/// let state = DeviceState(for: manifest) { state in
///   state.osVersion = .version("17.2")
///   state.purchase(Store.premium)
///   state.deny(.camera)
///   state.toggle(SpeedFeature.self, isOn: false)
/// }
/// ```
///
/// To name what the manifest does not declare is a mistake that ends the program; see ``UsageError``.
public struct DeviceStateBuilder: Sendable {
  public let manifest: Manifest

  /// What has been said so far, by indices.
  public private(set) var state: DeviceState

  /// - Parameter state: What to begin with; a fresh install where it is not given.
  init(_ manifest: Manifest, from state: DeviceState? = nil) {
    self.manifest = manifest
    self.state = state ?? manifest.freshInstall
  }

  // MARK: The device

  public var platform: Platform {
    get { state.platform }
    set { state.platform = newValue }
  }

  public var osVersion: InstalledVersion {
    get { state.osVersion }
    set { state.osVersion = newValue }
  }

  /// Nil: the manifest's, else the latest.
  public var appVersion: InstalledVersion? {
    get { state.appVersion }
    set { state.appVersion = newValue }
  }

  public var date: DateTime? {
    get { state.date }
    set { state.date = newValue }
  }

  /// What holds of the permissions and products that are not named.
  public var defaults: DeviceState.Defaults {
    get { state.defaults }
    set { state.defaults = newValue }
  }

  // MARK: Permissions

  public mutating func set(_ permission: SystemPermission, to status: SystemPermissionStatus) {
    guard permission.allows(status) else {
      usageFailure(.impossibleStatus(status.name, of: permission.name))
    }
    state.settle(permission, status)
  }

  public mutating func grant(_ permissions: SystemPermission...) {
    for permission in permissions { set(permission, to: .authorized) }
  }

  public mutating func deny(_ permissions: SystemPermission...) {
    for permission in permissions { set(permission, to: .denied) }
  }

  public mutating func restrict(_ permissions: SystemPermission...) {
    for permission in permissions { set(permission, to: .restricted) }
  }

  // MARK: Purchases

  /// Has the user buy a product; who buys one subscription of a group leaves the others.
  public mutating func purchase(_ product: Product) {
    set(product, to: .purchased)
  }

  /// What the store says of a product that is no consumable.
  public mutating func set(_ product: Product, to status: PurchaseStatus) {
    let index = index(of: product)
    guard product.type.allows(status) else {
      usageFailure(.impossibleStatus(status.name, of: product.productID))
    }
    if status == .purchased {
      state.buy(index, in: manifest)
    } else {
      state.purchases[index] = .status(status)
    }
  }

  /// A subscription that runs until a date.
  public mutating func set(_ product: SubscriptionProduct, until end: DateTime) {
    state.purchases[index(of: product)] = .until(end)
  }

  /// How many credits of a consumable the user holds; below zero is none.
  public mutating func set(credits: Int, of product: ConsumableProduct) {
    state.purchases[index(of: product)] = .credits(Int64(max(0, credits)))
  }

  /// Has all of a feature's own purchase requirements count as met.
  public mutating func unlock(_ feature: any FeatureDefinition.Type) {
    let index = index(of: feature)
    if !state.unlocked.contains(index) { state.unlocked.append(index) }
  }

  // MARK: Choices and flags

  /// What the user chose for a feature; nil where they have not.
  public mutating func toggle(_ feature: any FeatureDefinition.Type, isOn: Bool?) {
    state.toggles[index(of: feature)] = isOn
  }

  public mutating func enable(_ feature: any FeatureDefinition.Type) {
    set(feature, runtimeFlag: .yes)
  }

  public mutating func disable(_ feature: any FeatureDefinition.Type) {
    set(feature, runtimeFlag: .no)
  }

  /// The flag of a feature; nil where its own `isEnabled` holds.
  public mutating func set(_ feature: any FeatureDefinition.Type, runtimeFlag flag: Ternary?) {
    state.runtime[index(of: feature)] = flag
  }

  // MARK: Attributes and buckets

  /// The value of an attribute; nil makes it unknown, even where it has a default.
  public mutating func set<Value>(_ attribute: FeatureAttribute<Value>, to value: Value?) {
    let index = found(
      manifest.attributes.firstIndex { $0.id.isSame(as: attribute.id) }, attribute.id)
    state.attributes[index] = value?.attributeValue ?? .unknown
  }

  /// Where in a bucket the user was drawn.
  public mutating func draw(_ percent: Percent, in bucket: String) {
    let index = found(manifest.buckets.firstIndex { $0.isSame(as: bucket) }, bucket)
    guard percent <= .lastDrawn else {
      usageFailure(.impossibleStatus(percent.description, of: bucket))
    }
    state.buckets[index] = percent
  }

  // MARK: Names

  private func index(of product: Product) -> Int {
    found(
      manifest.products.firstIndex { $0.id.isSame(as: product.productID) }, product.productID)
  }

  private func index(of feature: any FeatureDefinition.Type) -> Int {
    let id = feature.featureID
    return found(manifest.features.firstIndex { $0.id.isSame(as: id) }, id)
  }

  private func found(_ index: Int?, _ id: String) -> Int {
    guard let index else { usageFailure(.notOfManifest(id)) }
    return index
  }
}

extension DeviceState {
  /// A fresh install of the manifest's app, but for what is said; see ``DeviceStateBuilder``.
  public init(for manifest: Manifest, _ describe: (inout DeviceStateBuilder) -> Void = { _ in }) {
    var builder = DeviceStateBuilder(manifest)
    describe(&builder)
    self = builder.state
  }
}

extension SimulatedDevice {
  /// A fresh install of the manifest's app, but for what is said; see ``DeviceStateBuilder``.
  public convenience init(
    for manifest: Manifest, _ describe: (inout DeviceStateBuilder) -> Void = { _ in }
  ) {
    self.init(DeviceState(for: manifest, describe), for: manifest)
  }

  /// Changes what the device is like, and leaves what is not said; observers are told that everything may have changed.
  public func change(_ describe: (inout DeviceStateBuilder) -> Void) {
    var builder = DeviceStateBuilder(manifest, from: state)
    describe(&builder)
    state = builder.state
  }
}
