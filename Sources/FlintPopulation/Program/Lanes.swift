/// One bit for each of the states that are judged together: a *plane* holds the truth of one fact in all of them.
typealias Lanes = SIMD4<UInt64>

extension Lanes {
  /// How many states are judged together.
  static let laneCount = 256

  static let all = Lanes(repeating: .max)

  /// The first `count` lanes.
  static func first(_ count: Int) -> Lanes {
    var lanes = Lanes.zero
    for word in 0..<scalarCount {
      let bits = Swift.min(Swift.max(count - word * 64, 0), 64)
      lanes[word] = bits == 64 ? .max : (1 << UInt64(bits)) - 1
    }
    return lanes
  }

  /// How many lanes are set.
  @inline(__always)
  var population: Int {
    x.nonzeroBitCount &+ y.nonzeroBitCount &+ z.nonzeroBitCount &+ w.nonzeroBitCount
  }

  @inline(__always)
  var isEmpty: Bool { x | y | z | w == 0 }
}

/// The number of a plane in a batch's memory.
typealias Plane = Int32
