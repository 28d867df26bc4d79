/// A store of logical formulas, which combine requirements with "all" and "any". Equal formulas are stored only once
/// (hash consing).
///
/// Formulas are normalized: only single requirements are negated, no operand is a constant, an "all" has no "all" as an
/// operand (and likewise for "any"), and operands are distinct. Formulas that are written as the same JSON are
/// therefore identical. All laws used for the normalization also hold in three-valued logic, where false < unknown <
/// true, "all" is the minimum and "any" is the maximum.
struct Formulas {
  /// An index in the array ``nodes``.
  typealias ID = Int

  enum Node: Hashable {
    case constant(Bool)
    case literal(Literal)
    /// At least two operands, combined by "all" or "any". The operands are sorted by their indices in ``nodes``.
    case joined(Connective, [ID])
  }

  enum Connective: Hashable {
    case all, any

    var dual: Connective { self == .all ? .any : .all }
  }

  // INVARIANT: operands have lower indices than the formulas that contain them.
  private(set) var nodes: [Node] = []
  private var ids: [Node: ID] = [:]
  /// The depth of each formula: the maximum number of "all" and "any" that are nested inside each other, or 0 for a
  /// single requirement. The indices are the IDs of the formulas.
  private(set) var depths: [Int] = []
  /// The size of each formula: the number of requirements in it, or `Int.max` if the number is larger. A requirement
  /// that occurs several times counts each time. The indices are the IDs of the formulas.
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

  /// Returns the operands of an "all" or "any". Returns an empty list for a constant or a single requirement.
  func operands(of id: ID) -> [ID] {
    guard case .joined(_, let operands) = nodes[id] else { return [] }
    return operands
  }

  /// Returns the formula that combines operands by "all" or "any". An operand with the same connective is replaced by
  /// its own operands, and constants are removed.
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

/// A formula that is being built: a list of operands that are combined by "all" or by "any". A list with "all" is added
/// to the store of formulas only when it becomes an operand of an "any", and a list with "any" when it becomes an
/// operand of an "all".
///
/// Two drafts with the same connective are combined in a time that is proportional to the length of the shorter list.
/// Deeply nested expressions therefore do not take quadratic time.
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
