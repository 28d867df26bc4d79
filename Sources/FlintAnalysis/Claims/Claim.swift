package import FlintCore

/// A claim: a formula that must hold in every state, or in none.
package struct Claim: Hashable, Sendable {
  package var quantifier: Quantifier
  package var formula: ClaimFormula

  /// The condition that selects the states the claim is about.
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

/// A formula about the features in one state. Features are given by their index in the manifest.
package indirect enum ClaimFormula: Hashable, Sendable {
  case feature(Int, FeatureStatus)
  case allOf([ClaimFormula])
  case anyOf([ClaimFormula])
  case not(ClaimFormula)
}

/// A partial state. A state matches it if it has all the given values; every state matches an empty condition.
package struct StateCondition: Hashable, Sendable {
  package var platform: Platform?
  package var osVersion: VersionCondition?

  /// The required app version. It is compared with the state's version or, if the state gives none, the manifest's.
  package var appVersion: VersionCondition?

  package var date: ValueCondition<DateTime>?

  package var permissions: SystemPermissionStatuses = SystemPermissionStatuses()
  package var purchases: [Int: ProductHolding] = [:]

  /// Features that must be unlocked; other features may be unlocked too.
  package var unlocked: [Int] = []

  /// The required toggles. As for runtime flags and attributes, a value that the state does not give is compared by
  /// its default.
  package var toggles: [Int: Bool] = [:]
  package var runtime: [Int: Ternary] = [:]
  package var attributes: [Int: AttributeValue] = [:]

  /// Ranges that the values of integer, version and date attributes must be in.
  package var attributeRanges: [Int: AttributeRequirement.Accepted] = [:]
  package var buckets: [Int: ValueCondition<Percent>] = [:]

  package enum ValueCondition<Value: Comparable & Hashable & Sendable>: Hashable, Sendable {
    case exactly(Value)
    case within(Bounds<Value>)

    /// Returns the breakpoints of the condition; `next` returns the first value after another one.
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
