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

  /// Whether a state is found in so many steps in which one function is not yes and two others are.
  func finds(
    notYes one: Diagram, _ other: Diagram, _ another: Diagram, in steps: inout Int
  ) -> Bool {
    guard canBe(.yes, other), canBe(.yes, another), canBe(.no, one) || canBe(.unknown, one)
    else {
      return false
    }
    let variable = min(
      self.variable(of: one), self.variable(of: other), self.variable(of: another))
    if variable == .max { return true }
    var runs = (
      Runs(of: one, for: variable, in: self), Runs(of: other, for: variable, in: self),
      Runs(of: another, for: variable, in: self)
    )
    while true {
      steps -= 1
      if steps < 0 { return false }
      let isFound = finds(
        notYes: runs.0.child(in: self), runs.1.child(in: self), runs.2.child(in: self), in: &steps)
      if isFound { return true }
      let end = min(runs.0.end(in: self), runs.1.end(in: self), runs.2.end(in: self))
      if end == .max { return false }
      runs.0.advance(to: end, in: self)
      runs.1.advance(to: end, in: self)
      runs.2.advance(to: end, in: self)
    }
  }
}
