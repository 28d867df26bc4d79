/// Strong Kleene logic: `no < unknown < yes`, AND is the minimum, OR the maximum.
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

  /// The negation; that of `unknown` is `unknown`.
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
  /// `on`, `off` or `unknown`.
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
