import FlintCore

/// From values of variables to states, and what each value costs.
extension StateSpace {
  /// How far a value is from a fresh install: whole fields count, the rest only ranks values that give as many.
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

  /// The value nearest to a fresh install among those from one up to another, and its distance.
  func nearest(of variable: UInt32, from: UInt32, to: UInt32) -> (value: UInt32, Distance) {
    switch variables[Int(variable)] {
    case .system:
      let values = Int(from)..<min(Int(to), systems.count)
      guard let nearest = values.min(by: { systemDistances[$0] < systemDistances[$1] }) else {
        return (from, .unreachable)
      }
      return (UInt32(nearest), systemDistances[nearest])
    case _ where from == 0: return (0, .zero)
    // It follows from two fields that count themselves.
    case .age: return (from, .zero)
    case .permission(.locationAlways): return (from, Distance(fields: 1, preference: 2))
    case .attribute where from == 1:
      // A value says more than one that is not known.
      return to > 2 ? (2, Distance(fields: 1)) : (1, Distance(fields: 1, preference: 1))
    // People buy; apps unlock only for credits.
    case .unlocked: return (from, Distance(fields: 1, preference: 1))
    case .appVersion, .date, .permission, .product, .toggle, .runtime, .attribute, .bucket,
      .permissionDefault, .purchaseDefault:
      return (from, Distance(fields: 1))
    }
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

  /// The state that values describe, as ``naming`` numbers products, features and attributes.
  ///
  /// The values come from a function with ``possible(for:)``. Where assumptions that share no fact with it do not hold in a
  /// fresh install, the state nearest to one in which they hold is added.
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

  /// The names of both manifests in one: what a state of the space can speak of.
  var naming: Manifest {
    if sides.count == 1 { return sides[0].manifest }
    let (first, second) = (sides[0], sides[1])
    var products = first.manifest.products
    for (index, product) in second.manifest.products.enumerated()
    where second.products[index] == products.count { products.append(product) }
    var attributes = first.manifest.attributes
    for (index, attribute) in second.manifest.attributes.enumerated()
    where second.attributes[index] == attributes.count { attributes.append(attribute) }
    // A state of both gives texts as such.
    attributes = attributes.map { attribute in
      guard case .choice = attribute.domain else { return attribute }
      return AttributeDeclaration(id: attribute.id, name: attribute.name, domain: .text)
    }
    // Names, and nothing that they ask for: that speaks of other numbers.
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

  /// An app whose default platform is that of both; where they differ, one that every state names.
  private var sharedApp: Manifest.App {
    let apps = sides.map(\.manifest.app)
    let isShared = apps.allSatisfy { $0.defaultPlatform == apps[0].defaultPlatform }
    return isShared ? Manifest.App(platforms: apps[0].platforms) : Manifest.App(platforms: [])
  }
}
