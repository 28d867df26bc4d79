import FlintModel

/// Tests on diagrams whether two functions are true in a common state (Bryant 1986). It does not
/// create the conjunction, with which `cover` takes up to 2.6 times as long.
struct IntersectionTests {
  private var known: [UInt64: Bool] = [:]

  /// - Precondition: Neither function is ever unknown.
  mutating func intersects(
    _ one: Diagram, _ other: Diagram, in store: inout DiagramStore
  ) throws(LimitExceeded) -> Bool {
    if one == .no || other == .no { return false }
    if one == .yes || other == .yes || one == other { return true }
    let (a, b) = one.number < other.number ? (one, other) : (other, one)
    let key = UInt64(a.number) << 32 | UInt64(b.number)
    if let known = known[key] { return known }
    var runs = PairedRuns(a, b, in: store)
    var isFound = false
    while !isFound, let run = runs.next(in: store) {
      try store.spend(1)
      isFound = try intersects(run.first, run.second, in: &store)
    }
    known[key] = isFound
    return isFound
  }
}

extension DiagramStore {
  /// A variable without a given value has value 0.
  func isYes(_ function: Diagram, at values: [UInt32: UInt32]) -> Bool {
    var function = function
    while !function.isConstant {
      let variable = variable(of: function)
      function = child(of: function, at: values[variable] ?? 0, of: variable)
    }
    return function == .yes
  }
}
