import FlintModel
import FlintLogic

/// Examples of a fact's values, one for each set that no constraint distinguishes, "not given"
/// first. A variable's values are indices into it.
struct VariableDomain {
  /// Indices in them are those of ``StateSpace/combinedManifest``.
  var values: [FactValue] { valuePartition.values }

  private let valuePartition: ValuePartition

  private let bySide: [ValuePartition]

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

  /// `to` is exclusive.
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

  private func statuses(of permission: SystemPermission) -> VariableDomain {
    return VariableDomain(
      [.notGiven] + breakpoints.statuses(of: permission).dropFirst().map { .permission($0) },
      distances: [
        .zero, Distance(fields: 1, preference: permission == .locationAlways ? 2 : 0),
      ])
  }

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

  /// With the number that both manifests share in place of the index of `side`.
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
