package import FlintCore

/// A statement about the features of a manifest: a formula that must be true in every possible state (`always`) or in
/// no possible state (`never`). For example, “never: the features a and b are both available”.
package struct Claim: Hashable, Sendable {
  package var quantifier: Quantifier
  package var formula: ClaimFormula

  /// The condition that selects the states to which the claim applies. An empty condition selects all states.
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
  package var platform: Platform?
  package var osVersion: VersionCondition?

  /// The required app version. It is compared with the app version in the state or, if the state has none, with the one
  /// that the manifest declares.
  package var appVersion: VersionCondition?

  package var date: ValueCondition<DateTime>?

  package var permissions: SystemPermissionStatuses = SystemPermissionStatuses()
  package var purchases: [Int: ProductHolding] = [:]

  /// The indices of the features that must be unlocked, that is, for which the app must have spent the user's credits.
  /// Other features may be unlocked too.
  package var unlocked: [Int] = []

  /// The required values of toggles (switches with which the user turns features on or off), by the feature's index. If
  /// a state has no value for a toggle, the condition tests the default that the manifest declares. The same applies to
  /// ``runtime`` and ``attributes``.
  package var toggles: [Int: Bool] = [:]
  package var runtime: [Int: Ternary] = [:]
  package var attributes: [Int: AttributeValue] = [:]

  /// The ranges in which the values of integer, version and date attributes must be, by the attribute's index.
  package var attributeRanges: [Int: AttributeRequirement.Accepted] = [:]
  package var buckets: [Int: ValueCondition<Percent>] = [:]

  package enum ValueCondition<Value: Comparable & Hashable & Sendable>: Hashable, Sendable {
    case exactly(Value)
    case within(Bounds<Value>)

    /// Returns the values at which the condition changes between true and false, if all values are tested in ascending
    /// order. For “exactly 5”, they are 5, where it becomes true, and 6, where it becomes false again.
    ///
    /// - Parameter next: Returns the least value above its argument; nil if there is none.
    func limits(next: (Value) -> Value?) -> [Value] {
      switch self {
      case .exactly(let value): [value] + [next(value)].compactMap(\.self)
      case .within(let range): range.limits
      }
    }

    func contains(_ value: Value) -> Bool {
      switch self {
      case .exactly(let wanted): value == wanted
      case .within(let range): range.contains(value)
      }
    }
  }

  package enum VersionCondition: Hashable, Sendable {
    case exactly(InstalledVersion)
    case within(VersionRange)
  }

  package init() {}
}
