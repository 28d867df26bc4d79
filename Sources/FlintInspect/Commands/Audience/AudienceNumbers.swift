enum AudienceNumbers {
  /// Returns the share of a part in a whole, in percent with one decimal, such as `25.0%`, in at least five characters.
  /// Only nothing is `0%`, and only the whole is `100%`; what is closer to them than one decimal shows is `<0.1%` or
  /// `>99.9%`.
  static func share(_ part: Int64, of whole: Int64) -> String {
    guard whole > 0, part > 0 else { return "   0%" }
    if part == whole { return " 100%" }
    let share = Double(part) / Double(whole) * 1000
    if share < 1 { return "<0.1%" }
    if share > 999 { return ">99.9%" }
    let tenths = Int(share.rounded())
    let text = "\(tenths / 10).\(tenths % 10)%"
    return String(repeating: " ", count: 5 - text.count) + text
  }

  /// `1,234,567`
  static func grouped(_ number: Int64) -> String {
    let digits = String(number)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return text
  }

  /// `25.0% ✗ 250`
  /// - Parameter digits: The least width of the number.
  static func total(
    _ part: Int64, of whole: Int64, _ symbol: String, _ digits: Int = 0
  ) -> String {
    let number = grouped(part)
    let fill = String(repeating: " ", count: max(digits - number.utf8.count, 0))
    return "\(share(part, of: whole)) \(symbol) \(number)\(fill)"
  }

  static func cellCount(_ part: Int64, of whole: Int64, in cells: Int) -> Int {
    guard whole > 0 else { return 0 }
    return Int((Double(min(part, whole)) / Double(whole) * Double(cells)).rounded())
  }
}
