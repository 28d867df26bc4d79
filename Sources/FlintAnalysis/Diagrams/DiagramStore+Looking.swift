import FlintCore

/// What can be told of functions without making others.
extension DiagramStore {
  /// Whether some state makes the function `truth` in which a variable that is asked before all others has one of some
  /// values.
  func canBe(
    _ truth: Ternary, _ diagram: Diagram, where first: UInt32, isIn values: ValueSpan
  ) -> Bool {
    if values.isEmpty { return false }
    guard variable(of: diagram) == first else { return canBe(truth, diagram) }
    var runs = Runs(of: diagram, for: first, in: self)
    var from: UInt32 = 0
    while from < values.to {
      let end = runs.end(in: self)
      if end > values.from, canBe(truth, runs.child(in: self)) { return true }
      if end == .max { break }
      runs.advance(to: end, in: self)
      from = end
    }
    return false
  }

  /// A value for each variable that decides on the way to yes; the others may have any.
  func path(toYesIn function: Diagram) -> [UInt32: UInt32] {
    var path: [UInt32: UInt32] = [:]
    var function = function
    while !function.isConstant {
      guard let edge = edges(of: function).first(where: { canBe(.yes, $0.child) }) else { break }
      path[variable(of: function)] = edge.from
      function = edge.child
    }
    return path
  }
}
