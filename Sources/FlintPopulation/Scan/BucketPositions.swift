/// Positions from ids: the 64-bit FNV-1a hash of `NAME/ID`, mixed as in SplitMix64 (Steele, Lea and
/// Flood 2014), modulo 1,000,000.
struct BucketPositions: Sendable {
  /// For each rollout bucket, the hash of the bucket's name and a slash. A user's position is computed from the hash of
  /// the text `NAME/ID`, which consists of the bucket's name, a slash and the user's id. Its beginning is the same for
  /// all users and is hashed only once, here; only the bytes of the id are added for each user.
  private let prefixes: [FNV1a]

  init(_ names: [String]) {
    prefixes = names.map { name in
      var hash = FNV1a()
      for byte in name.utf8 { hash.add(byte) }
      hash.add(UInt8(ascii: "/"))
      return hash
    }
  }

  /// In ten-thousandths of a percent.
  func position(in bucket: Int, of id: some Sequence<UInt8>) -> Int {
    var bytes = prefixes[bucket]
    for byte in id { bytes.add(byte) }
    var hash = bytes.value
    hash = (hash ^ hash &>> 30) &* 0xbf58_476d_1ce4_e5b9
    hash = (hash ^ hash &>> 27) &* 0x94d0_49bb_1331_11eb
    return Int((hash ^ hash &>> 31) % 1_000_000)
  }
}

/// The 64-bit hash of Fowler, Noll and Vo.
struct FNV1a {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  @inline(__always)
  mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
}
