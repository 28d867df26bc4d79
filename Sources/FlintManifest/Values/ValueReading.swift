package import FlintCore
package import FlintText

/// Dates, lengths of time, percentages and the integers of attributes.
extension InputProblems {
  package mutating func date(_ value: JSONValue, _ subject: String) -> DateTime? {
    guard expect(.string, value, subject, as: .date) else { return nil }
    if let date = value.withUTF8({ DateTime(utf8: UnsafeRawBufferPointer($0)) }) { return date }
    add(.invalidDate(value.string ?? ""), at: value)
    return nil
  }

  /// A length of time, years and months among its units.
  package mutating func timeSpan(_ value: JSONValue, _ subject: String) -> TimeSpan? {
    guard expect(.string, value, subject, as: .timeSpan) else { return nil }
    let text = value.string ?? ""
    if let span = TimeSpan(text) { return span }
    add(.invalidTimeSpan(text, hasOneLength: false), at: value)
    return nil
  }

  /// A length of time that is the same on every day.
  mutating func age(_ value: JSONValue, _ subject: String) -> TimeSpan? {
    guard let span = timeSpan(value, subject) else { return nil }
    let text = span.description
    // `P0M` is no month long, and still counted in months.
    let days = text.prefix { $0 != "T" }
    if span.months == 0, !days.contains("Y"), !days.contains("M") { return span }
    add(.invalidTimeSpan(text, hasOneLength: true), at: value)
    return nil
  }

  /// Of a rollout, or where somebody was drawn, which is below 100.
  package mutating func percent(
    _ value: JSONValue, _ subject: String, isDrawn: Bool
  ) -> Percent? {
    guard expect(.number, value, subject, as: .percent) else { return nil }
    let text = value.source
    if let percent = Percent(text), !isDrawn || percent < .hundred { return percent }
    add(.invalidPercent(text, subject: subject, isDrawn: isDrawn), at: value)
    return nil
  }

  /// Refuses a rollout that is not written as an object.
  mutating func plainRollout(_ value: JSONValue, needsBucket: Bool) {
    let text = value.string ?? value.source
    let percent = Percent(text.last == "%" ? String(text.dropLast()) : text)
    let bucket = needsBucket ? ", \"bucket\": \"sale\"" : ""
    add(
      .notAnObject(
        subject: "'rollout'", found: value.kind,
        written: "{ \"percent\": \(percent?.description ?? "10")\(bucket) }"), at: value)
  }

  package mutating func attributeInteger(_ value: JSONValue, _ subject: String) -> Int64? {
    integer(
      value, subject, atLeast: AttributeDomain.integers.lowerBound,
      atMost: AttributeDomain.integers.upperBound)
  }

  /// Text that is not empty.
  package mutating func nonEmptyText(_ value: JSONValue, _ subject: String) -> String? {
    guard let text = string(value, subject) else { return nil }
    if !text.isEmpty { return text }
    add(.empty(subject: subject), at: value)
    return nil
  }
}
