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
    if from == 0 { return (0, .zero) }
    switch variables[Int(variable)] {
    case .system:
      if from < systemValues[1] { return (from, Distance(fields: 1)) }
      for latest in systemValues.dropFirst().dropLast() where latest >= from && latest < to {
        return (latest, Distance(fields: 1, preference: 1))
      }
      return (from, Distance(fields: 2))
    case .appVersion: return (from, Distance(fields: 1))
    case .permission(.locationAlways): return (from, Distance(fields: 1, preference: 2))
    case .attribute where from == 1:
      // A value says more than one that is not known.
      return to > 2 ? (2, Distance(fields: 1)) : (1, Distance(fields: 1, preference: 1))
    default: return (from, Distance(fields: 1))
    }
  }

  /// The state that gives what values say, as ``naming`` numbers products, features and attributes.
  func state(_ values: [UInt32: UInt32]) -> DeviceState {
    var state = DeviceState()
    for (variable, value) in values where value > 0 {
      state.set(variables[Int(variable)], to: domains[Int(variable)].values[Int(value)])
    }
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
    attributes = attributes.enumerated().map { index, attribute in
      let texts = attributeValues[index].texts
      return texts.isEmpty
        ? attribute : AttributeDeclaration(id: attribute.id, domain: .choice(texts))
    }
    var features = first.manifest.features
    for (index, feature) in second.manifest.features.enumerated()
    where second.features[index] == features.count {
      features.append(FeatureDeclaration(id: feature.id, name: feature.name))
    }
    return Manifest(products: products, attributes: attributes, features: features)
  }
}
