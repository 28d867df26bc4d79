import FlintModel
import FlintLogic

extension StateSpace {
  /// The number of fields that differ from a fresh install, then a `preference`: known values are
  /// nearer than unknown ones.
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

  /// `to` is exclusive.
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

  /// Indices are those of ``combinedManifest``. The values must satisfy ``possible(for:)``;
  /// assumptions about other facts get the nearest values with which they hold.
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

  /// Declares what either manifest does. Indices in states are its.
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

  /// Without a default platform where the two differ, so that states name it.
  private var sharedApp: Manifest.App {
    let apps = sides.map(\.manifest.app)
    let isShared = apps.allSatisfy { $0.defaultPlatform == apps[0].defaultPlatform }
    return Manifest.App(
      name: nil, version: nil, versions: nil, platforms: isShared ? apps[0].platforms : [])
  }
}
