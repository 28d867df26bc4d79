extension Audience.Comparison {
  /// Returns whether more than `percent` of the users lose the feature. The percentage is computed by long division, so
  /// that the comparison is exact, without rounding. For example, 1 of 3 is more than 33.3 percent, but not more than
  /// 33.4 percent.
  ///
  /// - Parameters:
  ///   - percent: A number from 0 to 100, written as Swift's `Double` accepts it, such as `0.5` or `5e-1`.
  ///   - weight: The number of all users.
  package func isLost(byMoreThan percent: String, of weight: Int64) -> Bool {
    guard weight > 0, let number = Double(percent) else { return false }
    // `Double` prints the shortest digits that represent the number, so that the text has at most 17 significant
    // digits.
    let parts = "\(number)".lowercased().split(separator: "e")
    let decimal = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    let digits = (decimal[0] + (decimal.dropFirst().first ?? "")).utf8.map { Int64($0 & 0xF) }
    // The number of digits before the decimal point. For `1e-05` it is -4, because four zeros follow the decimal point.
    let point = decimal[0].utf8.count + exponent
    func digit(_ index: Int) -> Int64 { digits.indices.contains(index) ? digits[index] : 0 }
    let limit = (0..<max(point, 0)).reduce(Int64(0)) { $0 * 10 + digit($1) }

    // Compare the percentage of the lost weight with the limit, digit by digit by long division, until they differ.
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
