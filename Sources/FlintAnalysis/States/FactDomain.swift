import FlintCore

/// The values that a fact is tried with, the one that stands for "not given" first: a variable's value is a position here.
struct FactDomain {
  /// What a state of the space says of the fact, as ``StateSpace/naming`` numbers things.
  let values: [FactValue]

  /// For each side what its tests see instead, where that differs. Two manifests may declare an attribute differently:
  /// what one of them cannot take is not given there.
  private var bySide: [[FactValue]] = []

  init(_ values: [FactValue], bySide: [[FactValue]] = []) {
    self.values = values
    self.bySide = bySide
  }

  func values(on side: Int) -> [FactValue] { bySide.isEmpty ? values : bySide[side] }
}

extension StateSpace {
  /// What a state can say of a fact.
  func domain(of fact: Fact) -> FactDomain {
    switch fact {
    case .system:
      FactDomain(
        zip(Platform.allCases, systemScales).flatMap { platform, scale in
          (0..<scale.count).map { .system(platform, scale.example($0)) }
        })
    case .appVersion:
      FactDomain([.notGiven] + (0..<appScale.count).map { .version(appScale.example($0)) })
    case .permission:
      // Not to have been asked is how it begins.
      FactDomain([.notGiven] + [.authorized, .denied, .restricted].map { .permission($0) })
    case .product: FactDomain([.notGiven] + [.purchased, .unknown].map { .purchase($0) })
    case .unlocked: FactDomain([.notGiven, .flag(.yes)])
    case .toggle: FactDomain([.notGiven] + [.yes, .no].map { .flag($0) })
    case .runtime: FactDomain([.notGiven] + [.yes, .no, .unknown].map { .flag($0) })
    case .attribute(let attribute): attributeValues[attribute].domain
    case .permissionDefault, .purchaseDefault: FactDomain([DeviceState().value(of: fact)])
    }
  }

  /// What a side's fact is called in the space.
  func shared(_ fact: Fact, _ side: Int) -> Fact {
    let side = sides[side]
    return switch fact {
    case .system, .appVersion, .permission, .permissionDefault, .purchaseDefault: fact
    case .product(let product): .product(side.products[product])
    case .unlocked(let feature): .unlocked(side.features[feature])
    case .toggle(let feature): .toggle(side.features[feature])
    case .runtime(let feature): .runtime(side.features[feature])
    case .attribute(let attribute): .attribute(side.attributes[attribute])
    }
  }
}
