/// A device whose data is a ``DeviceState``, for tests.
///
/// ```swift
/// let manifest = Manifest(describing: AppFeatures.self)
/// let device = SimulatedDevice(for: manifest) { $0.purchase(Store.premium) }
/// Flint.withOwnRegistry {
///   Flint.setup(AppFeatures.self) { $0.simulate(device) }
///   print(DynamicSpeedFeature.isAvailable)
/// }
/// ```
public final class SimulatedDevice: Sendable {
  public let manifest: Manifest

  private struct Simulation {
    var given: DeviceState
    var resolved: ResolvedState
  }

  private let simulation: Locked<Simulation>

  private let features: [ExactText: Int]
  private let products: [ExactText: Int]
  private let attributes: [ExactText: Int]
  private let buckets: [ExactText: Int]

  public let purchaseChanges = ObserverList<PurchaseChange>()
  public let permissionChanges = ObserverList<SystemPermission>()
  public let toggleChanges = ObserverList<ToggleChange>()
  public let attributeChanges = ObserverList<String>()

  /// Indices in the state are those of `manifest`.
  public init(_ state: DeviceState, for manifest: Manifest) {
    self.manifest = manifest
    simulation = Locked(
      Simulation(given: state, resolved: ResolvedState(state, in: manifest)))
    features = Self.indices(of: manifest.features.map(\.id))
    products = Self.indices(of: manifest.products.map(\.id))
    attributes = Self.indices(of: manifest.attributes.map(\.id))
    buckets = Self.indices(of: manifest.buckets)
  }

  private static func indices(of ids: [String]) -> [ExactText: Int] {
    Dictionary(zip(ids.map { ExactText($0) }, ids.indices)) { first, _ in first }
  }

  /// An assignment notifies all observers, even if nothing changes.
  public var state: DeviceState {
    get { simulation.withLock { $0.given } }
    set {
      mutate { $0 = newValue }
      purchaseChanges.notify(.everything)
      toggleChanges.notify(.everything)
      for permission in SystemPermission.allCases { permissionChanges.notify(permission) }
      for attribute in manifest.attributes { attributeChanges.notify(attribute.id) }
    }
  }

  private var resolved: ResolvedState { simulation.withLock { $0.resolved } }

  private func mutate(_ body: (inout DeviceState) -> Void) {
    simulation.withLock { simulation in
      body(&simulation.given)
      simulation.resolved = ResolvedState(simulation.given, in: manifest)
    }
  }

  /// Nil means the feature's `isEnabled`.
  public func runtimeFlag(featureID: String) -> Ternary? {
    features[ExactText(featureID)].flatMap { resolved.given.runtime[$0] }
  }

  public var date: DateTime? { resolved.date }

  public func bucket(_ name: String) -> Percent? {
    buckets[ExactText(name)].flatMap { resolved.bucket($0) }
  }
}

extension SimulatedDevice: DeviceInformation {
  public var platform: Platform { resolved.platform }
  public var osVersion: InstalledVersion { resolved.osVersion }
  public var appVersion: InstalledVersion? { resolved.given.appVersion }
}

extension SimulatedDevice: PurchaseTracker {
  public func status(of product: Product) -> PurchaseStatus {
    guard let index = products[ExactText(product.productID)],
      let status = resolved.status(of: index)
    else { return resolved.given.defaults.purchase }
    return status
  }

  public func end(of product: Product) -> DateTime? {
    guard let index = products[ExactText(product.productID)],
      case .until(let end, nil) = resolved.holding(of: index)
    else { return nil }
    return end
  }

  public func credits(of product: Product) -> Int {
    guard let index = products[ExactText(product.productID)] else { return 0 }
    return Int(clamping: resolved.credits(of: index))
  }

  public func isUnlocked(featureID: String) -> Bool {
    features[ExactText(featureID)].map { resolved.isUnlocked($0) } ?? false
  }
}

extension SimulatedDevice: SystemPermissionChecker {
  public func status(of permission: SystemPermission) -> SystemPermissionStatus {
    resolved.status(of: permission)
  }

  /// Passes on the current status, because there is no user.
  public func requestAuthorization(
    for permission: SystemPermission,
    completion: @escaping @Sendable (SystemPermissionStatus) -> Void
  ) {
    completion(status(of: permission))
  }
}

extension SimulatedDevice: UserFeatureToggles {
  public func isOn(featureID: String) -> Bool? {
    features[ExactText(featureID)].flatMap { resolved.given.toggles[$0] }
  }

  public func set(_ isOn: Bool?, featureID: String) {
    guard let index = features[ExactText(featureID)] else { return }
    mutate { $0.toggles[index] = isOn }
    toggleChanges.notify(.feature(featureID: featureID))
  }
}

extension SimulatedDevice: FeatureAttributeSource {
  public func value(of attribute: AttributeDeclaration) -> AttributeValue? {
    attributes[ExactText(attribute.id)].flatMap { resolved.given.attributes[$0] }
  }
}

/// Builds states for tests and previews. Ids that the manifest lacks end the program.
///
/// ```swift
/// let state = DeviceState(for: manifest) { state in
///   state.osVersion = .version("17.2")
///   state.purchase(Store.premium)
///   state.deny(.camera)
///   state.toggle(SpeedFeature.self, isOn: false)
/// }
/// ```
@dynamicMemberLookup
public struct DeviceStateBuilder: Sendable {
  public let manifest: Manifest

  public private(set) var state: DeviceState

  /// Nil begins with a fresh install.
  init(_ manifest: Manifest, from state: DeviceState? = nil) {
    self.manifest = manifest
    self.state = state ?? manifest.freshInstall
  }

  // MARK: The device

  /// A property of the state, such as the date. `appVersion` nil means the manifest's version on
  /// the platform, else the latest.
  public subscript<Value>(dynamicMember member: WritableKeyPath<DeviceState, Value>) -> Value {
    get { state[keyPath: member] }
    set { state[keyPath: member] = newValue }
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

  /// Purchases the product, and ends other subscriptions of its group. A consumable ends the
  /// program: set credits instead.
  public mutating func purchase(_ product: Product) {
    set(product, to: .purchased)
  }

  /// A status that the type cannot have ends the program.
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

  /// Makes the product purchased before `end`, then expired.
  public mutating func set(_ product: SubscriptionProduct, until end: DateTime) {
    state.purchases[index(of: product)] = .until(end)
  }

  /// See ``ProductHolding/until(_:graceUntil:)``.
  public mutating func set(
    _ product: AutoRenewingSubscriptionProduct, until end: DateTime, graceUntil graceEnd: DateTime
  ) {
    state.purchases[index(of: product)] = .until(end, graceUntil: graceEnd)
  }

  /// A negative number counts as zero.
  public mutating func set(credits: Int, of product: ConsumableProduct) {
    state.purchases[index(of: product)] = .credits(Int64(max(0, credits)))
  }

  /// Satisfies the feature's own purchase requirements, not those of groups around it.
  public mutating func unlock(_ feature: any FeatureDefinition.Type) {
    let index = index(of: feature)
    if !state.unlocked.contains(index) { state.unlocked.append(index) }
  }

  // MARK: Choices and flags

  /// Nil restores the default.
  public mutating func toggle(_ feature: any FeatureDefinition.Type, isOn: Bool?) {
    state.toggles[index(of: feature)] = isOn
  }

  public mutating func enable(_ feature: any FeatureDefinition.Type) {
    set(feature, runtimeFlag: .yes)
  }

  public mutating func disable(_ feature: any FeatureDefinition.Type) {
    set(feature, runtimeFlag: .no)
  }

  /// Nil restores the declared `isEnabled`.
  public mutating func set(_ feature: any FeatureDefinition.Type, runtimeFlag flag: Ternary?) {
    state.runtime[index(of: feature)] = flag
  }

  // MARK: Attributes and buckets

  /// Nil makes the attribute unknown, despite a default. An attribute that is always known gets its
  /// default.
  public mutating func set<Value>(_ attribute: FeatureAttribute<Value>, to value: Value?) {
    let index = found(
      manifest.attributes.firstIndex { $0.id.isSame(as: attribute.id) }, attribute.id)
    state.attributes[index] = manifest.attributes[index].value(setTo: value?.attributeValue)
  }

  /// Sets the user's rollout position, from 0 to below 100.
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
    guard let index else {
      usageFailure(
        "the manifest does not declare '\(id)': pass a manifest that contains it, or a feature that requires it"
      )
    }
    return index
  }
}

extension DeviceState {
  /// A fresh install, changed by the closure.
  public init(for manifest: Manifest, _ describe: (inout DeviceStateBuilder) -> Void = { _ in }) {
    var builder = DeviceStateBuilder(manifest)
    describe(&builder)
    self = builder.state
  }
}

extension SimulatedDevice {
  /// A fresh install, changed by the closure.
  public convenience init(
    for manifest: Manifest, _ describe: (inout DeviceStateBuilder) -> Void = { _ in }
  ) {
    self.init(DeviceState(for: manifest, describe), for: manifest)
  }

  /// Changes the state, then notifies all observers.
  public func change(_ describe: (inout DeviceStateBuilder) -> Void) {
    var builder = DeviceStateBuilder(manifest, from: state)
    describe(&builder)
    state = builder.state
  }
}
