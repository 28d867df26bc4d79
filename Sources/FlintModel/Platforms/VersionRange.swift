/// A range of versions with an inclusive lower limit, an exclusive upper limit, or both.
public struct VersionRange: Hashable, Sendable {
  /// The inclusive lower limit of the range; nil if there is none.
  public let atLeast: Version?

  /// The exclusive upper limit of the range; nil if there is none.
  public let below: Version?

  // INVARIANT: at least one limit is present, and atLeast < below if both are.
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

  /// Creates a range. Returns nil if neither limit is given, or if the lower limit is not less than the upper limit.
  public init?(atLeast: Version?, below: Version?) {
    switch (atLeast, below) {
    case (nil, nil): return nil
    case (let low?, let high?) where low >= high: return nil
    default: self.init(unchecked: atLeast, below)
    }
  }

  /// The position of a value relative to a range: within the range, too low or too high.
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
  /// The range as text: `>= 14`, `< 17`, or `>= 14, < 17`.
  public var description: String {
    switch (atLeast, below) {
    case (let low?, let high?): ">= \(low), < \(high)"
    case (let low?, nil): ">= \(low)"
    case (nil, let high?): "< \(high)"
    case (nil, nil): "any"
    }
  }
}

/// The version of the system or the app on a device: a specific version, or the latest.
public enum InstalledVersion: Hashable, Sendable {
  case version(Version)

  /// The latest version, whatever its number. It is higher than every specific version.
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
