/// Hash-consed, normalized formulas. The laws used hold in three-valued logic. Only requirements
/// are negated, no operand is a constant, and operands have another connective than their formula.
struct Formulas {
  /// An index in ``nodes``.
  typealias ID = Int

  enum Node: Hashable {
    case constant(Bool)
    case requirement(Constraint, isNegated: Bool)
    /// At least two operands, sorted.
    case joined(Connective, [ID])
  }

  enum Connective: Hashable {
    case all, any
  }

  // INVARIANT: operands have lower indices than the formulas that contain them.
  private(set) var nodes: [Node] = []
  private var ids: [Node: ID] = [:]
  private var depths: [Int] = []
  /// By formula, the number of its requirements. Integers could overflow.
  private var sizes: [Double] = []

  static let falseID: ID = 0
  static let trueID: ID = 1

  init() {
    _ = id(of: .constant(false))
    _ = id(of: .constant(true))
  }

  static func id(of constant: Bool) -> ID { constant ? trueID : falseID }

  /// The ids of a constraint and its negation; exchanged if `isNegated`. The negation is the
  /// complement where there is one, else a `not`.
  mutating func ids(
    of constraint: Constraint, isNegated: Bool = false
  ) -> (formula: ID, negation: ID) {
    let negation: Node =
      constraint.complement.map { .requirement($0, isNegated: false) }
      ?? .requirement(constraint, isNegated: true)
    let nodes = [.requirement(constraint, isNegated: false), negation]
    return isNegated
      ? (id(of: nodes[1]), id(of: nodes[0])) : (id(of: nodes[0]), id(of: nodes[1]))
  }

  private mutating func id(of node: Node) -> ID {
    if let known = ids[node] { return known }
    let id = nodes.count
    nodes.append(node)
    ids[node] = id
    let operands = operands(of: id)
    depths.append((operands.map { depths[$0] }.max() ?? -1) + 1)
    sizes.append(operands.isEmpty ? 1 : operands.reduce(0) { $0 + sizes[$1] })
    return id
  }

  /// Empty for a constant or requirement.
  private func operands(of id: ID) -> [ID] {
    guard case .joined(_, let operands) = nodes[id] else { return [] }
    return operands
  }

  /// Joins the operands without constants. Replaces operands with the same connective by theirs.
  mutating func join(_ connective: Connective, _ operands: [ID]) -> ID {
    var flat: Set<ID> = []
    for operand in operands {
      switch nodes[operand] {
      case .constant(let value):
        // A constant can decide the result: false decides an "all", and true an "any".
        if value == (connective == .any) { return operand }
      case .joined(connective, let inner): flat.formUnion(inner)
      case .joined, .requirement: flat.insert(operand)
      }
    }
    if flat.isEmpty { return Self.id(of: connective == .all) }
    let sorted = flat.sorted()
    return sorted.count == 1 ? sorted[0] : id(of: .joined(connective, sorted))
  }
}

/// Operands that become one formula when the connective changes. Joining takes time for the shorter
/// list, so that deep expressions are not quadratic.
struct FormulaDraft {
  private var connective: Formulas.Connective = .all
  private var operands: [Formulas.ID]

  init(_ id: Formulas.ID) { operands = [id] }

  func id(in formulas: inout Formulas) -> Formulas.ID {
    operands.count == 1 ? operands[0] : formulas.join(connective, operands)
  }

  static func join(
    _ connective: Formulas.Connective, _ drafts: consuming [FormulaDraft],
    in formulas: inout Formulas
  ) -> FormulaDraft {
    if drafts.count == 1 { return drafts[0] }
    var result: [Formulas.ID] = []
    for index in drafts.indices {
      if drafts[index].connective != connective, drafts[index].operands.count > 1 {
        result.append(drafts[index].id(in: &formulas))
        continue
      }
      if drafts[index].operands.count > result.count { swap(&drafts[index].operands, &result) }
      result += drafts[index].operands
    }
    return FormulaDraft(connective: connective, operands: result)
  }

  private init(connective: Formulas.Connective, operands: [Formulas.ID]) {
    (self.connective, self.operands) = (connective, operands)
  }
}

extension Formulas {
  /// The most levels of a formula: the manifest's 64, less those that requirements can add.
  static let maxDepth = 60

  /// An equivalent formula that is at most ``maxDepth`` deep. F is split at the smallest part x
  /// with more than half of its requirements, into "G or (x and Q)": G is F with x false, Q the
  /// other operands of each "all" around x. P. M. Spira, “On time-hardware complexity tradeoffs for
  /// Boolean functions” (1971). Equivalent in three-valued logic, because x is not inside a
  /// negation.
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
    if path.isEmpty { return joinBalanced(connective, operands(of: id), upTo: limit) }
    // The pivot is the part x at which the formula is split. Go from it outwards. `rest` is G, the formula with the
    // pivot replaced by false; `conjuncts` are the operands of Q.
    var rest = Self.falseID
    var conjuncts: [ID] = []
    var inside = pivot
    for outer in path.reversed() {
      guard case .joined(let connective, let operands) = nodes[outer] else { continue }
      let others = operands.filter { $0 != inside }
      if connective == .all { conjuncts += others }
      rest = join(connective, others + [rest])
      inside = outer
    }
    let required = conjuncts.map { balanced($0, upTo: limit) }
    let inner: ID =
      if case .joined(let connective, let operands) = nodes[pivot] {
        joinBalanced(connective, operands, upTo: limit)
      } else {
        pivot
      }
    let product = join(.all, required + [inner])
    return join(.any, [balanced(rest, upTo: limit), product])
  }

  private mutating func joinBalanced(
    _ connective: Connective, _ operands: [ID], upTo limit: Int
  ) -> ID {
    let inner = operands.map { balanced($0, upTo: limit) }
    return join(connective, inner)
  }
}

// MARK: - As conditions

extension Formulas {
  /// The formula as a condition. It must not be a constant.
  func condition(_ id: ID) -> Condition {
    switch nodes[id] {
    case .constant: Condition([])
    case .requirement(let constraint, isNegated: false): Condition([constraint])
    case .requirement(let constraint, isNegated: true):
      Condition([.not(Condition([constraint]))])
    case .joined(.any, let operands): Condition([.anyOf(operands.map(condition))])
    case .joined(.all, let operands): Condition(constraints(all: operands))
    }
  }

  /// The constraints of an object that requires all operands. Puts a second one of a kind into
  /// `allOf`.
  private func constraints(all operands: [ID]) -> [Constraint] {
    var (kinds, attributes): (Set<ConstraintKind>, Set<Int>) = ([], [])
    var own: [Constraint] = []
    var (others, alternatives, excluded): ([Condition], [ID], [Condition]) = ([], [], [])
    for operand in operands {
      switch nodes[operand] {
      case .constant, .joined: alternatives.append(operand)
      case .requirement(let constraint, isNegated: true): excluded.append(Condition([constraint]))
      case .requirement(let constraint, isNegated: false):
        let isFree =
          switch constraint {
          case .attribute(let requirement):
            attributes.insert(requirement.attribute).inserted
          case .condition: true
          default: kinds.insert(constraint.kind).inserted
          }
        if isFree { own.append(constraint) } else { others.append(Condition([constraint])) }
      }
    }
    own = ConstraintKind.allCases.flatMap { kind in own.filter { $0.kind == kind } }
    if alternatives.count > 1 { others += alternatives.map(condition) }
    if !others.isEmpty { own.append(.allOf(others)) }
    if alternatives.count == 1 { own += condition(alternatives[0]).constraints }
    // Several negated operands share one `not`, because "neither a nor b" is "not any of a and b".
    if !excluded.isEmpty {
      own.append(.not(excluded.count == 1 ? excluded[0] : Condition([.anyOf(excluded)])))
    }
    return own
  }
}

extension Constraint {
  /// The constraint's negation, if it can be written without `not`.
  fileprivate var complement: Constraint? {
    switch self {
    case .device(let requirement):
      requirement.accepted.complement.map {
        .device(DeviceRequirement(requirement.fact, $0))
      }
    case .attribute(let requirement):
      requirement.accepted.complement.map {
        .attribute(AttributeRequirement(attribute: requirement.attribute, accepted: $0))
      }
    default: nil
    }
  }
}

extension AttributeRequirement.Accepted {
  fileprivate var complement: Self? {
    switch self {
    case .values(let values):
      switch values[0] {
      case .boolean(let value): .boolean(!value)
      case .text: .otherValues(values)
      default: nil
      }
    case .otherValues(let values): .values(values)
    case .range, .age: aboveRange == nil ? belowRange : belowRange == nil ? aboveRange : nil
    case .pattern: nil
    }
  }
}
