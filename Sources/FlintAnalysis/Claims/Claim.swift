package import FlintCore

/// Something that is said to hold in every state, or in none.
package struct Claim: Hashable, Sendable {
  package var quantifier: Quantifier
  package var formula: ClaimFormula

  /// Which states the claim is about.
  package var condition: StateCondition

  package enum Quantifier: Hashable, Sendable {
    case always
    case never
  }

  package init(
    _ quantifier: Quantifier, _ formula: ClaimFormula, where condition: StateCondition = .init()
  ) {
    self.quantifier = quantifier
    self.formula = formula
    self.condition = condition
  }
}

/// What a claim says of one state. Features are given by their index in the manifest.
package indirect enum ClaimFormula: Hashable, Sendable {
  case feature(Int, FeatureStatus)
  case allOf([ClaimFormula])
  case anyOf([ClaimFormula])
  case not(ClaimFormula)
}

/// A partial state that a state matches where it agrees with everything given; every state matches the empty one.
package struct StateCondition: Hashable, Sendable {
  package var platform: Platform?
  package var osVersion: VersionCondition?

  /// Compared with the version that holds, be it given or the manifest's.
  package var appVersion: VersionCondition?

  package var permissions: SystemPermissionStatuses = SystemPermissionStatuses()
  package var purchases: [Int: ProductHolding] = [:]

  /// All of these features are unlocked, whatever others are.
  package var unlocked: [Int] = []

  /// Compared with the values that hold, as are runtime flags and attributes.
  package var toggles: [Int: Bool] = [:]
  package var runtime: [Int: Ternary] = [:]
  package var attributes: [Int: AttributeValue] = [:]

  package enum VersionCondition: Hashable, Sendable {
    case exactly(InstalledVersion)
    case within(VersionRange)
  }

  package init() {}
}
