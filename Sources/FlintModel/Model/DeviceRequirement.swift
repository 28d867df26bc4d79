/// A requirement on a fact that exists without a declaration in the manifest: the app's version or the current date.
public struct DeviceRequirement: Hashable, Sendable {
  public let fact: DeviceFact

  /// The accepted values of ``fact``, in the form in which a requirement on an attribute of the fact's type contains
  /// them: of the type version for the app's version, of the type date for the current date.
  public let accepted: AttributeRequirement.Accepted

  /// Creates the requirement that a fact has an accepted value. The accepted values must have the type of the fact and
  /// must not be an age.
  package init(_ fact: DeviceFact, _ accepted: AttributeRequirement.Accepted) {
    (self.fact, self.accepted) = (fact, accepted)
  }

  public static func appVersion(_ range: VersionRange) -> DeviceRequirement {
    DeviceRequirement(.appVersion, .versions(range))
  }

  /// Returns the requirement that the current date of the state is in the range.
  public static func date(_ range: DateRange) -> DeviceRequirement {
    DeviceRequirement(.date, .dates(range))
  }

  func truth(in state: ResolvedState) -> Ternary {
    state.value(of: fact).map { accepted.truth(of: $0, at: nil) } ?? .unknown
  }

  /// Returns whether the state's value of the fact is below the accepted range. The result is false if the value is
  /// unknown, or if the requirement has no lower limit.
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
