internal import FlintCore

/// Versions packed into 64-bit integers with the same order: three parts of 21 bits each, and `latest` above all.
///
/// The general parser reads versions with larger parts.
enum PackedVersion {
  static let latest = UInt64.max
  private static let partLimit: Int64 = 1 << 21

  /// Returns the lowest packed version that is at least the given version, which may have larger parts.
  static func lowest(atLeast version: Version) -> UInt64 {
    var parts = [Int64(version.major), Int64(version.minor), Int64(version.patch)]
    for index in parts.indices where parts[index] >= partLimit {
      // No packed version has a part this large, so the result is the next version of the preceding part.
      guard index > 0 else { return latest }
      parts[index - 1] += 1
      for rest in index..<3 { parts[rest] = 0 }
    }
    if parts[1] >= partLimit { (parts[0], parts[1]) = (parts[0] + 1, 0) }
    if parts[0] >= partLimit { return latest }
    return parts.reduce(0) { $0 << 21 | UInt64($1) }
  }

  /// Parses a version; nil for an uncommon form.
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
