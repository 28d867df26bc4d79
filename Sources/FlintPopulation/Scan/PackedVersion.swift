internal import FlintModel

/// Three parts of 21 bits: 17.2 is (17 << 42) + (2 << 21). `latest` is the maximum. Lines with
/// larger parts go to the general parser.
enum PackedVersion {
  static let latest = UInt64.max
  private static let partLimit: Int64 = 1 << 21

  /// The lowest that can be packed: 18.0 for 17.3000000.
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

  /// Nil for uncommon forms, too.
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
