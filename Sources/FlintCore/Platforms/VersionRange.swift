/// The versions from a lowest one on, below another, or both.
public struct VersionRange: Hashable, Sendable {
  /// The lowest version within, nil for no lower limit.
  public let atLeast: Version?

  /// The lowest version that is no longer within, nil for no upper limit.
  public let below: Version?

  // INVARIANT: at least one limit is there, and atLeast < below where both are.
  private init(unchecked atLeast: Version?, _ below: Version?) {
    self.atLeast = atLeast
    self.below = below
  }

  public static func atLeast(_ version: Version) -> VersionRange {
    VersionRange(unchecked: version, nil)
  }

  public static func below(_ version: Version) -> VersionRange {
    VersionRange(unchecked: nil, version)
  }

  /// Nil where no limit is given or no version lies between the two.
  public init?(atLeast: Version?, below: Version?) {
    switch (atLeast, below) {
    case (nil, nil): return nil
    case (let low?, let high?) where low >= high: return nil
    default: self.init(unchecked: atLeast, below)
    }
  }

  /// Where a version lies, seen from the range.
  package enum Position: Sendable {
    case within
    case tooLow
    case tooHigh
  }

  package func position(of version: InstalledVersion) -> Position {
    if let atLeast, !version.isAtLeast(atLeast) { return .tooLow }
    if let below, version.isAtLeast(below) { return .tooHigh }
    return .within
  }

  public func contains(_ version: InstalledVersion) -> Bool {
    position(of: version) == .within
  }
}

extension VersionRange: CustomStringConvertible {
  /// `>= 14`, `< 17`, or `>= 14, < 17`.
  public var description: String {
    switch (atLeast, below) {
    case (let low?, let high?): ">= \(low), < \(high)"
    case (let low?, nil): ">= \(low)"
    case (nil, let high?): "< \(high)"
    case (nil, nil): "any"
    }
  }
}

/// A version that a device has: a number, or whatever is the latest.
public enum InstalledVersion: Hashable, Sendable {
  case version(Version)

  /// At least every version, and below none.
  case latest

  package func isAtLeast(_ limit: Version) -> Bool {
    switch self {
    case .version(let version): version >= limit
    case .latest: true
    }
  }
}

extension InstalledVersion: CustomStringConvertible {
  public var description: String {
    switch self {
    case .version(let version): version.description
    case .latest: "latest"
    }
  }
}
