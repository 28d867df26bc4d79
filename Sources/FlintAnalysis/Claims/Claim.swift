package import FlintModel
package import FlintLogic
package import FlintManifest

/// A formula that must hold in every possible state (`always`) or in none (`never`).
package struct Claim: Hashable, Sendable {
  package var quantifier: Quantifier
  package var formula: ClaimFormula

  /// The states to which the claim applies; all if empty.
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

/// A formula about feature statuses. An `Int` is a feature's index.
package indirect enum ClaimFormula: Hashable, Sendable {
  case feature(Int, FeatureStatus)
  case allOf([ClaimFormula])
  case anyOf([ClaimFormula])
  case not(ClaimFormula)
}

/// The values that some facts of a state must have.
package struct StateCondition: Hashable, Sendable {
  /// Resolved values that must be equal. The features in `unlocked` must be unlocked; others may
  /// be, too.
  package var required = FlintManifest.PartialState()

  /// Nil where every version, or only the one in ``required``, matches.
  package var osVersions: VersionRange?

  package var ranges: [Fact: AttributeRange] = [:]

  /// Ranges of positions, by bucket index.
  package var buckets: [Int: Bounds<Percent>] = [:]

  package init() {}
}

extension Bounds<Percent> {
  package static func only(_ position: Percent) -> Bounds {
    Bounds(atLeast: position, below: Percent(tenThousandths: Int(position.tenThousandths) + 1))
      ?? .atLeast(position)
  }
}
