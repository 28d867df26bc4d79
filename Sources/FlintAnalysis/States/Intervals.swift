import FlintModel

/// A partition of whole numbers into intervals, such that no constraint distinguishes two numbers of one interval. For
/// example, a constraint “at least 18” divides the numbers into those up to 17 and those from 18 on. The numbers are
/// seconds (for dates and ages), the values of integer attributes, or ten-thousandths of a percent (for positions in
/// rollout buckets).
struct Intervals {
  private let lower: Int64
  private let upper: Int64

  // INVARIANT: the cuts, which are the first numbers of all intervals except the lowest one, are ascending, distinct,
  // above `lower` and below `upper`.
  private let cuts: [Int64]

  /// Divides a range of numbers into intervals.
  ///
  /// - Parameters:
  ///   - cuts: The numbers at which a new interval begins, in any order; numbers outside the range are ignored.
  ///   - limits: The range of all numbers, with an exclusive upper bound.
  init(cutAt cuts: [Int64], within limits: Range<Int64>) {
    (lower, upper) = (limits.lowerBound, limits.upperBound)
    self.cuts = Set(cuts).filter { limits.lowerBound < $0 && $0 < limits.upperBound }.sorted()
  }

  var count: Int { cuts.count + 1 }

  subscript(index: Int) -> Range<Int64> {
    (index == 0 ? lower : cuts[index - 1])..<(index == cuts.count ? upper : cuts[index])
  }

  /// Returns one number of each interval as an example: its least number or, in the lowest interval, a number near its
  /// end, because the least possible integer would be an unusual example.
  ///
  /// - Parameters:
  ///   - step: The difference between the first number of the second interval and the example of the lowest one.
  ///   - usual: The example to return if there is only one interval.
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

  /// One date of each interval as an example: its first date or, for the lowest interval, a date one day before the
  /// next interval.
  var dateExamples: [DateTime] {
    examples(step: 86400, usual: 1_767_225_600).compactMap { DateTime(seconds: $0) }
  }
}
