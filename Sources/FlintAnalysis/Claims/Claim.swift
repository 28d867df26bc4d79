package import FlintModel
package import FlintLogic
package import FlintManifest

/// A statement about the features of a manifest: a formula that must be true in every possible state (`always`) or in
/// no possible state (`never`). For example, “never: the features a and b are both available”.
package struct Claim: Hashable, Sendable {
  package var quantifier: Quantifier
  package var formula: ClaimFormula

  /// The states to which the claim applies. An empty condition selects all states.
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

/// A formula about the statuses of features in one state. An `Int` is the index of a feature in the manifest.
package indirect enum ClaimFormula: Hashable, Sendable {
  case feature(Int, FeatureStatus)
  case allOf([ClaimFormula])
  case anyOf([ClaimFormula])
  case not(ClaimFormula)
}

/// A condition on states: the values that some facts of a state, such as the platform, must have. A state matches if it
/// has all of these values. Every state matches an empty condition.
package struct StateCondition: Hashable, Sendable {
  /// The values that this condition requires: a state matches the condition only if it has all of them. If a state has
  /// no value of its own for a fact, such as a toggle, the default that the manifest declares is compared instead.
  ///
  /// The features in ``FlintManifest/PartialState/unlocked`` must be unlocked, that is, the app must have spent the
  /// user's credits for them. Other features may be unlocked too.
  package var required = FlintManifest.PartialState()

  /// The range of operating system versions that this condition accepts. Nil if the condition has no such range: it
  /// then accepts either every version, or only the single version that ``required`` contains.
  package var osVersions: VersionRange?

  /// The range of values that this condition accepts for each typed fact that it restricts: an attribute, or a fact
  /// such as the date. A state matches the condition only if its values are within these ranges.
  package var ranges: [Fact: AttributeRange] = [:]

  /// The range of rollout positions (numbers from 0 to below 100) that this condition accepts for each rollout bucket
  /// that it restricts. The keys are the indices of the buckets.
  package var buckets: [Int: Bounds<Percent>] = [:]

  package init() {}
}

extension Bounds<Percent> {
  package static func only(_ position: Percent) -> Bounds {
    Bounds(atLeast: position, below: Percent(tenThousandths: Int(position.tenThousandths) + 1))
      ?? .atLeast(position)
  }
}
