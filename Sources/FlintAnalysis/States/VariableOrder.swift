import FlintModel
import FlintLogic

/// A variable order for decision diagrams. It puts variables that occur together in a constraint close to each other,
/// because a diagram can otherwise have exponentially more nodes.
///
/// The variables of a constraint are called a group. The span of a group is the distance between its first and its last
/// variable in the order. The search starts with the order in which the constraints first mention the variables, and
/// improves it with the algorithm of F. A. Aloul, I. L. Markov and K. A. Sakallah, “FORCE: a fast and easy-to-implement
/// variable-ordering heuristic” (2003). In each round, every variable moves to the weighted average of the centres of
/// its groups. Small groups have larger weights, because the variables of a large group cannot all be adjacent anyway.
/// Of the orders of all rounds, the one with the smallest sum of spans is used.
///
/// For example, the first order is a, b, c, d; one constraint contains a and c, another contains b and d. The sum of
/// the spans is 4. In the order a, c, b, d, it is only 2.
///
/// Of 30 features that each require 22 random alternatives of three products, 28 are too complex to analyze without
/// this order, and one with it.
struct VariableOrder {
  private var variables: [Fact] = []
  private var indices: [Fact: Int] = [:]

  /// The groups (variables that occur together in a constraint), as indices into ``variables``.
  private var groups: [[Int]] = []

  /// The best order of the variables that the search finds: the one with the smallest sum of the spans of all groups. A
  /// group consists of the variables that occur together in a constraint. Its span is the distance between its first
  /// and its last variable in the order.
  var best: [Fact] {
    var order = Array(variables.indices)
    var tightest = (order: order, span: span(of: order))
    let memberships = memberships
    for _ in 0..<AnalysisLimits.orderRounds {
      var position = [Double](repeating: 0, count: order.count)
      for (index, variable) in order.enumerated() { position[variable] = Double(index) }
      let centres = groups.map { group in
        group.reduce(0) { $0 + position[$1] } / Double(group.count)
      }
      var target = position
      for (variable, groups) in memberships.enumerated() where !groups.isEmpty {
        let weight = groups.reduce(0) { $0 + 1 / Double(self.groups[$1].count) }
        let pull = groups.reduce(0) { $0 + centres[$1] / Double(self.groups[$1].count) }
        target[variable] = pull / weight
      }
      order.sort { (target[$0], $0) < (target[$1], $1) }
      let span = span(of: order)
      if span < tightest.span { tightest = (order, span) }
    }
    return tightest.order.map { variables[$0] }
  }

  private var memberships: [[Int]] {
    var memberships = [[Int]](repeating: [], count: variables.count)
    for (group, members) in groups.enumerated() {
      for member in members { memberships[member].append(group) }
    }
    return memberships
  }

  /// Returns the sum of the spans of all groups (variables that occur together in a constraint) in an order of the
  /// variables. The span of a group is the distance between its first and its last variable. The order has indices into
  /// ``variables``.
  private func span(of order: [Int]) -> Int {
    var position = [Int](repeating: 0, count: order.count)
    for (index, variable) in order.enumerated() { position[variable] = index }
    return groups.reduce(0) { sum, group in
      let positions = group.map { position[$0] }
      return sum + (positions.max() ?? 0) - (positions.min() ?? 0)
    }
  }

  // MARK: Groups

  /// Adds groups of variables that should be close to each other in the order: one group for each constraint of some
  /// features, conditions or assumptions and of all their dependencies.
  mutating func add(
    _ targets: [References.Target], of space: borrowing StateSpace, _ side: Int
  ) {
    let manifest = space.sides[side].manifest
    for target in manifest.closure(of: targets) {
      guard case .feature(let declaring) = target else {
        let meaning = manifest.meaning(of: FormulaReference(target))
        add(meaning, guardedBy: [], of: space, side)
        continue
      }
      let declaration = manifest.features[declaring]
      for constraint in declaration.constraints {
        add(manifest.meaning(of: constraint, in: declaring), guardedBy: [], of: space, side)
      }
      for block in declaration.conditional {
        let asked = facts(of: manifest.meaning(of: block.condition, in: declaring), of: space, side)
        for constraint in block.constraints {
          add(manifest.meaning(of: constraint, in: declaring), guardedBy: asked, of: space, side)
        }
      }
    }
  }

  /// Adds a group of variables that should be close to each other in the order: the facts that a formula tests, for
  /// instance the formula of a constraint. Adds further groups for the operands of conjunctions and disjunctions inside
  /// the formula.
  ///
  /// - Parameter guarded: The facts of the guard (the block's condition) if the formula is a constraint in a
  ///   conditional block; the group contains them too.
  private mutating func add(
    _ formula: Formula, guardedBy guarded: [Int], of space: borrowing StateSpace, _ side: Int
  ) {
    switch formula {
    case .constant, .test, .implied, .reference, .not: break
    case .all(let formulas), .any(let formulas):
      for formula in formulas { add(formula, guardedBy: [], of: space, side) }
    }
    let group = guarded + facts(of: formula, of: space, side)
    if group.count > 1 || !guarded.isEmpty { groups.append(group) }
  }

  /// Returns the facts that a formula tests, as indices into ``variables``. Omits the system and the app's version:
  /// their variables always come first in decision diagrams, so that this search for a good order of the variables
  /// cannot move them.
  private mutating func facts(
    of formula: Formula, of space: borrowing StateSpace, _ side: Int
  ) -> [Int] {
    var facts = DistinctList<Fact>()
    formula.forEachTest(in: space.sides[side].manifest) { test, isImplied in
      let fact = space.shared(test.fact, side)
      if fact == .system || fact == .appVersion { return }
      if !space.isVaried(fact, isImplied: isImplied) { return }
      facts.append(fact)
    }
    return facts.elements.map { index(of: $0) }
  }

  private mutating func index(of variable: Fact) -> Int {
    if let index = indices[variable] { return index }
    indices[variable] = variables.count
    variables.append(variable)
    return variables.count - 1
  }
}
