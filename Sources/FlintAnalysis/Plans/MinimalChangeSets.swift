internal import FlintCore

/// Families of sets of changes, as diagrams in which a thing that a node does not ask is kept as it is.
///
/// A family with millions of members takes as many nodes as it has different beginnings and ends.
struct MinimalChangeSets {
  /// 0: no set at all; 1: the empty set alone.
  typealias Family = Int

  private struct Node: Equatable {
    var variable: UInt32

    /// The sets that keep it; then, for each value from 1 on, the rest of those that make that change.
    var children: [Family]

    var hash: UInt64 {
      var hash = UInt64(variable)
      for child in children { hash = mix(hash ^ UInt64(child)) }
      return hash
    }
  }

  private var nodes: [Node] = [
    Node(variable: .max, children: []), Node(variable: .max, children: []),
  ]
  private var known = UniqueTable()

  private var minimalSolutions = DiagramNumbers()
  private var reachable = DiagramNumbers()

  /// By the numbers of a family and a function.
  private var reductions: [UInt64: Family] = [:]

  /// By family, as far as they are known.
  private var sizes: [[Bool]?] = [[], [true]]

  private mutating func family(_ variable: UInt32, _ children: [Family]) -> Family {
    if children.dropFirst().allSatisfy({ $0 == 0 }) { return children[0] }
    let node = Node(variable: variable, children: children)
    if known.needsSpace(for: nodes.count) {
      known.grow(hashes: nodes.dropFirst(2).map(\.hash), from: 2)
    }
    var slot = known.slot(for: node.hash)
    while let family = known[slot] {
      if nodes[family] == node { return family }
      slot = known.next(slot)
    }
    known[slot] = nodes.count
    nodes.append(node)
    return nodes.count - 1
  }

  // MARK: Irreducible sets

  /// The sets of changes that make a function yes while no part of them does; of the rungs of a ladder, the first that
  /// serves with the other changes.
  mutating func minimalSolutions(
    _ function: Diagram, in space: inout ChangeSpace
  ) throws(TooLarge) -> Family {
    if function == .yes { return 1 }
    if function == .no { return 0 }
    if let family = minimalSolutions[function] { return family }
    let variable = space.store.variable(of: function)
    let rests = space.store.children(
      of: function, of: variable, count: space.options[Int(variable)].count + 1)
    let served = try reachable(rests[0], in: &space)
    var children = [try minimalSolutions(rests[0], in: &space)]
    var nearer: [ChangeSpace.Ladder: DistinctList<Diagram>] = [:]
    for (index, option) in space.options[Int(variable)].enumerated() {
      let rest = rests[index + 1]
      // What serves without the change, or with a part of the rest and without it, is reducible.
      var sets = try nonsupersets(try minimalSolutions(rest, in: &space), served, in: &space)
      if let ladder = option.ladder {
        if !option.isNamed {
          for other in nearer[ladder]?.elements ?? [] where sets != 0 {
            sets = try nonsupersets(sets, other, in: &space)
          }
        }
        nearer[ladder, default: DistinctList()].append(rest)
      }
      children.append(sets)
    }
    let family = family(variable, children)
    minimalSolutions[function] = family
    return family
  }

  /// The sets that have a part which makes the function yes.
  private mutating func reachable(
    _ function: Diagram, in space: inout ChangeSpace
  ) throws(TooLarge) -> Diagram {
    if function.isConstant { return function }
    if let known = reachable[function] { return Diagram(number: UInt32(known)) }
    let variable = space.store.variable(of: function)
    // Only the edges, for values side by side that lead on alike are alike here too.
    var edges = Array(space.store.edges(of: function))
    let kept = try reachable(edges[0].child, in: &space)
    edges[0].child = kept
    for index in edges.indices.dropFirst() {
      edges[index].child = try space.store.or(kept, reachable(edges[index].child, in: &space))
    }
    let result = space.store.node(variable, edges)
    reachable[function] = Int(result.number)
    return result
  }

  /// The sets of a family that do not make a function yes.
  private mutating func nonsupersets(
    _ family: Family, _ function: Diagram, in space: inout ChangeSpace
  ) throws(TooLarge) -> Family {
    if family == 0 || function == .no { return family }
    if function == .yes { return 0 }
    let key = UInt64(family) << 32 | UInt64(function.number)
    if let known = reductions[key] { return known }
    let node = nodes[family]
    try space.store.spend(node.children.count + 1)
    let variable = space.store.variable(of: function)
    let result: Family
    if node.variable > variable {
      let kept = space.store.child(of: function, at: 0, of: variable)
      result = try nonsupersets(family, kept, in: &space)
    } else {
      var children: [Family] = []
      let rests = space.store.children(
        of: function, of: node.variable, count: node.children.count)
      for (child, rest) in zip(node.children, rests) {
        children.append(try nonsupersets(child, rest, in: &space))
      }
      result = self.family(node.variable, children)
    }
    reductions[key] = result
    return result
  }

  // MARK: Listing

  /// The first sets, fewest changes first and then in the order of the changes.
  mutating func list(_ family: Family, limit: Int, in space: borrowing ChangeSpace) -> [[Change]] {
    var found: [[Change]] = []
    sizes += [[Bool]?](repeating: nil, count: nodes.count - sizes.count)
    let sizes = sizes(of: family)
    for size in sizes.indices where sizes[size] && found.count < limit {
      list(family, size, [], limit, in: space, to: &found)
    }
    return found
  }

  private mutating func list(
    _ family: Family, _ size: Int, _ begun: [Change], _ limit: Int, in space: borrowing ChangeSpace,
    to found: inout [[Change]]
  ) {
    guard found.count < limit else { return }
    let sizes = sizes(of: family)
    guard size < sizes.count, sizes[size] else { return }
    if family == 1 {
      found.append(begun)
      return
    }
    let node = nodes[family]
    if size > 0 {
      for value in 1..<node.children.count {
        let change = space.change(node.variable, value)
        list(node.children[value], size - 1, begun + [change], limit, in: space, to: &found)
      }
    }
    list(node.children[0], size, begun, limit, in: space, to: &found)
  }

  /// For each number of changes whether a set of a family has as many.
  private mutating func sizes(of family: Family) -> [Bool] {
    if let known = sizes[family] { return known }
    var result: [Bool] = []
    for (value, child) in nodes[family].children.enumerated() {
      for (size, exists) in sizes(of: child).enumerated() where exists {
        let whole = value == 0 ? size : size + 1
        while result.count <= whole { result.append(false) }
        result[whole] = true
      }
    }
    sizes[family] = result
    return result
  }
}
