/// A range with a lower limit, an upper limit, or both. Inlinable where generic code would look up
/// its types at each call.
public struct Bounds<Value: Comparable & Hashable & Sendable>: Hashable, Sendable {
  /// Inclusive.
  public let atLeast: Value?

  /// Exclusive.
  public let below: Value?

  // INVARIANT: at least one limit is present, and atLeast < below if both are.

  /// Nil without limits, or if no value is between them.
  @inlinable public init?(atLeast: Value?, below: Value?) {
    switch (atLeast, below) {
    case (nil, nil): return nil
    case (let low?, let high?) where low >= high: return nil
    default: (self.atLeast, self.below) = (atLeast, below)
    }
  }

  @inlinable init(unchecked atLeast: Value?, _ below: Value?) {
    (self.atLeast, self.below) = (atLeast, below)
  }

  @inlinable public static func atLeast(_ value: Value) -> Bounds { Bounds(unchecked: value, nil) }
  @inlinable public static func below(_ value: Value) -> Bounds { Bounds(unchecked: nil, value) }

  package func position(of value: Value) -> RangePosition {
    if let atLeast, value < atLeast { return .tooLow }
    if let below, value >= below { return .tooHigh }
    return .within
  }

  public func contains(_ value: Value) -> Bool { position(of: value) == .within }

  /// Converts the limits. `value` must keep the order, unless the result is only shown.
  @inlinable package func map<Other: Comparable & Hashable & Sendable>(
    _ value: (Value) -> Other
  ) -> Bounds<Other> {
    Bounds<Other>(unchecked: atLeast.map(value), below.map(value))
  }

  @inlinable package var limits: [Value] { [atLeast, below].compactMap { $0 } }
}

extension Bounds: CustomStringConvertible where Value: CustomStringConvertible {
  /// `>= 14`, `< 17`, or `>= 14, < 17`.
  public var description: String { text(">=", "<", joinedBy: ", ") }

  package func text(_ least: String, _ limit: String, joinedBy separator: String) -> String {
    switch (atLeast, below) {
    case (let atLeast?, let below?): "\(least) \(atLeast)\(separator)\(limit) \(below)"
    case (let atLeast?, nil): "\(least) \(atLeast)"
    case (nil, let below?): "\(limit) \(below)"
    case (nil, nil): ""
    }
  }
}

package enum RangePosition: Sendable {
  case within, tooLow, tooHigh
}

public typealias DateRange = Bounds<DateTime>

extension Range<Int> {
  /// The first number for which `holds` is false, by binary search. `holds` must then stay false.
  package func end(while holds: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = (low + high) / 2
      if holds(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
