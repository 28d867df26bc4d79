/// Makes a failing value small.
enum Shrinker {
  /// Goes from a value that fails to one of its reductions that fails too, until none does.
  ///
  /// - Parameter firstFailing: the position of the first of some candidates that fails.
  /// - Returns: a value that fails and none of whose reductions does.
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
