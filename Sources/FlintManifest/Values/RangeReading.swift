package import FlintModel
package import FlintText

/// Functions that read ranges of versions, dates, integers and time spans. All are written in the same way, such as
/// `{ "atLeast": 1, "below": 5 }`.
extension InputProblems {
  /// Reads a range, which is an object such as `{ "atLeast": 1, "below": 5 }` with at least one of the two keys.
  /// Reports an invalid or empty range and returns nil.
  ///
  /// - Parameters:
  ///   - read: reads one limit, for example as a date; reports an invalid limit and returns nil.
  ///   - make: creates the range from its limits; returns nil if the range is empty.
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

  /// Reads a range of dates, such as `{ "atLeast": "2026-12-01" }`. A single date is rejected, because it can mean
  /// either this day only, or the time from this day on.
  package mutating func dateRange(_ value: JSONValue, _ subject: String) -> DateRange? {
    if value.kind == .string {
      if date(value, subject) != nil { add(.notARange(.date, written: value.source), at: value) }
      return nil
    }
    return bounds(value, subject, .date) { $0.date($1, $2) }
  }

  /// Reads a range of integers, such as `{ "below": 5 }`. Its limits must be integers that an attribute can have.
  package mutating func integerRange(_ value: JSONValue, _ subject: String) -> Bounds<Int64>? {
    if value.kind == .number {
      if attributeInteger(value, subject) != nil {
        add(.notARange(.integer, written: value.source), at: value)
      }
      return nil
    }
    return bounds(value, subject, .integer) { $0.attributeInteger($1, $2) }
  }

  /// Reads a range of time spans, such as `{ "atLeast": "P30D" }`. Years and months are rejected, because their lengths
  /// vary.
  mutating func ageRange(_ value: JSONValue, _ subject: String) -> Bounds<TimeSpan>? {
    if value.kind == .string {
      if age(value, subject) != nil { add(.notARange(.age, written: value.source), at: value) }
      return nil
    }
    return bounds(value, subject, .age) { $0.age($1, $2) }
  }

  /// Reads a range of rollout positions. A rollout position is a user's number from 0 to below 100; a rollout of 10 %
  /// includes the positions below 10.
  package mutating func bucketRange(_ value: JSONValue, _ subject: String) -> Bounds<Percent>? {
    bounds(value, subject, .percent) { $0.percent($1, $2, isAssigned: false) }
  }
}
