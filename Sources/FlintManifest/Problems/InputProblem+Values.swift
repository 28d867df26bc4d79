import FlintModel
import FlintText

extension InputProblem {
  /// Returns why a text is no version; nil if it does not resemble one.
  package static func hint(forVersion text: String) -> String? { VersionFault(in: text).hint }

  /// Returns why a text is no date; nil if it does not resemble one.
  package static func hint(forDate text: String) -> String? {
    if text.utf8.count > 10, DateTime(text + "Z") != nil {
      return "dates are in UTC; end the date with 'Z'"
    }
    if let point = text.firstIndex(of: ".") {
      let whole = text[..<point] + text[point...].dropFirst().drop { $0.isASCII && $0.isNumber }
      if DateTime(String(whole)) != nil { return "seconds have no fraction: write \"\(whole)\"" }
    }
    if text.utf8.count > 16, DateTime(String(text.dropLast(6)) + "Z") != nil {
      return "convert the date to UTC and end it with 'Z'"
    }
    let fields = text.prefix(10).split(separator: "-", omittingEmptySubsequences: false)
    guard fields.map(\.utf8.count) == [4, 2, 2], let year = Int(fields[0]),
      let month = Int(fields[1]), let day = Int(fields[2])
    else { return nil }
    guard 1970...9999 ~= year else { return "dates are in the years 1970 to 9999" }
    guard 1...12 ~= month else { return "the month is a number from 01 to 12" }
    let days = CalendarDay.daysOfMonth(month, year: year)
    guard 1...days ~= day else { return "\(fields[0])-\(fields[1]) has \(days) days" }
    if text.has("T24:") { return "write the end of a day as the start of the next day" }
    return text.has(":60Z") ? "minutes and seconds are below 60" : nil
  }
}

extension InputProblem.VersionFault {
  init(in text: String) {
    if text == "latest" {
      self = .latestInManifest
      return
    }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let areNumbers = parts.allSatisfy { part in
      !part.isEmpty && part.utf8.allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
    }
    self =
      !areNumbers || parts.count > 3
      ? .notAVersion
      : parts.contains { $0.count > 1 && $0.hasPrefix("0") } ? .leadingZero : .tooLarge
  }

  var hint: String? {
    switch self {
    case .number(let text?): "write the version as a string: \"\(text)\""
    case .tooLarge: "the numbers of a version must not exceed \(Int32.max)"
    case .leadingZero: "write the numbers without leading zeros"
    case .number(nil), .notAVersion, .latestInManifest: nil
    }
  }

  var generalHint: String? {
    self == .latestInManifest ? nil : "write one to three numbers, such as \"10.13.4\""
  }
}
