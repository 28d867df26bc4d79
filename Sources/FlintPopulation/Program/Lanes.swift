/// A bit for each of up to 256 states of a batch; its position is the state's *lane*. A *plane* is
/// the vector of one statement, such as “`camera` is authorized”.
typealias Lanes = SIMD4<UInt64>

extension Lanes {
  static let laneCount = 256

  static let all = Lanes(repeating: .max)

  static func first(_ count: Int) -> Lanes {
    var lanes = Lanes.zero
    for word in 0..<scalarCount {
      let bits = Swift.min(Swift.max(count - word * 64, 0), 64)
      lanes[word] = bits == 64 ? .max : (1 << UInt64(bits)) - 1
    }
    return lanes
  }

  /// “SIMD within a register” (Warren, “Hacker's Delight”).
  @inline(__always)
  var population: Int {
    let pairs = self &- (self &>> 1) & Lanes(repeating: 0x5555_5555_5555_5555)
    let nibble = Lanes(repeating: 0x3333_3333_3333_3333)
    let nibbles = (pairs & nibble) &+ (pairs &>> 2 & nibble)
    let sums = nibbles.lowHalf &+ nibbles.highHalf
    let byte = SIMD2<UInt64>(repeating: 0x0F0F_0F0F_0F0F_0F0F)
    let bytes = (sums & byte) &+ (sums &>> 4 & byte)
    // Each byte contains a count of at most 32 here. The total may exceed 255, so it is added up in fields of sixteen
    // bits.
    let sum = bytes.x &+ bytes.y
    let shorts = (sum & 0x00FF_00FF_00FF_00FF) &+ (sum &>> 8 & 0x00FF_00FF_00FF_00FF)
    return Int(truncatingIfNeeded: (shorts &* 0x0001_0001_0001_0001) &>> 48)
  }

  @inline(__always)
  var isEmpty: Bool { x | y | z | w == 0 }
}

/// An index in ``StateBatch/planes``; see ``Lanes``.
typealias Plane = Int32
