import FlintModel

/// Existential quantification (Bryant 1986).
extension DiagramStore {
  /// True for values of `variables` with which some values of the others make the function true.
  /// - Parameters:
  /// - function: Never unknown.
  /// - variables: Ascending.
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
