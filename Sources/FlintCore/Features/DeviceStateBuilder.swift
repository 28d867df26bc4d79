/// A builder of device states for tests and previews. It refers to features, products and attributes by their Swift
/// declarations.
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
/// If a closure uses a feature, product, attribute or bucket that the manifest does not declare, the program ends with
/// the message of a ``UsageError``.
public struct DeviceStateBuilder: Sendable {
  public let manifest: Manifest

  /// The device state with all changes that the builder has made so far.
  public private(set) var state: DeviceState

  /// Creates a builder for states of the manifest's app. The initial state is `state`, or a fresh install if `state` is
  /// nil.
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

  /// The app's version. Nil means the version that the manifest declares for the app on this platform or, if it
  /// declares none, the latest.
  public var appVersion: InstalledVersion? {
    get { state.appVersion }
    set { state.appVersion = newValue }
  }

  public var date: DateTime? {
    get { state.date }
    set { state.date = newValue }
  }

  /// The default statuses: one for all permissions that the state does not list, and one for all products that the
  /// state does not list.
  public var defaults: DeviceState.Defaults {
    get { state.defaults }
    set { state.defaults = newValue }
  }

  // MARK: Permissions

  public mutating func set(_ permission: SystemPermission, to status: SystemPermissionStatus) {
    guard permission.allows(status) else {
      usageFailure(.impossibleStatus(status.name, of: permission.name))
    }
    state.setStatus(status, of: permission)
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

  /// Sets a product as bought, and all other products of its subscription group as not purchased. A consumable ends the
  /// program with a message; set its credits instead.
  public mutating func purchase(_ product: Product) {
    set(product, to: .purchased)
  }

  /// Sets the purchase status of a product. A status that a product of this type cannot have ends the program with a
  /// message. A consumable has credits instead of a status.
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

  /// Sets the end of a subscription: it counts as purchased before that date, and as expired from then on.
  public mutating func set(_ product: SubscriptionProduct, until end: DateTime) {
    state.purchases[index(of: product)] = .until(end)
  }

  /// Sets the end of a subscription and of the grace period that follows; see ``ProductHolding/until(_:graceUntil:)``.
  public mutating func set(
    _ product: AutoRenewingSubscriptionProduct, until end: DateTime, graceUntil graceEnd: DateTime
  ) {
    state.purchases[index(of: product)] = .until(end, graceUntil: graceEnd)
  }

  /// Sets the number of credits that the user has of a consumable. A negative number counts as zero.
  public mutating func set(credits: Int, of product: ConsumableProduct) {
    state.purchases[index(of: product)] = .credits(Int64(max(0, credits)))
  }

  /// Marks a feature as unlocked, as an app does after it has spent the user's credits for it. The feature's own
  /// purchase requirements then count as satisfied, but not those of the groups that contain it.
  public mutating func unlock(_ feature: any FeatureDefinition.Type) {
    let index = index(of: feature)
    if !state.unlocked.contains(index) { state.unlocked.append(index) }
  }

  // MARK: Choices and flags

  /// Sets whether the user has switched a feature on. Nil means that the user has not chosen, so that the default
  /// applies.
  public mutating func toggle(_ feature: any FeatureDefinition.Type, isOn: Bool?) {
    state.toggles[index(of: feature)] = isOn
  }

  public mutating func enable(_ feature: any FeatureDefinition.Type) {
    set(feature, runtimeFlag: .yes)
  }

  public mutating func disable(_ feature: any FeatureDefinition.Type) {
    set(feature, runtimeFlag: .no)
  }

  /// Sets the runtime flag, with which the developers turn a feature on or off. Nil means that the flag has the value
  /// that the feature declares as `isEnabled`.
  public mutating func set(_ feature: any FeatureDefinition.Type, runtimeFlag flag: Ternary?) {
    state.runtime[index(of: feature)] = flag
  }

  // MARK: Attributes and buckets

  /// Sets the value of an attribute. Nil makes the value unknown, even if the attribute has a default; an
  /// attribute that is always known gets its default.
  public mutating func set<Value>(_ attribute: FeatureAttribute<Value>, to value: Value?) {
    let index = found(
      manifest.attributes.firstIndex { $0.id.isSame(as: attribute.id) }, attribute.id)
    state.attributes[index] = manifest.attributes[index].value(setTo: value?.attributeValue)
  }

  /// Sets the user's position, from 0 to below 100, in a rollout bucket. A rollout of 10 % includes the users with
  /// positions below 10.
  public mutating func draw(_ percent: Percent, in bucket: String) {
    let index = found(manifest.buckets.firstIndex { $0.isSame(as: bucket) }, bucket)
    guard percent <= .maxPosition else {
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
  /// Creates the state of a fresh install of the manifest's app. The closure can then change it with the methods of a
  /// ``DeviceStateBuilder``.
  public init(for manifest: Manifest, _ describe: (inout DeviceStateBuilder) -> Void = { _ in }) {
    var builder = DeviceStateBuilder(manifest)
    describe(&builder)
    self = builder.state
  }
}

extension SimulatedDevice {
  /// Creates a device with a fresh install of the manifest's app. The closure can then change its state with the
  /// methods of a ``DeviceStateBuilder``.
  public convenience init(
    for manifest: Manifest, _ describe: (inout DeviceStateBuilder) -> Void = { _ in }
  ) {
    self.init(DeviceState(for: manifest, describe), for: manifest)
  }

  /// Changes the state of the device with a closure. Then notifies all observers of the device's purchases,
  /// permissions, toggles and attributes, as after an assignment to ``state``.
  public func change(_ describe: (inout DeviceStateBuilder) -> Void) {
    var builder = DeviceStateBuilder(manifest, from: state)
    describe(&builder)
    state = builder.state
  }
}
