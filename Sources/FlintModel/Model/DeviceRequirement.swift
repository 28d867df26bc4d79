/// A requirement on a ``DeviceFact``.
public struct DeviceRequirement: Hashable, Sendable {
  public let fact: DeviceFact

  /// Of the fact's type.
  public let accepted: AttributeRequirement.Accepted

  /// Not an age.
  package init(_ fact: DeviceFact, _ accepted: AttributeRequirement.Accepted) {
    (self.fact, self.accepted) = (fact, accepted)
  }

  public static func appVersion(_ range: VersionRange) -> DeviceRequirement {
    DeviceRequirement(.appVersion, .versions(range))
  }

  public static func date(_ range: DateRange) -> DeviceRequirement {
    DeviceRequirement(.date, .dates(range))
  }

  func truth(in state: ResolvedState) -> Ternary {
    state.value(of: fact).map { accepted.truth(of: $0, at: nil) } ?? .unknown
  }

  /// False if unknown or without a lower limit.
  func isTooLow(in state: ResolvedState) -> Bool {
    guard let below = accepted.belowRange else { return false }
    return DeviceRequirement(fact, below).truth(in: state) == .yes
  }
}

// Shorthands, so that a list of constraints reads like the manifest: `[.date(.atLeast("2026-12-01"))]`.
extension Constraint {
  public static func appVersion(_ range: VersionRange) -> Constraint {
    .requirement(.device(.appVersion(range)))
  }

  public static func date(_ range: DateRange) -> Constraint {
    .requirement(.device(.date(range)))
  }
}
