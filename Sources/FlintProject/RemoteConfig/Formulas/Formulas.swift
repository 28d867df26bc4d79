import FlintModel

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

extension Formulas {
  /// A manifest permits 64 levels; a negated requirement takes two more.
  static let maxDepth = 60

  /// At most ``maxDepth`` deep. F is split at the smallest part x with more than half of its
  /// requirements, into "G or (x and Q)": G is F with x false, Q the other operands of each "all"
  /// around x. P. M. Spira, “On time-hardware complexity tradeoffs for Boolean functions” (1971).
  /// Equivalent in three-valued logic, because x is not inside a negation.
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
    guard !path.isEmpty else {
      let inner = operands(of: id).map { balanced($0, upTo: limit) }
      return join(connective, inner)
    }
    // The pivot is the part x at which the formula is split. Go from it outwards. `rest` is G, the formula with the
    // pivot replaced by false, or nil while it is constantly false; `conjuncts` are the operands of Q.
    var rest: ID?
    var conjuncts: [ID] = []
    var inside = pivot
    for outer in path.reversed() {
      guard case .joined(let connective, let operands) = nodes[outer] else { continue }
      let others = operands.filter { $0 != inside }
      switch connective {
      case .all:
        conjuncts += others
        if let known = rest { rest = join(.all, others + [known]) }
      case .any: rest = join(.any, others + [rest].compactMap(\.self))
      }
      inside = outer
    }
    var required = conjuncts.map { balanced($0, upTo: limit) }
    if case .joined(let connective, let operands) = nodes[pivot] {
      let inner = operands.map { balanced($0, upTo: limit) }
      required.append(join(connective, inner))
    } else {
      required.append(pivot)
    }
    let product = join(.all, required)
    return join(.any, [rest.map { balanced($0, upTo: limit) } ?? Self.falseID, product])
  }
}

enum Requirement: Hashable {
  case appVersion(VersionRange)
  case date(DateRange)
  case attribute(id: String, AcceptedValues)
  case rollout(Percent, bucket: String)
  case condition(id: String)

  /// Nil if only `not` says it.
  var complement: Requirement? {
    switch self {
    case .appVersion(let range): range.complement.map { .appVersion($0) }
    case .date(let range): range.complement.map { .date($0) }
    case .attribute(let id, let accepted): accepted.complement.map { .attribute(id: id, $0) }
    case .rollout, .condition: nil
    }
  }
}

enum AcceptedValues: Hashable {
  case boolean(Bool)
  case texts([ExactText])
  case otherTexts([ExactText])
  case textsContaining([ExactText])
  case integer(Int64)
  case integers(Bounds<Int64>)
  case versions(VersionRange)
  case dates(DateRange)

  var complement: AcceptedValues? {
    switch self {
    case .boolean(let value): .boolean(!value)
    case .texts(let texts): .otherTexts(texts)
    case .otherTexts(let texts): .texts(texts)
    case .textsContaining, .integer: nil
    case .integers(let range): range.complement.map { .integers($0) }
    case .versions(let range): range.complement.map { .versions($0) }
    case .dates(let range): range.complement.map { .dates($0) }
    }
  }
}

/// A requirement or its negation.
struct Literal: Hashable {
  let requirement: Requirement
  let isNegated: Bool

  /// Uses the complement instead of `not`, where there is one.
  init(_ requirement: Requirement, isNegated: Bool = false) {
    if isNegated, let complement = requirement.complement {
      (self.requirement, self.isNegated) = (complement, false)
    } else {
      (self.requirement, self.isNegated) = (requirement, isNegated)
    }
  }

  var negation: Literal { Literal(requirement, isNegated: !isNegated) }
}

extension Bounds {
  fileprivate var complement: Bounds? {
    switch (atLeast, below) {
    case (let low?, nil): .below(low)
    case (nil, let high?): .atLeast(high)
    case (nil, nil), (.some, .some): nil
    }
  }
}

extension VersionRange {
  fileprivate var complement: VersionRange? {
    switch (atLeast, below) {
    case (let low?, nil): .below(low)
    case (nil, let high?): .atLeast(high)
    case (nil, nil), (.some, .some): nil
    }
  }
}
