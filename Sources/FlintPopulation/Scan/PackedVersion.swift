internal import FlintModel

/// A version number packed into a 64-bit integer, so that versions are compared with one instruction. Each of the three
/// parts has 21 bits; for example, 17.2 is (17 << 42) + (2 << 21). The version `latest` is the largest integer.
///
/// Versions with a part of 2^21 or more cannot be packed. The fast ``StateScanner`` leaves lines with such versions to
/// the general JSON parser.
enum PackedVersion {
  static let latest = UInt64.max
  private static let partLimit: Int64 = 1 << 21

  /// Returns the lowest version that can be packed into an integer and is not below `version`, whose parts may be too
  /// large to be packed. For example, the result for 17.3000000 is 18.0, because the second part is too large.
  static func lowest(atLeast version: Version) -> UInt64 {
    var parts = [Int64(version.major), Int64(version.minor), Int64(version.patch)]
    for index in parts.indices where parts[index] >= partLimit {
      // No packed version has a part of this size. The next higher packed version has 0 here and a preceding part that
      // is one higher.
      guard index > 0 else { return latest }
      parts[index - 1] += 1
      for rest in index..<3 { parts[rest] = 0 }
    }
    if parts[1] >= partLimit { (parts[0], parts[1]) = (parts[0] + 1, 0) }
    if parts[0] >= partLimit { return latest }
    return parts.reduce(0) { $0 << 21 | UInt64($1) }
  }

  /// Returns a version such as `17.2` or `latest`, packed into an integer. Returns nil for an invalid version, and for
  /// one whose form is uncommon, for instance with a part of more than six digits.
  @inline(__always)
  static func read(_ token: Token) -> UInt64? {
    var at = token.start
    let end = token.start + token.length
    var packed: UInt64 = 0
    var shift: UInt64 = 63
    while true {
      let start = at
      var part: UInt64 = 0
      while at < end {
        let digit = at[0] &- UInt8(ascii: "0")
        if digit > 9 { break }
        part = part &* 10 &+ UInt64(digit)
        at += 1
      }
      let length = at - start
      guard length > 0, length <= 6, length == 1 || start[0] != UInt8(ascii: "0"), shift > 0
      else { return isLatest(token) ? latest : nil }
      shift &-= 21
      packed |= part &<< shift
      if at == end { return packed }
      guard at[0] == UInt8(ascii: ".") else { return nil }
      at += 1
    }
  }

  @inline(never)
  private static func isLatest(_ token: Token) -> Bool {
    token.length == 6 && token.first & 0xFFFF_FFFF_FFFF == 0x7473_6574_616C
  }
}
