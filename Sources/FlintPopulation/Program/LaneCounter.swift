/// A counter that adds up the weights of the states of a batch that are set in a bit vector.
protocol LaneCounter {
  func sum(_ lanes: Lanes) -> UInt64
}

/// A counter for states that all have the same weight.
struct UniformCounter: LaneCounter {
  let weight: UInt64

  @inline(__always)
  func sum(_ lanes: Lanes) -> UInt64 {
    UInt64(truncatingIfNeeded: lanes.population) &* weight
  }
}

/// A counter for states with different weights. For each four adjacent lanes, it looks up the sum in a table of all
/// sixteen subsets.
struct WeightedCounter: LaneCounter {
  static let sumCount = Lanes.laneCount / 4 * 16

  private let sums: UnsafePointer<UInt64>

  /// Fills `sums`, which has room for ``sumCount`` numbers, from the weights of a batch. Lanes from `count` on have
  /// weight 0.
  init(_ weights: UnsafePointer<UInt64>, count: Int, in sums: UnsafeMutablePointer<UInt64>) {
    for lane in stride(from: 0, to: Lanes.laneCount, by: 4) {
      let group = sums + lane * 4
      group[0] = 0
      for bit in 0..<4 {
        let weight = lane + bit < count ? weights[lane + bit] : 0
        for subset in 0..<(1 << bit) { group[(1 << bit) + subset] = group[subset] &+ weight }
      }
    }
    self.sums = UnsafePointer(sums)
  }

  @inline(__always)
  func sum(_ lanes: Lanes) -> UInt64 {
    var total: UInt64 = 0
    var group = sums
    for index in 0..<Lanes.scalarCount {
      var word = lanes[index]
      if word == 0 {
        group += 256
        continue
      }
      for _ in 0..<16 {
        total &+= group[Int(truncatingIfNeeded: word & 15)]
        word &>>= 4
        group += 16
      }
    }
    return total
  }
}
