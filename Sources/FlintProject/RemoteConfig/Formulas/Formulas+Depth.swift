extension Formulas {
  /// The maximum depth of a formula that is written as a condition. A manifest permits 64 levels of nested conditions.
  /// Each "all" or "any" takes one level. Negated requirements are inside a `not` and possibly an `anyOf`, which take
  /// up to two levels more.
  static let maxDepth = 60

  /// Returns an equivalent formula that is at most ``maxDepth`` deep, so that a manifest can contain it. A formula with
  /// a depth of at most 40 is returned unchanged.
  ///
  /// A deeper formula F is split at a part x of it: the smallest part that contains more than half of the requirements
  /// in F. The result is "G or (x and Q)". G is F with x replaced by false. Q combines, with "all", the other operands
  /// of each "all" that contains x, directly or indirectly. For example, if F is "a and (b or (c and x))", then G is
  /// "a and b", and Q is "a and c".
  ///
  /// With this method, P. M. Spira (“On time-hardware complexity tradeoffs for Boolean functions”, 1971) reduces the
  /// depth to the order of the logarithm of the size. The formulas are equivalent in three-valued logic and in any
  /// other distributive lattice, because only single requirements are negated, so that x is not inside a negation.
  mutating func shallow(_ id: ID) -> ID {
    // First try to keep subformulas of a large depth unchanged, because that gives more natural results.
    for limit in [40, 24, 12, 4] {
      let result = balanced(id, upTo: limit)
      if depths[result] <= Self.maxDepth { return result }
    }
    return balanced(id, upTo: 1)
  }

  private mutating func balanced(_ id: ID, upTo limit: Int) -> ID {
    guard depths[id] > limit, case .joined(let connective, _) = nodes[id] else { return id }
    // Descend to the largest operand while it has more than half of the size of the whole formula.
    var path = [id]
    while let largest = operands(of: path[path.count - 1]).max(by: { sizes[$0] < sizes[$1] }),
      sizes[largest] > sizes[id] / 2
    {
      path.append(largest)
    }
    let pivot = path.removeLast()
    guard !path.isEmpty else {
      let inner = operands(of: id).map { balanced($0, upTo: limit) }
      return join(connective, inner)
    }
    // The pivot is the part x at which the formula is split. Go from it outwards. `rest` is G, the formula with the
    // pivot replaced by false, or nil while it is constantly false; `conjuncts` are the operands of Q.
    var rest: ID?
    var conjuncts: [ID] = []
    var inside = pivot
    for outer in path.reversed() {
      guard case .joined(let connective, let operands) = nodes[outer] else { continue }
      let others = operands.filter { $0 != inside }
      switch connective {
      case .all:
        conjuncts += others
        if let known = rest { rest = join(.all, others + [known]) }
      case .any: rest = join(.any, others + [rest].compactMap(\.self))
      }
      inside = outer
    }
    var required = conjuncts.map { balanced($0, upTo: limit) }
    if case .joined(let connective, let operands) = nodes[pivot] {
      let inner = operands.map { balanced($0, upTo: limit) }
      required.append(join(connective, inner))
    } else {
      required.append(pivot)
    }
    let product = join(.all, required)
    return join(.any, [rest.map { balanced($0, upTo: limit) } ?? Self.falseID, product])
  }
}
