import FlintModel
import FlintLogic

/// Puts variables that occur together close to each other, with F. A. Aloul, I. L. Markov and K. A.
/// Sakallah, “FORCE: a fast and easy-to-implement variable-ordering heuristic” (2003). Groups are
/// the variables of a constraint; small ones weigh more, and the order with the smallest sum of
/// spans wins. Of 30 features that each require 22 random alternatives of three products, 28 are
/// too complex without it, and one with it.
struct VariableOrder {
  private var variables: [Fact] = []
  private var indices: [Fact: Int] = [:]

  private var groups: [[Int]] = []

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

  private func span(of order: [Int]) -> Int {
    var position = [Int](repeating: 0, count: order.count)
    for (index, variable) in order.enumerated() { position[variable] = index }
    return groups.reduce(0) { sum, group in
      let positions = group.map { position[$0] }
      return sum + (positions.max() ?? 0) - (positions.min() ?? 0)
    }
  }

  // MARK: Groups

  /// A group for each constraint of the targets and of their dependencies.
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

  /// Indices into ``variables``, without the system and the app's version, which always come first.
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
