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

  /// Indices are those of `manifest`.
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

  /// Nil for the feature's `isEnabled`.
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

  /// Answers with the current status, because there is no user.
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
