extension Audience.Comparison {
  /// Whether the feature is lost in more than the given percentage of the whole weight. The comparison is exact.
  ///
  /// - Parameter percent: a number from 0 to 100 in the syntax of `Double`.
  package func isLost(byMoreThan percent: String, of weight: Int64) -> Bool {
    guard weight > 0, let number = Double(percent) else { return false }
    // The shortest digits that mean the number: those that were written, but for ones too small to matter.
    let parts = "\(number)".lowercased().split(separator: "e")
    let decimal = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    let digits = (decimal[0] + (decimal.dropFirst().first ?? "")).utf8.map { Int64($0 & 0xF) }
    // How many of the digits stand before the point; fewer than none where zeros stand behind it first.
    let point = decimal[0].utf8.count + exponent
    func digit(_ index: Int) -> Int64 { digits.indices.contains(index) ? digits[index] : 0 }
    let limit = (0..<max(point, 0)).reduce(Int64(0)) { $0 * 10 + digit($1) }

    // The share's digits one after the other, until they tell.
    // INVARIANT: nobody loses more than there are, so that no quotient is above 100.
    var share = weight.dividingFullWidth(lost.multipliedFullWidth(by: 100))
    if share.quotient != limit { return share.quotient > limit }
    for index in min(point, 0)..<digits.count where index >= point {
      share = weight.dividingFullWidth(share.remainder.multipliedFullWidth(by: 10))
      if share.quotient != digit(index) { return share.quotient > digit(index) }
    }
    return share.remainder > 0
  }
}
