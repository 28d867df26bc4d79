import FlintModel

/// Whole numbers in intervals that no constraint divides: seconds, integers, or ten-thousandths of
/// a percent.
struct Intervals {
  private let lower: Int64
  private let upper: Int64

  // INVARIANT: the cuts, which are the first numbers of all intervals except the lowest one, are ascending, distinct,
  // above `lower` and below `upper`.
  private let cuts: [Int64]

  /// - Parameter cuts: Where intervals begin, in any order; those outside are ignored.
  init(cutAt cuts: [Int64], within limits: Range<Int64>) {
    (lower, upper) = (limits.lowerBound, limits.upperBound)
    self.cuts = Set(cuts).filter { limits.lowerBound < $0 && $0 < limits.upperBound }.sorted()
  }

  var count: Int { cuts.count + 1 }

  subscript(index: Int) -> Range<Int64> {
    (index == 0 ? lower : cuts[index - 1])..<(index == cuts.count ? upper : cuts[index])
  }

  /// Each interval's least number; of the lowest one a number near its end.
  /// - Parameters:
  /// - step: How far below the second interval.
  /// - usual: The example where there is one interval.
  func examples(step: Int64, usual: Int64) -> [Int64] {
    (0..<count).map { index in
      if index > 0 { return self[index].lowerBound }
      return cuts.isEmpty ? usual : max(lower, cuts[0] - step)
    }
  }

  func index(of number: Int64) -> Int { cuts.indices.end { cuts[$0] <= number } }

  // MARK: Kinds of numbers

  static func dates(_ dates: [DateTime]) -> Intervals {
    Intervals(cutAt: dates.map(\.seconds), within: 0..<DateTime.end)
  }

  static func ages(_ seconds: [Int64]) -> Intervals {
    Intervals(cutAt: seconds, within: -DateTime.end..<DateTime.end)
  }

  static func integers(_ numbers: [Int64]) -> Intervals {
    let all = AttributeDomain.integers
    return Intervals(cutAt: numbers, within: all.lowerBound..<all.upperBound + 1)
  }

  static func draws(_ percents: [Percent]) -> Intervals {
    Intervals(cutAt: percents.map { Int64($0.tenThousandths) }, within: 0..<1_000_000)
  }

  /// Each interval's first date; of the lowest one a day before the next.
  var dateExamples: [DateTime] {
    examples(step: 86400, usual: 1_767_225_600).compactMap { DateTime(seconds: $0) }
  }
}
