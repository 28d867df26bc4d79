import FlintModel

/// Existential quantification of functions on their decision diagrams (Bryant 1986). For example, the projection of the
/// function `a AND b` onto `a` is `a`, because some value of b makes it true if a is true. The projection of `a OR b`
/// onto `a` is `true`.
extension DiagramStore {
  /// Returns the projection of a function onto some variables, that is, its existential quantification over all others:
  /// the result is true for values of the given variables if some values of the other variables make the function true.
  ///
  /// - Parameters:
  ///   - function: A function that is never unknown.
  ///   - variables: The variables that the projection keeps, in ascending order.
  mutating func projection(
    of function: Diagram, onto variables: [UInt32]
  ) throws(LimitExceeded) -> Diagram {
    // Without the known results, 24 assumptions that are linked like a chain exceed the limit of steps.
    var known: [Diagram: Diagram] = [:]
    return try project(function, onto: variables[...], &known)
  }

  private mutating func project(
    _ function: Diagram, onto variables: ArraySlice<UInt32>, _ known: inout [Diagram: Diagram]
  ) throws(LimitExceeded) -> Diagram {
    if function.isConstant { return function }
    let variable = variable(of: function)
    let later = variables.drop { $0 < variable }
    // The function depends on none of the variables that are kept.
    if later.isEmpty { return Diagram(Ternary(canBe(.yes, function))) }
    if let result = known[function] { return result }
    var edges = Array(edges(of: function))
    try spend(edges.count)
    for index in edges.indices {
      edges[index].child = try project(edges[index].child, onto: later, &known)
    }
    var result = Diagram.no
    if later.first == variable {
      result = node(variable, edges)
    } else {
      for edge in edges where result != .yes { result = try or(result, edge.child) }
    }
    known[function] = result
    return result
  }
}
