extension Formulas {
  /// A manifest permits 64 levels; a negated requirement takes two more.
  static let maxDepth = 60

  /// At most ``maxDepth`` deep. F is split at the smallest part x with more than half of its
  /// requirements, into "G or (x and Q)": G is F with x false, Q the other operands of each "all"
  /// around x. P. M. Spira, “On time-hardware complexity tradeoffs for Boolean functions” (1971).
  /// Equivalent in three-valued logic, because x is not inside a negation.
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
