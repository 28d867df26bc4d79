import FlintModel
import FlintLogic

extension StateSpace {
  /// A measure of how much values of variables differ from a fresh install. It consists of the number of fields of the
  /// state that these values change, and of a `preference`, which decides between values with the same number of
  /// fields: the value with the smaller preference counts as nearer to a fresh install.
  ///
  /// For example, an unknown attribute has a greater preference than a known one, so that example states have known
  /// values if possible.
  struct Distance: Comparable {
    private(set) var raw: Int

    static let zero = Distance(raw: 0)
    static let unreachable = Distance(raw: .max)

    private init(raw: Int) { self.raw = raw }

    init(fields: Int, preference: Int = 0) { raw = fields << 20 + preference }

    static func + (one: Distance, other: Distance) -> Distance {
      Distance(raw: one.raw + other.raw)
    }
    static func < (one: Distance, other: Distance) -> Bool { one.raw < other.raw }
  }

  /// Returns the value of a variable, from `from` up to, but not including, `to`, that differs least from a fresh
  /// install, with its distance from a fresh install.
  func nearest(of variable: UInt32, from: UInt32, to: UInt32) -> (value: UInt32, Distance) {
    domains[Int(variable)].nearest(from: from, to: to)
  }

  static func distances(
    of systems: [(platform: Platform, version: InstalledVersion)], for apps: [Manifest.App]
  ) -> [Distance] {
    let defaults = apps.map(\.defaultPlatform)
    return systems.map { platform, version in
      let isDefault = defaults.allSatisfy { $0 == platform }
      let fields = (isDefault ? 0 : 1) + (version == .latest ? 0 : 1)
      return Distance(fields: fields, preference: isDefault || fields > 1 ? 0 : 1)
    }
  }

  /// Returns the state in which each variable has the given value; other variables have the value of a fresh install.
  /// The state refers to products, features and attributes by their indices in the manifest ``combinedManifest``.
  ///
  /// The values must come from a function that was restricted by ``possible(for:)``, so that they satisfy the
  /// assumptions about their facts. If an assumption about other facts is false in a fresh install, the state also gets
  /// the values that make it true and differ least from a fresh install.
  func state(_ given: [UInt32: UInt32]) -> DeviceState {
    let values = satisfyingOtherAssumptions(given)
    var state = DeviceState(platform: systems.first?.platform ?? .iOS)
    for (variable, value) in values where value > 0 {
      let fact = variables[Int(variable)]
      if case .age = fact { continue }
      state.set(fact, to: domains[Int(variable)].values[Int(value)])
    }
    settleAges(values, in: &state)
    state.unlocked.sort()
    return state
  }

  /// If two manifests are compared, a manifest that combines the declarations of both; otherwise the manifest itself.
  /// States that the state space returns contain indices of the products, features and attributes of this manifest.
  var combinedManifest: Manifest {
    if sides.count == 1 { return sides[0].manifest }
    let (first, second) = (sides[0], sides[1])
    var products = first.manifest.products
    for (index, product) in second.manifest.products.enumerated()
    where second.products[index] == products.count { products.append(product) }
    var attributes = first.manifest.attributes
    for (index, attribute) in second.manifest.attributes.enumerated()
    where second.attributes[index] == attributes.count { attributes.append(attribute) }
    // A state of two manifests stores the value of a choice as text, because the index can differ between them.
    attributes = attributes.map { attribute in
      guard case .choice = attribute.domain else { return attribute }
      return AttributeDeclaration(id: attribute.id, name: attribute.name, domain: .text)
    }
    // The features have ids and names only: their constraints would use the indices of their own manifest.
    var features = first.manifest.features.map {
      FeatureDeclaration(id: $0.id, name: $0.name)
    }
    for (index, feature) in second.manifest.features.enumerated()
    where second.features[index] == features.count {
      features.append(FeatureDeclaration(id: feature.id, name: feature.name))
    }
    var buckets = first.manifest.buckets
    for (index, bucket) in second.manifest.buckets.enumerated()
    where second.buckets[index] == buckets.count { buckets.append(bucket) }
    return Manifest(
      app: sharedApp, products: products, attributes: attributes, buckets: buckets,
      features: features)
  }

  /// The app of the combined manifest. It has the default platform of the two compared apps if both have the same one.
  /// Otherwise, it has no default platform, so that its states always contain the platform.
  private var sharedApp: Manifest.App {
    let apps = sides.map(\.manifest.app)
    let isShared = apps.allSatisfy { $0.defaultPlatform == apps[0].defaultPlatform }
    return Manifest.App(
      name: nil, version: nil, versions: nil, platforms: isShared ? apps[0].platforms : [])
  }
}
