/// Formulas of requirements joined by "all" and "any", each different one stored once.
///
/// Formulas have no negation except in literals, no constant inside another formula, no "all" directly in an "all" and
/// no operand twice, so that formulas whose JSON would be the same are one. All laws used for that hold in
/// three-valued logic, too, where false < unknown < true, "all" is the minimum and "any" the maximum.
struct Formulas {
  /// A formula's index in ``nodes``.
  typealias ID = Int

  enum Node: Hashable {
    case constant(Bool)
    case literal(Literal)
    /// At least two operands, in the order in which they were first used.
    case joined(Connective, [ID])
  }

  enum Connective: Hashable {
    case all, any

    var dual: Connective { self == .all ? .any : .all }
  }

  // INVARIANT: operands have lower indices than what they are operands of.
  private(set) var nodes: [Node] = []
  private var ids: [Node: ID] = [:]
  /// The longest way from a formula to a literal, in connectives.
  private(set) var depths: [Int] = []
  /// Literals, each as often as it is written; at most `Int.max`.
  private(set) var sizes: [Int] = []

  static let falseID: ID = 0
  static let trueID: ID = 1

  init() {
    _ = id(of: .constant(false))
    _ = id(of: .constant(true))
  }

  static func id(of constant: Bool) -> ID { constant ? trueID : falseID }

  mutating func id(of literal: Literal) -> ID { id(of: .literal(literal)) }

  private mutating func id(of node: Node) -> ID {
    if let known = ids[node] { return known }
    let id = nodes.count
    nodes.append(node)
    ids[node] = id
    switch node {
    case .constant, .literal:
      depths.append(0)
      sizes.append(1)
    case .joined(_, let operands):
      depths.append(operands.reduce(0) { max($0, depths[$1]) } + 1)
      sizes.append(
        operands.reduce(0) { sum, operand in
          let (size, overflow) = sum.addingReportingOverflow(sizes[operand])
          return overflow ? .max : size
        })
    }
    return id
  }

  /// The operands of a formula; none for a constant and a literal.
  func operands(of id: ID) -> [ID] {
    guard case .joined(_, let operands) = nodes[id] else { return [] }
    return operands
  }

  /// Joins operands: nested ones of the same connective become operands, constants go.
  mutating func join(_ connective: Connective, _ operands: [ID]) -> ID {
    var flat: Set<ID> = []
    for operand in operands {
      switch nodes[operand] {
      case .constant(let value):
        // False decides an "all", and true an "any".
        if value == (connective == .any) { return operand }
      case .joined(connective, let inner): flat.formUnion(inner)
      case .joined, .literal: flat.insert(operand)
      }
    }
    if flat.isEmpty { return Self.id(of: connective == .all) }
    let sorted = flat.sorted()
    return sorted.count == 1 ? sorted[0] : id(of: .joined(connective, sorted))
  }
}

/// A formula that is being joined operand by operand, which is stored when it gets another connective.
///
/// Joining takes time in proportion to the shorter side, however deep an expression is nested.
struct FormulaDraft {
  private var connective: Formulas.Connective
  private var operands: [Formulas.ID]

  init(_ id: Formulas.ID) { (connective, operands) = (.all, [id]) }

  /// The formula.
  func id(in formulas: inout Formulas) -> Formulas.ID {
    operands.count == 1 ? operands[0] : formulas.join(connective, operands)
  }

  /// Joins several, at least one.
  static func join(
    _ connective: Formulas.Connective, _ drafts: consuming [FormulaDraft],
    in formulas: inout Formulas
  ) -> FormulaDraft {
    var result = FormulaDraft(connective: connective, operands: [])
    for index in drafts.indices {
      if drafts[index].connective != connective, drafts[index].operands.count > 1 {
        result.operands.append(drafts[index].id(in: &formulas))
        continue
      }
      if drafts[index].operands.count > result.operands.count {
        swap(&drafts[index].operands, &result.operands)
      }
      result.operands += drafts[index].operands
    }
    return result
  }

  private init(connective: Formulas.Connective, operands: [Formulas.ID]) {
    (self.connective, self.operands) = (connective, operands)
  }
}
