import FlintModel
import FlintLogic

/// The values of a fact that an analysis needs to try: one example of each set of values that no constraint
/// distinguishes. The first one is "not given". The fact's variable in a decision diagram has indices into this list as
/// its values.
struct VariableDomain {
  /// The example values of the fact, in the form in which a state stores them. A value can contain the index of a
  /// declaration, such as one of the choices of an attribute. If two manifests are compared, such an index refers to
  /// the declarations of the combined manifest ``StateSpace/combinedManifest``.
  var values: [FactValue] { valuePartition.values }

  private let valuePartition: ValuePartition

  /// The ``values`` as each of two manifests interprets them; empty if all manifests interpret them alike. For
  /// instance, two manifests can declare an attribute with different types. In a manifest that does not accept a value,
  /// the value then counts as not given.
  private let bySide: [ValuePartition]

  /// The distance of each value from a fresh install. If there are more values than distances, the last distance
  /// applies to all further values.
  private let distances: [StateSpace.Distance]

  static let usualDistances = [StateSpace.Distance.zero, .init(fields: 1)]

  init(
    _ values: [FactValue], bySide: [[FactValue]] = [],
    distances: [StateSpace.Distance] = usualDistances
  ) {
    valuePartition = ValuePartition(values)
    self.bySide = bySide.map { ValuePartition($0) }
    self.distances = distances
  }

  /// Returns the value of the fact that differs least from a fresh install, and its distance, among the values with the
  /// indices from `from` up to, but not including, `to` in ``values``. The result has the index of the value.
  func nearest(from: UInt32, to: UInt32) -> (value: UInt32, StateSpace.Distance) {
    var nearest = (value: from, distances[min(Int(from), distances.count - 1)])
    var value = from + 1
    while value < min(Int(to), distances.count) {
      if distances[Int(value)] < nearest.1 { nearest = (value, distances[Int(value)]) }
      value += 1
    }
    return nearest
  }

  func valuePartition(on side: Int) -> ValuePartition {
    bySide.isEmpty ? valuePartition : bySide[side]
  }
}

extension StateSpace {
  func domain(of fact: Fact) -> VariableDomain {
    switch fact {
    case .system:
      return VariableDomain(
        systems.map { .system($0.platform, $0.version) },
        distances: systemDistances + [.unreachable])
    case .device(let device):
      return TypedValues([device.domain], breakpoints[fact], first: [.notGiven]).domain
    case .permission(let permission): return statuses(of: permission)
    case .product(let product): return statuses(ofProduct: product)
    case .unlocked:
      // A purchase is preferred to unlocking: an app unlocks a feature only in exchange for credits.
      return VariableDomain(
        [.notGiven, .flag(.yes)], distances: [.zero, Distance(fields: 1, preference: 1)])
    case .toggle: return VariableDomain([.notGiven] + [.yes, .no].map { .flag($0) })
    case .runtime: return VariableDomain([.notGiven] + [.yes, .no, .unknown].map { .flag($0) })
    case .attribute(let attribute): return attributeValues[attribute].domain
    case .age(let attribute, _):
      return VariableDomain(
        [.notGiven] + ages(of: attribute).examples(step: 1, usual: 0).map { .age($0) },
        // An age has no distance of its own, because it is computed from two dates, which have distances.
        distances: [.zero])
    case .bucket(let bucket):
      let draws = Intervals.draws(breakpoints.percents[bucket] ?? [])
      return VariableDomain(
        [.notGiven]
          + draws.examples(step: 1_000_000, usual: 0).map {
            .bucket(Percent(tenThousandths: Int($0)) ?? .zero)
          })
    case .permissionDefault, .purchaseDefault:
      return VariableDomain([DeviceState().value(of: fact)])
    }
  }

  /// Returns the statuses of a permission that the analysis distinguishes. The first value, "not given", represents
  /// states that contain no status for the permission, and means that the app has not requested it yet.
  private func statuses(of permission: SystemPermission) -> VariableDomain {
    return VariableDomain(
      [.notGiven] + breakpoints.statuses(of: permission).dropFirst().map { .permission($0) },
      distances: [
        .zero, Distance(fields: 1, preference: permission == .locationAlways ? 2 : 0),
      ])
  }

  /// Returns the purchase statuses of a product that the analysis distinguishes. The first value, "not given",
  /// represents states that contain no status for the product, and means not purchased. If two manifests are compared,
  /// they can declare the product with different types. A status that is impossible for the type in one of them counts
  /// as not purchased in that manifest.
  private func statuses(ofProduct product: Int) -> VariableDomain {
    let types = sides.map { side in
      side.products.index(ofShared: product).map { side.manifest.products[$0].type }
    }
    let values = breakpoints.statuses(ofProduct: product, types: types.compactMap(\.self))
      .dropFirst()
    return VariableDomain(
      [.notGiven] + values.map { .purchase($0) },
      bySide: types.count == 1
        ? []
        : types.map { type in
          [.notGiven] + values.map { type?.allows($0) == false ? .notGiven : .purchase($0) }
        })
  }

  /// Replaces the index of a product, attribute, feature or rollout bucket in a fact by the number that this
  /// declaration has in both compared manifests. The index belongs to the manifest `side`: 0, or 1 for the second one.
  func shared(_ fact: Fact, _ side: Int) -> Fact {
    let side = sides[side]
    return fact.renumbered { kind, index in
      switch kind {
      case .permission: index
      case .product: side.products[index]
      case .feature: side.features[index]
      case .attribute: side.attributes[index]
      case .bucket: side.buckets[index]
      }
    }
  }
}
