import FlintModel

extension DiagramStore {
  /// The diagram may not test a variable before `first`.
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

  /// Values along one path to `yes`; other variables can have any value.
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
