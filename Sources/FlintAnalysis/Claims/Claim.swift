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

  /// Compared with the version that holds, whether given or the manifest's.
  package var appVersion: VersionCondition?

  package var date: ValueCondition<DateTime>?

  package var permissions: SystemPermissionStatuses = SystemPermissionStatuses()
  package var purchases: [Int: ProductHolding] = [:]

  /// All of these features are unlocked, whatever others are.
  package var unlocked: [Int] = []

  /// Compared with the values that hold, as are runtime flags and attributes.
  package var toggles: [Int: Bool] = [:]
  package var runtime: [Int: Ternary] = [:]
  package var attributes: [Int: AttributeValue] = [:]

  /// Ranges of integers, versions and dates that attributes lie in.
  package var attributeRanges: [Int: AttributeRequirement.Accepted] = [:]
  package var buckets: [Int: ValueCondition<Percent>] = [:]

  package enum ValueCondition<Value: Comparable & Hashable & Sendable>: Hashable, Sendable {
    case exactly(Value)
    case within(Bounds<Value>)

    /// The limits that it cuts values at; `next` is the first value behind one.
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
