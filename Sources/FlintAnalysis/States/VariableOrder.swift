import FlintCore

/// An order of variables in which those that constraints ask together stand close to each other.
///
/// The order in which variables are met suits constraints one after the other; where each of many variables is asked
/// again together with a later one, it can take exponentially more nodes than a better order. This one is found as in
/// F. A. Aloul, I. L. Markov, K. A. Sakallah, “FORCE: a fast and easy-to-implement variable-ordering heuristic” (2003): every
/// variable moves to the centre of the groups that it is in, again and again, and the tightest order is kept. A small group
/// pulls more than a large one, whose members cannot all stand next to each other.
struct VariableOrder {
  /// Variables in the order of first mention.
  private var variables: [Variable] = []
  private var indices: [Variable: Int] = [:]

  /// Variables that are asked together, by index.
  private var groups: [[Int]] = []

  private static let rounds = 30

  /// The best order found.
  var best: [Variable] {
    var order = Array(variables.indices)
    var tightest = (order: order, span: span(of: order))
    let memberships = memberships
    for _ in 0..<Self.rounds {
      var position = [Double](repeating: 0, count: order.count)
      for (place, variable) in order.enumerated() { position[variable] = Double(place) }
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

  /// How far the groups stretch, all together.
  private func span(of order: [Int]) -> Int {
    var position = [Int](repeating: 0, count: order.count)
    for (place, variable) in order.enumerated() { position[variable] = place }
    return groups.reduce(0) { sum, group in
      let places = group.map { position[$0] }
      return sum + (places.max() ?? 0) - (places.min() ?? 0)
    }
  }

  // MARK: Groups

  /// Adds the constraints of a feature and of its ancestors.
  mutating func add(_ feature: Int, of side: StateSpace.Side) {
    for declaring in [feature] + Array(side.manifest.ancestors(of: feature)) {
      let declaration = side.manifest.features[declaring]
      for constraint in declaration.constraints { add(constraint, [], of: declaring, side) }
      for block in declaration.conditional {
        let guardian = block.guardian.attributes.map {
          index(of: .attribute(side.attributes[$0.attribute]))
        }
        for constraint in block.constraints { add(constraint, guardian, of: declaring, side) }
      }
    }
  }

  private mutating func add(
    _ constraint: Constraint, _ guardian: [Int], of feature: Int, _ side: StateSpace.Side
  ) {
    var group = guardian
    switch constraint {
    case .platform, .appVersion: break
    case .runtimeEnabled: group.append(index(of: .runtime(side.features[feature])))
    case .userToggled: group.append(index(of: .toggle(side.features[feature])))
    case .permission(let permission): group.append(index(of: .permission(permission)))
    case .purchase(let expression):
      group += add(expression, side)
      group.append(index(of: .unlocked(side.features[feature])))
    case .attribute(let requirement):
      group.append(index(of: .attribute(side.attributes[requirement.attribute])))
    }
    if !group.isEmpty { groups.append(group) }
  }

  /// Adds each group of a purchase for itself, and returns all that it names.
  private mutating func add(_ expression: PurchaseExpression, _ side: StateSpace.Side) -> [Int] {
    switch expression {
    case .credits: return []
    case .product(let product): return [index(of: .product(side.products[product]))]
    case .anyOf(let operands), .allOf(let operands):
      var group: [Int] = []
      for operand in operands { group += add(operand, side) }
      if group.count > 1 { groups.append(group) }
      return group
    }
  }

  private mutating func index(of variable: Variable) -> Int {
    if let index = indices[variable] { return index }
    indices[variable] = variables.count
    variables.append(variable)
    return variables.count - 1
  }
}

extension StateSpace {
  /// An empty space of the same states, with the variables of some features in an order made for them.
  ///
  /// - Parameter features: for each side the features in question.
  func arranged(for features: [[Int]]) -> StateSpace {
    var order = VariableOrder()
    for (side, features) in zip(sides, features) {
      for feature in features { order.add(feature, of: side) }
    }
    var space = StateSpace(sides, boundaries)
    for variable in order.best { _ = space.number(of: variable) }
    space.store.grant(AnalysisLimits.work)
    return space
  }
}
