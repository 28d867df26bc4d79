extension Audience.Comparison {
  /// Whether the feature is lost in more than the given percentage of the whole weight. The comparison is exact.
  ///
  /// - Parameter percent: a number from 0 to 100 in the syntax of `Double`.
  package func isLost(byMoreThan percent: String, of weight: Int64) -> Bool {
    guard weight > 0, let number = Double(percent) else { return false }
    // The shortest digits that represent the number. Digits beyond the precision of `Double` are lost.
    let parts = "\(number)".lowercased().split(separator: "e")
    let decimal = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    let digits = (decimal[0] + (decimal.dropFirst().first ?? "")).utf8.map { Int64($0 & 0xF) }
    // The number of digits before the decimal point; negative if zeros follow the point.
    let point = decimal[0].utf8.count + exponent
    func digit(_ index: Int) -> Int64 { digits.indices.contains(index) ? digits[index] : 0 }
    let limit = (0..<max(point, 0)).reduce(Int64(0)) { $0 * 10 + digit($1) }

    // Compare the digits of the share one by one until they differ.
    // INVARIANT: the loss is at most the whole weight, so the quotient is at most 100.
    var share = weight.dividingFullWidth(lost.multipliedFullWidth(by: 100))
    if share.quotient != limit { return share.quotient > limit }
    for index in min(point, 0)..<digits.count where index >= point {
      share = weight.dividingFullWidth(share.remainder.multipliedFullWidth(by: 10))
      if share.quotient != digit(index) { return share.quotient > digit(index) }
    }
    return share.remainder > 0
  }
}
