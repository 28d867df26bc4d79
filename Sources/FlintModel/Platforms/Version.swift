/// One to three numbers, compared number by number; missing ones are zero. The text stays as
/// written: `9` equals `9.0`.
public struct Version: Sendable {
  public let major: Int32
  public let minor: Int32
  public let patch: Int32

  /// How many numbers the text has: 1 for `9`, 3 for `9.0.0`.
  package let writtenParts: UInt8

  public init(_ major: Int32) {
    (self.major, minor, patch, writtenParts) = (major, 0, 0, 1)
  }

  public init(_ major: Int32, _ minor: Int32) {
    (self.major, self.minor, patch, writtenParts) = (major, minor, 0, 2)
  }

  public init(_ major: Int32, _ minor: Int32, _ patch: Int32) {
    (self.major, self.minor, self.patch, writtenParts) = (major, minor, patch, 3)
  }

  /// Numbers without leading zeros, each at most 2³¹−1; nil for other text.
  public init?(_ text: String) {
    var text = text
    guard let version = text.withUTF8({ Self(utf8: $0) }) else {
      return nil
    }
    self = version
  }

  /// As ``init(_:)-(String)``.
  package init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
    var parts: (Int32, Int32, Int32) = (0, 0, 0)
    var part = 0
    var index = bytes.startIndex
    while true {
      guard let number = Self.number(in: bytes, at: &index) else { return nil }
      switch part {
      case 0: parts.0 = number
      case 1: parts.1 = number
      default: parts.2 = number
      }
      part += 1
      if index == bytes.endIndex { break }
      guard bytes[index] == UInt8(ascii: "."), part < 3 else { return nil }
      index += 1
    }
    (major, minor, patch) = parts
    writtenParts = UInt8(part)
  }

  private static func number(in bytes: UnsafeBufferPointer<UInt8>, at index: inout Int) -> Int32? {
    let start = index
    var value: Int64 = 0
    while index < bytes.endIndex, case let digit = bytes[index] &- UInt8(ascii: "0"), digit < 10 {
      value = value * 10 + Int64(digit)
      guard value <= Int64(Int32.max) else { return nil }
      index += 1
    }
    let length = index - start
    guard length == 1 || (length > 1 && bytes[start] != UInt8(ascii: "0")) else { return nil }
    return Int32(value)
  }
}

extension Version {
  /// The version without zeros at its end: `8` for `8.0`.
  package var withoutZeros: Version {
    if patch > 0 { return Version(major, minor, patch) }
    return minor > 0 ? Version(major, minor) : Version(major)
  }

  /// The third number plus one; nil beyond 2³¹−1.
  package var next: Version? {
    patch < Int32.max ? Version(major, minor, patch + 1) : nil
  }

  /// A version just before it, such as `15.0.99` before `15.1`; nil before 0.
  package var previous: Version? {
    if patch > 0 { return Version(major, minor, patch - 1) }
    if minor > 0 { return Version(major, minor - 1, 99) }
    return major > 0 ? Version(major - 1, 99) : nil
  }
}

extension Version: Comparable, Hashable {
  public static func == (one: Version, other: Version) -> Bool {
    one.major == other.major && one.minor == other.minor && one.patch == other.patch
  }

  public static func < (one: Version, other: Version) -> Bool {
    (one.major, one.minor, one.patch) < (other.major, other.minor, other.patch)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(major)
    hasher.combine(minor)
    hasher.combine(patch)
  }
}

extension Version: CustomStringConvertible {
  /// As written.
  public var description: String {
    switch writtenParts {
    case 1: "\(major)"
    case 2: "\(major).\(minor)"
    default: "\(major).\(minor).\(patch)"
    }
  }
}

extension Version: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  public init(integerLiteral major: Int32) {
    self.init(major)
  }

  /// An invalid literal ends the program.
  public init(stringLiteral text: String) {
    guard let version = Version(text) else {
      preconditionFailure(
        "'\(text)' is not a version: write one to three numbers, such as \"10.13.4\"")
    }
    self = version
  }
}

public typealias VersionRange = Bounds<Version>

extension VersionRange {
  package func position(of version: InstalledVersion) -> RangePosition {
    if let atLeast, !version.isAtLeast(atLeast) { return .tooLow }
    if let below, version.isAtLeast(below) { return .tooHigh }
    return .within
  }

  public func contains(_ version: InstalledVersion) -> Bool {
    position(of: version) == .within
  }
}

/// A version on a device, or the latest.
public enum InstalledVersion: Hashable, Comparable, Sendable {
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
