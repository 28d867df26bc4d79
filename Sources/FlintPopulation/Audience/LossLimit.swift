extension Audience.Comparison {
  /// Whether more than a percentage of the whole weight loses the feature, exactly.
  ///
  /// - Parameter percent: a number from 0 to 100 as `Double` reads it.
  package func isLost(byMoreThan percent: String, of weight: Int64) -> Bool {
    guard let number = Double(percent) else { return false }
    // The shortest digits that mean the number: those that were written, but for ones too small to matter.
    let parts = "\(number)".lowercased().split(separator: "e")
    let decimal = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    var fraction = String(decimal.dropFirst().first ?? "")
    while fraction.last == "0" { fraction.removeLast() }
    var exponent = (parts.count > 1 ? Int(parts[1]) ?? 0 : 0) - fraction.utf8.count
    guard var digits = UInt128(decimal[0] + fraction) else { return false }
    while exponent < -17 {
      digits /= 10
      exponent += 1
    }
    var (left, right) = (UInt128(lost) * 100, digits * UInt128(weight))
    for _ in 0..<max(-exponent, 0) { left *= 10 }
    for _ in 0..<max(exponent, 0) { right *= 10 }
    return left > right
  }
}
