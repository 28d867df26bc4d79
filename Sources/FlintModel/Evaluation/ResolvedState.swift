/// A state in which every permission, product and attribute of its manifest has a value. It is derived from the
/// state ``given``, which may lack values: where ``given`` has no value, the derived state has the default.
public struct ResolvedState: Sendable {
  public let manifest: Manifest

  /// The state that was passed to the initializer or to `change(to:)`, and that may lack values. It does not contain
  /// the default values that this resolved state adds where it lacks them.
  public private(set) var given: DeviceState

  public var appVersion: InstalledVersion {
    given.appVersion ?? manifest.app.installedVersion(on: given.platform)
  }

  /// The user's holding of each product: its status, its end date or its credits. The list is in the manifest's order.
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

  /// Replaces ``given`` by another state of the same manifest, and updates the values of permissions, products,
  /// attributes and unlocked features, which are derived from ``given`` and the defaults. The cost depends on the
  /// number of facts in the old and the new ``given``, not on the size of the manifest. If their
  /// ``DeviceState/Defaults`` differ, all values are determined again, at a cost that depends on the size of the
  /// manifest.
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
    ) { given.permissions[$0] }
  }

  package func absence(of permission: SystemPermission) -> PermissionAbsence {
    let support = permission.support
    if support.access(on: platform, osVersion) != .unsupported { return .fromDevice }
    return support.firstVersion(on: platform) == nil ? .fromPlatform : .fromVersion
  }

  /// Returns the user's holding of a product, which is its status, its end date or its credits.
  public func holding(of product: Int) -> ProductHolding { holdings[product] }

  /// Returns the status of a product in the store at the state's current date; nil for a consumable, which has credits
  /// instead.
  public func status(of product: Int) -> PurchaseStatus? { holdings[product].status(at: date) }

  /// Returns the date on which a subscription expired. The result is nil if it has not expired, or if the state
  /// contains only the status `expired` without a date.
  package func expiryDate(of product: Int) -> DateTime? {
    guard case .until(let end, nil) = holdings[product], status(of: product) == .expired else {
      return nil
    }
    return end
  }

  public func credits(of product: Int) -> Int64 {
    if case .credits(let held) = holdings[product] { held } else { 0 }
  }

  /// Returns the user's position, from 0 to below 100, in one of the manifest's rollout buckets, or nil if it is
  /// unknown.
  public func bucket(_ bucket: Int) -> Percent? { given.buckets[bucket] }

  /// Returns the value of an attribute from the state, else its declared default, else ``AttributeValue/unknown``.
  public func value(of attribute: Int) -> AttributeValue { attributes[attribute] }

  public func isUnlocked(_ feature: Int) -> Bool { unlocked.contains(feature) }

  /// Returns whether the user has switched the feature on, or `defaultValue` if the user has not chosen.
  public func toggle(of feature: Int, defaultValue: Bool) -> Bool {
    given.toggles.isEmpty ? defaultValue : given.toggles[feature] ?? defaultValue
  }

  /// Returns the runtime flag, with which the developers turn a feature on or off: the value in the state, else the
  /// value that the feature declares, else on.
  public func runtimeFlag(of feature: Int) -> Ternary {
    if !given.runtime.isEmpty, let flag = given.runtime[feature] { return flag }
    return manifest.features[feature].declaredFlag
  }
}
