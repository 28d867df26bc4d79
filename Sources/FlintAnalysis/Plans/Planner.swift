package enum Planner {
  /// Plans in which `owner`, or anyone if nil, makes all changes.
  /// - Throws: ``LimitExceeded`` beyond ``AnalysisLimits/steps``.
  package static func plan(
    _ feature: Int, from state: DeviceState, in manifest: Manifest,
    allowing allowances: PlanAllowances = [], by owner: Owner? = nil, limit: Int = 20
  ) throws(LimitExceeded) -> PlanResult {
    var space = ChangeSpace(manifest, state, allowances, by: owner)
    space.addChanges(for: feature)
    // Dependencies are computed first, so that the call depth does not grow with the length of a chain of features.
    let order = manifest.references.order
    let assumptions = manifest.allAssumptions
    let needed = order.isEmpty ? [] : Set(manifest.closure(of: [.feature(feature)] + assumptions))
    for target in order where needed.contains(target) {
      _ = space.value(of: FormulaReference(target), on: ())
    }
    var positions: [(feature: Int?, index: Int)] = []
    var contributions: [Diagram] = []
    for declaring in [feature] + Array(manifest.ancestors(of: feature)) {
      let own = space.yesFunctions(of: space.contributions(of: declaring, in: manifest, on: ()))
      positions += own.indices.map { (declaring, $0) }
      contributions += own
    }
    let app = space.yesFunctions(of: space.appContributions(in: manifest, on: ()))
    positions += app.indices.map { (nil, $0) }
    contributions += app
    let evaluator = Evaluator(manifest, in: state)
    let broken = evaluator.brokenAssumptions
    var requirements = [space.withoutOtherProducts()]
    for assumption in manifest.assumptions.indices where !broken.contains(assumption) {
      requirements.append(space.store.isNotFalse(space.value(of: .assumption(assumption), on: ())))
    }
    let possible = space.store.join(.and, requirements[...])
    let available = space.store.join(.and, ([possible] + contributions)[...])
    var sets = MinimalChangeSets()
    let solutions = sets.minimalSolutions(available, in: &space)
    var impossible: [(feature: Int?, index: Int)] = []
    if available == .no {
      for (position, contribution) in zip(positions, contributions) {
        if space.store.and(possible, contribution) == .no { impossible.append(position) }
      }
    }
    if let failure = space.store.takeFailure() { throw failure.about(.feature(feature), on: 0) }
    // One more plan than the limit shows whether there are more.
    let plans = sets.list(solutions, limit: limit == .max ? limit : limit + 1, in: space)
    return PlanResult(
      feature: feature, status: evaluator.status(of: feature),
      plans: plans.prefix(limit).map { ordered($0, from: evaluator.state) },
      hasMore: plans.count > limit,
      impossible: blockers(impossible, evaluator), broken: broken,
      isDateMissing: space.isDateMissing)
  }

  private static func ordered(_ changes: [Change], from state: ResolvedState) -> [Change] {
    let steps = changes.enumerated().map { (step: $1.step(in: state), index: $0, change: $1) }
    return steps.sorted { ($0.step, $0.index) < ($1.step, $1.index) }.map(\.change)
  }

  private static func blockers(
    _ positions: [(feature: Int?, index: Int)], _ evaluator: Evaluator
  ) -> [Blocker] {
    var known: (feature: Int?, constraints: [ConstraintEvaluation])?
    // The constraints of a feature are adjacent, so that each feature is evaluated only once.
    return positions.map { feature, index in
      if known == nil || known?.feature != feature {
        let constraints = feature.map { evaluator.evaluate($0).constraints }
        known = (feature, constraints ?? evaluator.appConstraints)
      }
      return Blocker(feature: feature, constraint: (known?.constraints ?? [])[index])
    }
  }
}

/// Families of change sets as zero-suppressed diagrams (Minato 1993), in which a set lacks every
/// change whose variable is not on its path. Minimal solutions by Rauzy's algorithm (1993).
struct MinimalChangeSets {
  /// 0 is the family without sets, 1 that with only the empty set. Higher numbers are indices in
  /// ``nodes``.
  typealias Family = Int

  private struct Node: Hashable {
    var variable: UInt32

    /// By the variable's value, the family of the sets' remaining changes.
    var children: [Family]
  }

  private var nodes: [Node] = [
    Node(variable: .max, children: []), Node(variable: .max, children: []),
  ]
  private var families: [Node: Family] = [:]

  private var minimalSolutions: [Diagram: Family] = [:]
  private var reachable: [Diagram: Diagram] = [:]

  private var reductions: [UInt64: Family] = [:]

  /// Results of ``sizes(of:)`` by family; nil until computed.
  private var sizes: [[Int]?] = [[], [0]]

  private mutating func family(_ variable: UInt32, _ children: [Family]) -> Family {
    if children.dropFirst().allSatisfy({ $0 == 0 }) { return children[0] }
    let node = Node(variable: variable, children: children)
    if let known = families[node] { return known }
    families[node] = nodes.count
    nodes.append(node)
    return nodes.count - 1
  }

  // MARK: Minimal solutions

  /// The sets that make the function true while no proper subset does. Of changes that raise the same
  /// fact, or that lower it, only the smallest that suffices.
  mutating func minimalSolutions(_ function: Diagram, in space: inout ChangeSpace) -> Family {
    if function == .yes { return 1 }
    if function == .no { return 0 }
    if let family = minimalSolutions[function] { return family }
    let variable = space.store.variable(of: function)
    let rests = space.store.children(
      of: function, of: variable, count: space.options[Int(variable)].count + 1)
    let served = reachable(rests[0], in: &space)
    var children = [minimalSolutions(rests[0], in: &space)]
    var nearer: [PossibleChange.Direction: DistinctList<Diagram>] = [:]
    for (index, option) in space.options[Int(variable)].enumerated() {
      let rest = rests[index + 1]
      // A set is not minimal if a subset without this change is a solution.
      var sets = nonsupersets(minimalSolutions(rest, in: &space), served, in: &space)
      if let direction = option.direction {
        if !option.isNamed {
          for other in nearer[direction]?.elements ?? [] where sets != 0 {
            sets = nonsupersets(sets, other, in: &space)
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

  private mutating func reachable(_ function: Diagram, in space: inout ChangeSpace) -> Diagram {
    if function.isConstant { return function }
    if let known = reachable[function] { return known }
    let variable = space.store.variable(of: function)
    // Visiting edges instead of values suffices: neighbouring values with the same child have the same result.
    var edges = Array(space.store.edges(of: function))
    let kept = reachable(edges[0].child, in: &space)
    edges[0].child = kept
    for index in edges.indices.dropFirst() {
      edges[index].child = space.store.or(kept, reachable(edges[index].child, in: &space))
    }
    let result = space.store.node(variable, edges)
    reachable[function] = result
    return result
  }

  /// The sets of the family for which `function`, never unknown, is false.
  private mutating func nonsupersets(
    _ family: Family, _ function: Diagram, in space: inout ChangeSpace
  ) -> Family {
    if family == 0 || function == .no { return family }
    if function == .yes { return 0 }
    let key = UInt64(family) << 32 | UInt64(function.number)
    if let known = reductions[key] { return known }
    let node = nodes[family]
    space.store.spend(node.children.count + 1)
    let variable = space.store.variable(of: function)
    let result: Family
    if node.variable > variable {
      let kept = space.store.child(of: function, at: 0, of: variable)
      result = nonsupersets(family, kept, in: &space)
    } else {
      var children: [Family] = []
      let rests = space.store.children(of: function, of: node.variable, count: node.children.count)
      for (child, rest) in zip(node.children, rests) {
        children.append(nonsupersets(child, rest, in: &space))
      }
      result = self.family(node.variable, children)
    }
    reductions[key] = result
    return result
  }

  // MARK: Listing

  private struct Listing {
    var sets: [[Change]] = []

    /// The plans found so far, to omit repeated ones. Two changes can be equal, such as setting the
    /// date to a limit and to the day on which an age is reached.
    var known: Set<Set<Change>> = []

    mutating func add(_ changes: [Change]) {
      if known.insert(Set(changes)).inserted { sets.append(changes) }
    }
  }

  /// The family's sets as plans: smaller ones first, then by variables and values.
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

  /// The sizes of the family's sets, ascending.
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

extension PlanAllowances {
  private static let all: [PlanAllowances] = [.restricted, .environment, .platform, .date]

  /// The minimal sets of further allowances with which a plan exists.
  package static func helpful(
    for feature: Int, from state: DeviceState, in manifest: Manifest,
    beside allowed: PlanAllowances, by owner: Owner?
  ) -> [PlanAllowances] {
    let further = all.filter { !allowed.contains($0) }
    var sets: [PlanAllowances] = [[]]
    for allowance in further { sets += sets.map { $0.union(allowance) } }
    var helpful: [PlanAllowances] = []
    for set in sets.dropFirst().sorted(by: {
      $0.rawValue.nonzeroBitCount < $1.rawValue.nonzeroBitCount
    })
    where !helpful.contains(where: { set.isSuperset(of: $0) }) {
      let result = try? Planner.plan(
        feature, from: state, in: manifest, allowing: allowed.union(set), by: owner, limit: 1)
      if result?.plans.isEmpty == false { helpful.append(set) }
    }
    return helpful
  }
}
