/// A lower limit, an upper one, or both.
public struct VersionRange: Hashable, Sendable {
  /// Inclusive.
  public let atLeast: Version?

  /// Exclusive.
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

  /// Nil without limits, or if they leave nothing.
  public init?(atLeast: Version?, below: Version?) {
    switch (atLeast, below) {
    case (nil, nil): return nil
    case (let low?, let high?) where low >= high: return nil
    default: self.init(unchecked: atLeast, below)
    }
  }

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

/// A version on a device, or the latest.
public enum InstalledVersion: Hashable, Sendable {
  case version(Version)

  /// Above every specific version.
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
