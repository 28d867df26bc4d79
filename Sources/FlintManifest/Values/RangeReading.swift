package import FlintModel
package import FlintText

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
