/// A truth value of three-valued logic (strong Kleene logic): `yes` means true, `no` means false, and `unknown` means
/// that it can be either.
///
/// The order is `no < unknown < yes`; AND is the minimum, OR the maximum:
///
/// | and     | no | unknown | yes     |   | or      | no      | unknown | yes |
/// |---------|----|---------|---------|---|---------|---------|---------|-----|
/// | no      | no | no      | no      |   | no      | no      | unknown | yes |
/// | unknown | no | unknown | unknown |   | unknown | unknown | unknown | yes |
/// | yes     | no | unknown | yes     |   | yes     | yes     | yes     | yes |
public enum Ternary: UInt8, CaseIterable, Sendable, Comparable {
  case no
  case unknown
  case yes

  public init(_ known: Bool) {
    self = known ? .yes : .no
  }

  public static func < (one: Ternary, other: Ternary) -> Bool {
    one.rawValue < other.rawValue
  }

  public static func && (one: Ternary, other: Ternary) -> Ternary { min(one, other) }

  public static func || (one: Ternary, other: Ternary) -> Ternary { max(one, other) }

  /// Returns the negation: `yes` becomes `no`, `no` becomes `yes`, and `unknown` remains.
  public static prefix func ! (truth: Ternary) -> Ternary {
    switch truth {
    case .yes: .no
    case .unknown: .unknown
    case .no: .yes
    }
  }
}

extension Ternary: ExpressibleByBooleanLiteral {
  public init(booleanLiteral isTrue: Bool) { self.init(isTrue) }
}

extension Ternary {
  /// The word for a switch with this value: `on`, `off` or `unknown`. Toggles, runtime flags and Boolean attributes are
  /// switches.
  package var switchWord: String {
    switch self {
    case .yes: "on"
    case .no: "off"
    case .unknown: "unknown"
    }
  }
}

extension Bool {
  package var switchWord: String { Ternary(self).switchWord }
}
