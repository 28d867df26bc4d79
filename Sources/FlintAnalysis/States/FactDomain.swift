import FlintCore
import FlintLogic

/// The values of a fact that an analysis needs to try: one example of each set of values that no constraint
/// distinguishes. The first one is "not given". The fact's variable in a decision diagram has indices into this list as
/// its values.
struct FactDomain {
  /// The values of the fact that an analysis tries, in the form in which a state stores them. A value can contain the
  /// index of a declaration, such as one of the choices of an attribute. If the state space belongs to two manifests,
  /// such an index refers to the declarations of the combined manifest ``StateSpace/combinedManifest``.
  var values: [FactValue] { valuePartition.values }

  private let valuePartition: ValuePartition

  /// The ``values`` as each of two manifests interprets them; empty if all manifests interpret them alike. For
  /// instance, two manifests can declare an attribute with different types. In a manifest that does not accept a value,
  /// the value then counts as not given.
  private let bySide: [ValuePartition]

  init(_ values: [FactValue], bySide: [[FactValue]] = []) {
    valuePartition = ValuePartition(values)
    self.bySide = bySide.map { ValuePartition($0) }
  }

  func valuePartition(on side: Int) -> ValuePartition {
    bySide.isEmpty ? valuePartition : bySide[side]
  }
}

extension StateSpace {
  /// Returns the values of a fact that an analysis needs to try: one example of each set of values that no constraint
  /// distinguishes.
  func domain(of fact: Fact) -> FactDomain {
    switch fact {
    case .system: return FactDomain(systems.map { .system($0.platform, $0.version) })
    case .appVersion:
      return FactDomain([.notGiven] + (0..<appScale.count).map { .version(appScale.example($0)) })
    case .date: return FactDomain([.notGiven] + dates.dateExamples.map { .date($0) })
    case .permission(let permission): return statuses(of: permission)
    case .product(let product): return statuses(ofProduct: product)
    case .unlocked: return FactDomain([.notGiven, .flag(.yes)])
    case .toggle: return FactDomain([.notGiven] + [.yes, .no].map { .flag($0) })
    case .runtime: return FactDomain([.notGiven] + [.yes, .no, .unknown].map { .flag($0) })
    case .attribute(let attribute): return attributeValues[attribute].domain
    case .age(let attribute, _):
      return FactDomain(
        [.notGiven] + ages(of: attribute).examples(step: 1, usual: 0).map { .age($0) })
    case .bucket(let bucket):
      let draws = Intervals.draws(breakpoints.percents[bucket] ?? [])
      return FactDomain(
        [.notGiven]
          + draws.examples(step: 1_000_000, usual: 0).map {
            .bucket(Percent(tenThousandths: Int($0)) ?? .zero)
          })
    case .permissionDefault, .purchaseDefault: return FactDomain([DeviceState().value(of: fact)])
    }
  }

  /// Returns the statuses of a permission that the analysis distinguishes. "Not given" means that the app has not
  /// requested the permission yet.
  private func statuses(of permission: SystemPermission) -> FactDomain {
    let always: [SystemPermissionStatus] = [.authorized, .denied, .restricted]
    let named = breakpoints.permissionStatuses[permission] ?? []
    let others = SystemPermissionStatus.allCases.filter {
      $0 != .notDetermined && !always.contains($0) && named.contains($0)
    }
    return FactDomain([.notGiven] + (always + others).map { .permission($0) })
  }

  /// Returns the purchase statuses of a product that the analysis distinguishes. "Not given" means not purchased. If a
  /// status is impossible for the type of product that one manifest declares, it counts as not purchased in that
  /// manifest.
  private func statuses(ofProduct product: Int) -> FactDomain {
    let always: [PurchaseStatus] = [.purchased, .unknown]
    let named = breakpoints.productStatuses[product] ?? []
    let others = PurchaseStatus.allCases.filter {
      $0 != .notPurchased && !always.contains($0) && named.contains($0)
    }
    let values = always + others
    return FactDomain(
      [.notGiven] + values.map { .purchase($0) },
      bySide: sides.count == 1
        ? []
        : sides.map { side in
          let type = side.products.index(ofShared: product).map { side.manifest.products[$0].type }
          return [.notGiven]
            + values.map { type?.allows($0) == false ? .notGiven : .purchase($0) }
        })
  }

  /// Returns a fact of one manifest with numbers that are common to both manifests: the index of a product, attribute,
  /// feature or bucket in the fact is replaced by the number that this declaration has in both. `side` is the index of
  /// the manifest.
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
