/// Hash-consed and normalized: only requirements are negated, no constants as operands, no nested
/// equal connectives. All laws used hold in three-valued logic.
struct Formulas {
  /// In ``nodes``.
  typealias ID = Int

  enum Node: Hashable {
    case constant(Bool)
    case literal(Literal)
    /// At least two, sorted.
    case joined(Connective, [ID])
  }

  enum Connective: Hashable {
    case all, any

    var dual: Connective { self == .all ? .any : .all }
  }

  // INVARIANT: operands have lower indices than the formulas that contain them.
  private(set) var nodes: [Node] = []
  private var ids: [Node: ID] = [:]
  private(set) var depths: [Int] = []
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

  /// The ids of the attributes in these formulas and their operands.
  func attributes(in formulas: [ID]) -> Set<String> {
    var found: Set<String> = []
    var seen = Set(formulas)
    var open = formulas
    while let id = open.popLast() {
      if case .literal(let literal) = nodes[id], case .attribute(let id, _) = literal.requirement {
        found.insert(id)
      }
      open += operands(of: id).filter { seen.insert($0).inserted }
    }
    return found
  }

  /// Empty for a constant or requirement.
  func operands(of id: ID) -> [ID] {
    guard case .joined(_, let operands) = nodes[id] else { return [] }
    return operands
  }

  /// Flattens equal connectives and removes constants.
  mutating func join(_ connective: Connective, _ operands: [ID]) -> ID {
    var flat: Set<ID> = []
    for operand in operands {
      switch nodes[operand] {
      case .constant(let value):
        // A constant can decide the result: false decides an "all", and true an "any".
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

/// Operands that are stored only when the connective changes. Joining costs the shorter list, so
/// that deep expressions are not quadratic.
struct FormulaDraft {
  private var connective: Formulas.Connective
  private var operands: [Formulas.ID]

  init(_ id: Formulas.ID) { (connective, operands) = (.all, [id]) }

  func id(in formulas: inout Formulas) -> Formulas.ID {
    operands.count == 1 ? operands[0] : formulas.join(connective, operands)
  }

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
