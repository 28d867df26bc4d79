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
