extension InputProblems {
  package mutating func date(_ value: JSONValue, _ subject: String) -> DateTime? {
    guard expect(.string, value, subject, as: "a date") else { return nil }
    if let date = value.withUTF8({ DateTime(utf8: UnsafeRawBufferPointer($0)) }) { return date }
    add(.invalidDate(value.string ?? ""), at: value)
    return nil
  }

  /// Reads `"P1M"`.
  package mutating func timeSpan(
    _ value: JSONValue, _ subject: String, suchAs example: String = #""P30D", "P1M""#
  ) -> TimeSpan? {
    guard expect(.string, value, subject, as: "a duration") else { return nil }
    let text = value.string ?? ""
    if let span = TimeSpan(withMonths: text) { return span }
    add(
      .invalidDuration, "'\(text)' is not a duration",
      hint: "write a duration such as \(example) or \"PT12H\"", at: value)
    return nil
  }

  /// Reads `"P30D"`, without years and months.
  mutating func age(_ value: JSONValue, _ subject: String) -> TimeSpan? {
    guard let span = timeSpan(value, subject, suchAs: #""P30D""#) else { return nil }
    if let age = TimeSpan(span.description) { return age }
    let minutes = "PT\(span.description.dropFirst())"
    add(
      .invalidDuration, "'\(span)' has years or months, which vary in length",
      hint: TimeSpan(minutes) == nil
        ? "write it in weeks, days, hours, minutes or seconds, such as \"P30D\""
        : "write \"\(minutes)\" for minutes", at: value)
    return nil
  }

  /// - Parameter isAssigned: Whether the value is a rollout position, which must be below 100.
  package mutating func percent(
    _ value: JSONValue, _ subject: String, isAssigned: Bool
  ) -> Percent? {
    guard value.kind == .number else {
      let meant = value.string.flatMap { Percent($0.last == "%" ? String($0.dropLast()) : $0) }
      addWrongType(value, subject, "a number", write: meant?.description)
      return nil
    }
    let text = value.source
    if let percent = Percent(text), !isAssigned || percent < .hundred { return percent }
    let number = isAssigned ? "a number from 0 to below 100" : "a number from 0 to 100"
    add(
      .invalidPercentage,
      "found \(text) for \(subject); expected \(number) with at most four decimals",
      hint: text.lowercased().contains("e") ? "write the number without an exponent" : nil,
      at: value)
    return nil
  }

  /// Reports a `rollout` that is no object.
  /// - Parameter needsBucket: Whether the hint shows a bucket, as named conditions need.
  mutating func addPlainRollout(_ value: JSONValue, needsBucket: Bool) {
    let text = value.string ?? value.source
    let percent = Percent(text.last == "%" ? String(text.dropLast()) : text)
    let bucket = needsBucket ? ", \"bucket\": \"sale\"" : ""
    addWrongType(
      value, "'rollout'", "an object",
      write: "{ \"percent\": \(percent?.description ?? "10")\(bucket) }")
  }

  package mutating func attributeInteger(_ value: JSONValue, _ subject: String) -> Int64? {
    integer(
      value, subject, atLeast: AttributeDomain.integers.lowerBound,
      atMost: AttributeDomain.integers.upperBound)
  }

  package mutating func nonEmptyText(_ value: JSONValue, _ subject: String) -> String? {
    guard let text = string(value, subject) else { return nil }
    if !text.isEmpty { return text }
    add(.empty(subject), at: value)
    return nil
  }
}

/// Readers of ranges such as `{ "atLeast": 1, "below": 5 }`.
extension InputProblems {
  /// - Parameters:
  ///   - noun: The word for a value of the range in messages.
  ///   - make: Returns nil for an empty range.
  mutating func range<Limit: CustomStringConvertible, Range>(
    _ value: JSONValue, _ subject: String, of noun: String,
    _ read: (inout InputProblems, _ limit: JSONValue, _ subject: String) -> Limit?,
    make: (_ atLeast: Limit?, _ below: Limit?) -> Range?
  ) -> Range? {
    guard expect(.object, value, subject, as: "a range") else { return nil }
    let (low, high) = (value.member("atLeast"), value.member("below"))
    var isMisspelt = false
    for (key, _) in value.members where !key.equals("atLeast") && !key.equals("below") {
      isMisspelt = unknownKey(key, in: "a range", allowed: ["atLeast", "below"]) || isMisspelt
    }
    if low == nil && high == nil {
      // If a key is misspelled, report only that, and not also an empty range.
      if !isMisspelt { add(.empty("the range for \(subject)"), at: value) }
      return nil
    }
    let atLeast = low.flatMap { read(&self, $0, "'atLeast'") }
    let below = high.flatMap { read(&self, $0, "'below'") }
    if (low != nil && atLeast == nil) || (high != nil && below == nil) { return nil }
    if let range = make(atLeast, below) { return range }
    let (lowText, highText) = (atLeast?.description ?? "", below?.description ?? "")
    add(
      .emptyRange,
      "the range is empty: no \(noun) is at least '\(lowText)' and below '\(highText)'",
      at: high ?? value)
    return nil
  }

  /// - Parameter single: The kind of a single limit in JSON, which is an error: a date could mean a
  ///   day or the time from it on. The hint shows the range.
  private mutating func bounds<Limit: CustomStringConvertible>(
    _ value: JSONValue, _ subject: String, of noun: String, single: JSONKind? = nil,
    _ read: (inout InputProblems, JSONValue, String) -> Limit?
  ) -> Bounds<Limit>? {
    guard value.kind == single else {
      return range(value, subject, of: noun, read) { Bounds(atLeast: $0, below: $1) }
    }
    if read(&self, value, subject) == nil { return nil }
    let written = "{ \"atLeast\": \(value.source) }"
    let list = single == .number ? "[\(value.source)]" : nil
    add(
      .wrongType, "found a single \(noun); expected a range",
      hint: "write \(written)" + (list.map { ", or \($0) for exactly this value" } ?? ""),
      write: [written] + (list.map { [$0] } ?? []), at: value)
    return nil
  }

  package mutating func dateRange(_ value: JSONValue, _ subject: String) -> DateRange? {
    bounds(value, subject, of: "date", single: .string) { $0.date($1, $2) }
  }

  package mutating func integerRange(_ value: JSONValue, _ subject: String) -> Bounds<Int64>? {
    bounds(value, subject, of: "integer", single: .number) { $0.attributeInteger($1, $2) }
  }

  /// Reads a range of time spans, without years and months.
  mutating func ageRange(_ value: JSONValue, _ subject: String) -> Bounds<TimeSpan>? {
    bounds(value, subject, of: "duration", single: .string) { $0.age($1, $2) }
  }

  package mutating func bucketRange(_ value: JSONValue, _ subject: String) -> Bounds<Percent>? {
    bounds(value, subject, of: "percentage") { $0.percent($1, $2, isAssigned: false) }
  }
}

extension InputProblems {
  /// Reads `17` or `"17.2"`.
  package mutating func version(_ value: JSONValue, _ subject: String) -> Version? {
    switch value.kind {
    case .string: return textVersion(value)
    case .number: return numberVersion(value)
    default:
      addWrongType(value, subject, "a version")
      return nil
    }
  }

  /// Reads a version or `"latest"`.
  package mutating func installedVersion(_ value: JSONValue, _ subject: String) -> InstalledVersion?
  {
    value.equals("latest") ? .latest : version(value, subject).map { .version($0) }
  }

  /// Reads a range. A single version is its lower limit.
  package mutating func versionRange(_ value: JSONValue, _ subject: String) -> VersionRange? {
    value.kind == .object
      ? range(value, subject, of: "version") {
        $0.version($1, $2)
      } make: {
        VersionRange(atLeast: $0, below: $1)
      }
      : version(value, subject).map { .atLeast($0) }
  }

  private mutating func textVersion(_ value: JSONValue) -> Version? {
    if let version = value.withUTF8({ Version(utf8: $0) }) {
      return version
    }
    add(.invalidVersion(value.string ?? ""), at: value)
    return nil
  }

  private mutating func numberVersion(_ value: JSONValue) -> Version? {
    let text = value.source
    switch value.integer {
    case .value(let number) where !text.hasPrefix("-"):
      if let major = Int32(exactly: number) { return Version(major) }
      add(.invalidVersion(text), at: value)
    case .notAnInteger where !text.hasPrefix("-"):
      // 10.10 and 10.1 are one number.
      let written = DecimalText.plain(text).map { JSONText.quoted($0) }
      add(
        .invalidVersion, "version \(text) is a number, but not an integer",
        hint: written.map { "write the version as a string: \($0)" } ?? Diagnostic.versionHint,
        write: written.map { [$0] } ?? [], at: value)
    case .value, .overflow, .notAnInteger: add(.invalidVersion(text), at: value)
    }
    return nil
  }
}

/// Writes JSON numbers as versions, for hints.
enum DecimalText {
  /// `15` for `1.5e1`, `10.10` for `10.10`. Nil if that is no version.
  static func plain(_ number: String) -> String? {
    let parts = number.lowercased().split(separator: "e", omittingEmptySubsequences: false)
    guard let mantissa = parts.first else { return nil }
    let shift = parts.count > 1 ? Int(parts[1]) : 0
    guard let shift, abs(shift) <= 9 else { return nil }
    let halves = mantissa.split(separator: ".", omittingEmptySubsequences: false)
    let whole = String(halves[0])
    let fraction = halves.count > 1 ? String(halves[1]) : ""
    let text = shift == 0 ? String(mantissa) : shifted(whole, fraction, by: shift)
    return Version(text) == nil ? nil : text
  }

  private static func shifted(_ whole: String, _ fraction: String, by shift: Int) -> String {
    let zeros = String(repeating: "0", count: abs(shift))
    let digits = shift > 0 ? whole + fraction + zeros : zeros + whole + fraction
    let point = shift > 0 ? whole.count + shift : whole.count
    let left = digits.prefix(point).drop { $0 == "0" }
    var right = digits.dropFirst(point)
    while right.last == "0" { right.removeLast() }
    return (left.isEmpty ? "0" : String(left)) + (right.isEmpty ? "" : "." + right)
  }
}
