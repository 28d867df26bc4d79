/// Reduces a failing value.
enum Shrinker {
  /// Replaces a failing value by one of its reductions that also fails, until no reduction fails.
  ///
  /// ⏎ - Parameter firstFailing: Returns the index of the first candidate that fails.
  /// - Returns: A failing value without a failing reduction.
  @discardableResult
  static func shrink<Value>(
    _ value: Value, to reductions: (Value) -> [Value], firstFailing: ([Value]) throws -> Int?
  ) rethrows -> Value {
    var smallest = value
    while true {
      let candidates = reductions(smallest)
      guard let index = try firstFailing(candidates) else { return smallest }
      smallest = candidates[index]
    }
  }
}
