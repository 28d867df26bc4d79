/// A requirement on the app's version or the current date.
public enum DeviceRequirement: Hashable, Sendable {
  case appVersion(VersionRange)

  /// The current date of the state is in the range.
  case date(DateRange)

  /// Creates the requirement that a fact has an accepted value; nil if the fact cannot be required in this form, such
  /// as a date by a list of values.
  package init?(_ fact: DeviceFact, _ accepted: AttributeRequirement.Accepted) {
    switch (fact, accepted) {
    case (.appVersion, .range(.versions(let range))): self = .appVersion(range)
    case (.date, .range(.dates(let range))): self = .date(range)
    case (.appVersion, _), (.date, _): return nil
    }
  }

  public var fact: DeviceFact {
    switch self {
    case .appVersion: .appVersion
    case .date: .date
    }
  }

  /// The accepted values, in the form of a requirement on an attribute of the same type.
  package var accepted: AttributeRequirement.Accepted {
    switch self {
    case .appVersion(let range): .versions(range)
    case .date(let range): .dates(range)
    }
  }

  /// Two requirements for the values that are not accepted: one that accepts exactly the values below the accepted
  /// range, and one that accepts exactly those above it. Each is nil if the range has no limit on that side.
  package var outside: (below: DeviceRequirement?, above: DeviceRequirement?) {
    switch self {
    case .appVersion(let range):
      (range.atLeast.map { .appVersion(.below($0)) }, range.below.map { .appVersion(.atLeast($0)) })
    case .date(let range):
      (range.atLeast.map { .date(.below($0)) }, range.below.map { .date(.atLeast($0)) })
    }
  }

  func truth(in state: ResolvedState) -> Ternary {
    position(in: state).map { Ternary($0 == .within) } ?? .unknown
  }

  /// Returns whether the state's value of the fact is within the required range, too low or too high; nil if the state
  /// has no value.
  func position(in state: ResolvedState) -> VersionRange.Position? {
    switch self {
    case .appVersion(let range): range.position(of: state.appVersion)
    case .date(let range): state.date.map { range.position(of: $0) }
    }
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

extension FeatureConstraint {
  public static func appVersion(_ range: VersionRange) -> FeatureConstraint {
    .device(.appVersion(range))
  }

  public static func date(_ range: DateRange) -> FeatureConstraint { .device(.date(range)) }
}
