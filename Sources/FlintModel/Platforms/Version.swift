/// A version of an app or an operating system, such as `17.2`: one to three numbers. Missing numbers are zero.
///
/// Versions are compared number by number, so `9`, `9.0` and `9.0.0` are equal and `10.9 < 10.10`. The text of a
/// version, however, remains as it was written.
public struct Version: Sendable {
  public let major: Int32
  public let minor: Int32
  public let patch: Int32

  /// The count of numbers in the written text: 1 for `9`, 3 for `9.0.0`.
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

  /// Creates a version from a text such as `"17"`, `"17.2"` or `"17.2.1"`: digits without leading zeros, each number at
  /// most 2³¹−1. Returns nil for any other text.
  public init?(_ text: String) {
    var text = text
    guard let version = text.withUTF8({ Self(utf8: $0) }) else {
      return nil
    }
    self = version
  }

  /// Creates a version from UTF-8 bytes in the format that ``init(_:)-(String)`` describes; nil for any other text.
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
  /// The same version without trailing zeros: `8` for `8.0`.
  package var withoutZeros: Version {
    if patch > 0 { return Version(major, minor, patch) }
    return minor > 0 ? Version(major, minor) : Version(major)
  }

  /// The next higher version, in which the third number is one greater; nil if that number is the maximum, 2³¹−1.
  package var next: Version? {
    patch < Int32.max ? Version(major, minor, patch + 1) : nil
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
  /// The version as it was written: equal versions can have different texts, such as `9` and `9.0`.
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

  /// Creates a version from a string literal, such as `"17.2"`. Any other literal ends the program with a message.
  public init(stringLiteral text: String) {
    guard let version = Version(text) else {
      preconditionFailure(
        "'\(text)' is not a version: write one to three numbers, such as \"10.13.4\"")
    }
    self = version
  }
}
