extension Audience.Comparison {
  /// Whether more than `percent` of all users, a decimal number from 0 to 100, lose the feature. Exact: 1 of 3 is more
  /// than 33.3 percent, but not more than 33.4 percent.
  package func isLost(byMoreThan percent: String, of weight: Int64) -> Bool {
    guard weight > 0 else { return false }
    // Also keeps the quotients below from overflowing.
    if lost >= weight { return Double(percent) ?? 0 < 100 }
    let parts = percent.split(separator: ".", omittingEmptySubsequences: false)
    var share = weight.dividingFullWidth(lost.multipliedFullWidth(by: 100))
    let whole = Int64(parts[0]) ?? 0
    if share.quotient != whole { return share.quotient > whole }
    for digit in parts.dropFirst().joined().utf8 {
      share = weight.dividingFullWidth(share.remainder.multipliedFullWidth(by: 10))
      let digit = Int64(digit & 0xF)
      if share.quotient != digit { return share.quotient > digit }
    }
    return share.remainder > 0
  }
}
