package import FlintModel
package import FlintText

extension InputProblems {
  package mutating func date(_ value: JSONValue, _ subject: String) -> DateTime? {
    guard expect(.string, value, subject, as: .date) else { return nil }
    if let date = value.withUTF8({ DateTime(utf8: UnsafeRawBufferPointer($0)) }) { return date }
    add(.invalidDate(value.string ?? ""), at: value)
    return nil
  }

  /// Reads a time span in ISO 8601 format, such as `"P1M"`. Years and months are allowed. Reports any other value and
  /// returns nil. `subject` is the name of the value in error messages, such as `'advance'`.
  package mutating func timeSpan(_ value: JSONValue, _ subject: String) -> TimeSpan? {
    guard expect(.string, value, subject, as: .timeSpan) else { return nil }
    let text = value.string ?? ""
    if let span = TimeSpan(withMonths: text) { return span }
    add(.invalidTimeSpan(text, hasOneLength: false), at: value)
    return nil
  }

  /// Reads a time span in ISO 8601 format, such as `"P30D"`. Reports any other value and returns nil. Years and months
  /// are rejected, because their lengths vary. `subject` is the name of the value in error messages.
  mutating func age(_ value: JSONValue, _ subject: String) -> TimeSpan? {
    guard let span = timeSpan(value, subject) else { return nil }
    if let age = TimeSpan(span.description) { return age }
    add(.invalidTimeSpan(span.description, hasOneLength: true), at: value)
    return nil
  }

  /// Reads a percentage from 0 to 100, such as the size of a rollout. Reports any other value and returns nil.
  /// `subject` is the name of the value in error messages.
  ///
  /// - Parameter isAssigned: whether the number is a user's rollout position, which must be below 100. A rollout of 10
  ///   % includes the positions below 10.
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

  /// Reports a rollout that is not written as an object, such as `"rollout": 10`. The hint shows the object to write.
  ///
  /// - Parameter needsBucket: whether the object in the hint has the key `bucket`. In a feature, the key can be left
  ///   out, because its default is the feature's id. It is required in a named condition or an assumption, which
  ///   belongs to no feature.
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

  /// Reads a string; reports an empty string or another value and returns nil. `subject` is the name of the value in
  /// error messages.
  package mutating func nonEmptyText(_ value: JSONValue, _ subject: String) -> String? {
    guard let text = string(value, subject) else { return nil }
    if !text.isEmpty { return text }
    add(.empty(subject: subject), at: value)
    return nil
  }
}
