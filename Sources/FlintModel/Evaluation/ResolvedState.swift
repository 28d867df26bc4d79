/// The state ``given``, with defaults for facts that it lacks.
public struct ResolvedState: Sendable {
  public let manifest: Manifest

  public private(set) var given: DeviceState

  public var appVersion: InstalledVersion {
    given.appVersion ?? manifest.app.installedVersion(on: given.platform)
  }

  private var holdings: [ProductHolding]
  private var attributes: [AttributeValue]
  private var unlocked: Set<Int>

  public init(_ given: DeviceState, in manifest: Manifest) {
    self.manifest = manifest
    self.given = given
    holdings = manifest.products.enumerated().map { index, product in
      given.purchases[index] ?? Self.holding(of: product, by: given.defaults)
    }
    attributes = manifest.attributes.enumerated().map { index, attribute in
      given.attributes[index] ?? attribute.declaredValue
    }
    unlocked = Set(given.unlocked)
  }

  private static func holding(
    of product: ProductDeclaration, by defaults: DeviceState.Defaults
  ) -> ProductHolding {
    product.type == .consumable ? .credits(0) : .status(defaults.purchase)
  }

  /// Replaces the state. Takes time for the facts of both states. If their ``DeviceState/Defaults``
  /// differ, also for the size of the manifest.
  mutating func change(to new: DeviceState) {
    guard new.defaults == given.defaults else {
      self = ResolvedState(new, in: manifest)
      return
    }
    let old = given
    given = new
    for index in old.purchases.keys where manifest.products.indices.contains(index) {
      holdings[index] = Self.holding(of: manifest.products[index], by: new.defaults)
    }
    for (index, holding) in new.purchases where manifest.products.indices.contains(index) {
      holdings[index] = holding
    }
    for index in old.attributes.keys where manifest.attributes.indices.contains(index) {
      attributes[index] = manifest.attributes[index].declaredValue
    }
    for (index, value) in new.attributes where manifest.attributes.indices.contains(index) {
      attributes[index] = value
    }
    unlocked = Set(new.unlocked)
  }

  public var platform: Platform { given.platform }
  public var osVersion: InstalledVersion { given.osVersion }
  public var date: DateTime? { given.date }

  public func status(of permission: SystemPermission) -> SystemPermissionStatus {
    permission.status(
      permission.support.access(on: platform, osVersion), assuming: given.defaults.permission
    ) { [permissions = given.permissions] in permissions[$0] }
  }

  package func absence(of permission: SystemPermission) -> PermissionAbsence {
    let support = permission.support
    if support.access(on: platform, osVersion) != .unsupported { return .fromDevice }
    return support.firstVersion(on: platform) == nil ? .fromPlatform : .fromVersion
  }

  public func holding(of product: Int) -> ProductHolding { holdings[product] }

  /// The status at the state's date; nil for a consumable. Inlined, since a call would copy the
  /// state.
  @inline(__always) public func status(of product: Int) -> PurchaseStatus? {
    holdings[product].status(at: date)
  }

  /// Nil unless the product has expired on a known date.
  package func expiryDate(of product: Int) -> DateTime? {
    guard case .until(let end, nil) = holdings[product], status(of: product) == .expired else {
      return nil
    }
    return end
  }

  public func credits(of product: Int) -> Int64 {
    if case .credits(let held) = holdings[product] { held } else { 0 }
  }

  public func bucket(_ bucket: Int) -> Percent? { given.buckets[bucket] }

  /// The state's value, else the declared default.
  public func value(of attribute: Int) -> AttributeValue { attributes[attribute] }

  public func isUnlocked(_ feature: Int) -> Bool { unlocked.contains(feature) }

  public func toggle(of feature: Int, defaultValue: Bool) -> Bool {
    given.toggles.isEmpty ? defaultValue : given.toggles[feature] ?? defaultValue
  }

  /// The state's flag, else the feature's declared flag, else on.
  public func runtimeFlag(of feature: Int) -> Ternary {
    if !given.runtime.isEmpty, let flag = given.runtime[feature] { return flag }
    return manifest.features[feature].declaredFlag
  }
}
