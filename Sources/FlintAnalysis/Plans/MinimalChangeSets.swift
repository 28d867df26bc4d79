internal import FlintModel

/// A store of families of change sets, as zero-suppressed decision diagrams (Minato 1993). A change set is a set of
/// changes to a state, such as “buy a product” and “grant a permission”, and a family is a set of change sets. For a
/// function from change sets to truth values (see ``ChangeSpace``), Rauzy's algorithm (1993) computes the minimal
/// solutions: the change sets for which the function is true, while it is true for none of their proper subsets.
///
/// Equal subfamilies share their nodes, so that a few nodes can store millions of sets. For example, if a feature
/// requires (A or B) and (C or D), its minimal solutions are the family {AC, AD, BC, BD}. The diagram has four nodes:
/// A, B, C and D. *Zero-suppressed* means that a set does not contain a change whose variable is not on the set's path
/// through the diagram.
struct MinimalChangeSets {
  /// The number of a family of change sets (a set of sets of changes): 0 is the family without any set, 1 is the family
  /// whose only set is the empty set, and each other number is the index in ``nodes`` of the family's decision diagram.
  typealias Family = Int

  private struct Node: Equatable {
    var variable: UInt32

    /// For each value of the variable, the change sets that give the fact of the variable this value. The element at
    /// index 0 has the sets that do not change the fact. In the sets of the other elements, the change of the fact
    /// itself is omitted, because it is the same in all of them.
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

  private var minimalSolutions: [Diagram: Family] = [:]
  private var reachable: [Diagram: Diagram] = [:]

  /// A cache for the results of ``nonsupersets(_:_:in:)``. The key consists of its two arguments: the number of the
  /// family of change sets (see ``Family``) in the upper 32 bits, and the number of the function's diagram in the lower
  /// 32 bits.
  private var reductions: [UInt64: Family] = [:]

  /// A cache for the results of ``sizes(of:)``. The index is the number of a family of change sets (see ``Family``).
  /// Nil until the sizes have been computed. Family 0 has no sets, and the only set of family 1 has no changes.
  private var sizes: [[Int]?] = [[], [0]]

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

  // MARK: Minimal solutions

  /// Returns the minimal solutions of a function: the sets of changes that make the function true while no proper
  /// subset does. If several changes move a fact in one direction, such as to higher versions, only the nearest one
  /// that suffices is used.
  mutating func minimalSolutions(
    _ function: Diagram, in space: inout ChangeSpace
  ) throws(LimitExceeded) -> Family {
    if function == .yes { return 1 }
    if function == .no { return 0 }
    if let family = minimalSolutions[function] { return family }
    let variable = space.store.variable(of: function)
    let rests = space.store.children(
      of: function, of: variable, count: space.options[Int(variable)].count + 1)
    let served = try reachable(rests[0], in: &space)
    var children = [try minimalSolutions(rests[0], in: &space)]
    var nearer: [PossibleChange.Direction: DistinctList<Diagram>] = [:]
    for (index, option) in space.options[Int(variable)].enumerated() {
      let rest = rests[index + 1]
      // A set is not minimal if a subset without this change is a solution.
      var sets = try nonsupersets(try minimalSolutions(rest, in: &space), served, in: &space)
      if let direction = option.direction {
        if !option.isNamed {
          for other in nearer[direction]?.elements ?? [] where sets != 0 {
            sets = try nonsupersets(sets, other, in: &space)
          }
        }
        nearer[direction, default: DistinctList()].append(rest)
      }
      children.append(sets)
    }
    let family = family(variable, children)
    minimalSolutions[function] = family
    return family
  }

  /// Returns a function that is true for each set of changes that contains a solution: a subset (possibly the set
  /// itself) for which the given function is true.
  private mutating func reachable(
    _ function: Diagram, in space: inout ChangeSpace
  ) throws(LimitExceeded) -> Diagram {
    if function.isConstant { return function }
    if let known = reachable[function] { return known }
    let variable = space.store.variable(of: function)
    // Visiting edges instead of values suffices: neighbouring values with the same child have the same result.
    var edges = Array(space.store.edges(of: function))
    let kept = try reachable(edges[0].child, in: &space)
    edges[0].child = kept
    for index in edges.indices.dropFirst() {
      edges[index].child = try space.store.or(kept, reachable(edges[index].child, in: &space))
    }
    let result = space.store.node(variable, edges)
    reachable[function] = result
    return result
  }

  /// Returns those change sets (sets of changes to a state) of a family for which a function is false. The function
  /// must not be unknown for any set. If it comes from ``reachable(_:in:)``, it is true for the change sets that
  /// contain a solution, a change set that makes the original function true. The result then has the sets that contain
  /// no solution, which are called nonsupersets.
  private mutating func nonsupersets(
    _ family: Family, _ function: Diagram, in space: inout ChangeSpace
  ) throws(LimitExceeded) -> Family {
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

  /// The result of ``list(_:limit:in:)`` while it is being collected: sets of changes that make a feature available
  /// (the plans), in the order in which they are listed.
  private struct Listing {
    var sets: [[Change]] = []

    /// The change sets in ``sets`` without an order, in order to find repetitions. They occur because two changes can
    /// be equal: for example, if one date is both the limit of a range and the day on which a tested age is reached.
    var known: Set<Set<Change>> = []

    mutating func add(_ changes: [Change]) {
      if known.insert(Set(changes)).inserted { sets.append(changes) }
    }
  }

  /// Returns at most `limit` different change sets (sets of changes to a state) of a family. Smaller sets come first.
  /// Sets of equal size are in the order of their first changes, then of their second changes, and so on; the order of
  /// single changes is that of the variables, then of the values, in `space`.
  mutating func list(_ family: Family, limit: Int, in space: borrowing ChangeSpace) -> [[Change]] {
    var listing = Listing()
    sizes += [[Int]?](repeating: nil, count: nodes.count - sizes.count)
    var begun: [Change] = []
    for size in sizes(of: family) { list(family, size, &begun, limit, in: space, to: &listing) }
    return listing.sets
  }

  private mutating func list(
    _ family: Family, _ size: Int, _ begun: inout [Change], _ limit: Int,
    in space: borrowing ChangeSpace, to listing: inout Listing
  ) {
    guard listing.sets.count < limit, !Cancellation.isRequested, sizes(of: family).contains(size)
    else { return }
    if family == 1 {
      listing.add(begun)
      return
    }
    let node = nodes[family]
    if size > 0 {
      for value in 1..<node.children.count {
        begun.append(space.change(node.variable, value))
        list(node.children[value], size - 1, &begun, limit, in: space, to: &listing)
        begun.removeLast()
      }
    }
    list(node.children[0], size, &begun, limit, in: space, to: &listing)
  }

  /// The sizes of the change sets in a family, ascending.
  private mutating func sizes(of family: Family) -> [Int] {
    if let known = sizes[family] { return known }
    var found = Set<Int>()
    for (value, child) in nodes[family].children.enumerated() {
      for size in sizes(of: child) { found.insert(value == 0 ? size : size + 1) }
    }
    let result = found.sorted()
    sizes[family] = result
    return result
  }
}
