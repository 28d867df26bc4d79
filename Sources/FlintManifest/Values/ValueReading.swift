package import FlintModel
package import FlintText

extension InputProblems {
  package mutating func date(_ value: JSONValue, _ subject: String) -> DateTime? {
    guard expect(.string, value, subject, as: .date) else { return nil }
    if let date = value.withUTF8({ DateTime(utf8: UnsafeRawBufferPointer($0)) }) { return date }
    add(.invalidDate(value.string ?? ""), at: value)
    return nil
  }

  /// `"P1M"`
  package mutating func timeSpan(_ value: JSONValue, _ subject: String) -> TimeSpan? {
    guard expect(.string, value, subject, as: .timeSpan) else { return nil }
    let text = value.string ?? ""
    if let span = TimeSpan(withMonths: text) { return span }
    add(.invalidTimeSpan(text, hasOneLength: false), at: value)
    return nil
  }

  /// `"P30D"`; rejects years and months.
  mutating func age(_ value: JSONValue, _ subject: String) -> TimeSpan? {
    guard let span = timeSpan(value, subject) else { return nil }
    if let age = TimeSpan(span.description) { return age }
    add(.invalidTimeSpan(span.description, hasOneLength: true), at: value)
    return nil
  }

  /// - Parameter isAssigned: A position, which must be below 100.
  package mutating func percent(
    _ value: JSONValue, _ subject: String, isAssigned: Bool
  ) -> Percent? {
    guard value.kind == .number else {
      let meant = value.string.flatMap { Percent($0.last == "%" ? String($0.dropLast()) : $0) }
      addWrongType(value, subject, .percent, write: meant?.description)
      return nil
    }
    let text = value.source
    if let percent = Percent(text), !isAssigned || percent < .hundred { return percent }
    add(.invalidPercent(text, subject: subject, isAssigned: isAssigned), at: value)
    return nil
  }

  /// - Parameter needsBucket: In a named condition or assumption.
  mutating func plainRollout(_ value: JSONValue, needsBucket: Bool) {
    let text = value.string ?? value.source
    let percent = Percent(text.last == "%" ? String(text.dropLast()) : text)
    let bucket = needsBucket ? ", \"bucket\": \"sale\"" : ""
    addWrongType(
      value, "'rollout'", .object,
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
    add(.empty(subject: subject), at: value)
    return nil
  }
}

/// `{ "atLeast": 1, "below": 5 }`
extension InputProblems {
  /// - Parameter make: Nil for an empty range.
  mutating func range<Limit: CustomStringConvertible, Range>(
    _ value: JSONValue, _ subject: String, _ kind: InputProblem.RangeKind,
    _ read: (inout InputProblems, _ limit: JSONValue, _ subject: String) -> Limit?,
    make: (_ atLeast: Limit?, _ below: Limit?) -> Range?
  ) -> Range? {
    guard expect(.object, value, subject, as: .range) else { return nil }
    var low: JSONValue?
    var high: JSONValue?
    var isMisspelt = false
    for (key, limit) in value.members {
      switch RangeKey(key: key) {
      case .atLeast: low = limit
      case .below: high = limit
      case nil:
        isMisspelt = unknownKey(key, in: "a range", allowed: RangeKey.allCases) || isMisspelt
      }
    }
    if low == nil && high == nil {
      // If a key is misspelled, report only that, and not also an empty range.
      if !isMisspelt { add(.empty(subject: "the range for \(subject)"), at: value) }
      return nil
    }
    let atLeast = low.flatMap { read(&self, $0, "'atLeast'") }
    let below = high.flatMap { read(&self, $0, "'below'") }
    if (low != nil && atLeast == nil) || (high != nil && below == nil) { return nil }
    if let range = make(atLeast, below) { return range }
    let (lowText, highText) = (atLeast?.description ?? "", below?.description ?? "")
    add(.emptyRange(of: kind, atLeast: lowText, below: highText), at: high ?? value)
    return nil
  }

  private mutating func bounds<Limit: CustomStringConvertible>(
    _ value: JSONValue, _ subject: String, _ kind: InputProblem.RangeKind,
    _ read: (inout InputProblems, JSONValue, String) -> Limit?
  ) -> Bounds<Limit>? {
    range(value, subject, kind, read) { Bounds(atLeast: $0, below: $1) }
  }

  /// Rejects a single date, which can mean a day or the time from it on.
  package mutating func dateRange(_ value: JSONValue, _ subject: String) -> DateRange? {
    if value.kind == .string {
      if date(value, subject) != nil { add(.notARange(.date, written: value.source), at: value) }
      return nil
    }
    return bounds(value, subject, .date) { $0.date($1, $2) }
  }

  package mutating func integerRange(_ value: JSONValue, _ subject: String) -> Bounds<Int64>? {
    if value.kind == .number {
      if attributeInteger(value, subject) != nil {
        add(.notARange(.integer, written: value.source), at: value)
      }
      return nil
    }
    return bounds(value, subject, .integer) { $0.attributeInteger($1, $2) }
  }

  /// Rejects years and months.
  mutating func ageRange(_ value: JSONValue, _ subject: String) -> Bounds<TimeSpan>? {
    if value.kind == .string {
      if age(value, subject) != nil { add(.notARange(.age, written: value.source), at: value) }
      return nil
    }
    return bounds(value, subject, .age) { $0.age($1, $2) }
  }

  package mutating func bucketRange(_ value: JSONValue, _ subject: String) -> Bounds<Percent>? {
    bounds(value, subject, .percent) { $0.percent($1, $2, isAssigned: false) }
  }
}

extension InputProblems {
  /// `17` or `"17.2"`.
  package mutating func version(_ value: JSONValue, _ subject: String) -> Version? {
    switch value.kind {
    case .string: return textVersion(value)
    case .number: return numberVersion(value)
    default:
      add(.wrongType(subject: subject, found: value.kind, expected: .version), at: value)
      return nil
    }
  }

  /// Also `"latest"`.
  package mutating func installedVersion(_ value: JSONValue, _ subject: String) -> InstalledVersion?
  {
    value.equals("latest") ? .latest : version(value, subject).map { .version($0) }
  }

  /// A plain version is the range from it on.
  package mutating func versionRange(_ value: JSONValue, _ subject: String) -> VersionRange? {
    value.kind == .object
      ? range(value, subject, .version) {
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
    let text = value.string ?? ""
    add(.invalidVersion(text: text, .init(in: text)), at: value)
    return nil
  }

  private mutating func numberVersion(_ value: JSONValue) -> Version? {
    let text = value.source
    switch value.integer {
    case .value(let number) where !text.hasPrefix("-"):
      if let major = Int32(exactly: number) { return Version(major) }
      add(.invalidVersion(text: text, .tooLarge), at: value)
    case .overflow where !text.hasPrefix("-"):
      add(.invalidVersion(text: text, .tooLarge), at: value)
    case .notAnInteger where !text.hasPrefix("-"):
      add(.invalidVersion(text: text, .number(text: DecimalText.plain(text))), at: value)
    default: add(.invalidVersion(text: text, .notAVersion), at: value)
    }
    return nil
  }
}

/// Versions from JSON numbers, for hints.
enum DecimalText {
  /// `15` for `1.5e1`, `10.10` for `10.10`; nil if no version.
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
