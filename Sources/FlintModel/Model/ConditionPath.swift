/// Where a path to a nested condition begins.
package enum ConditionRoot: Hashable, Sendable {
  /// `constraints` of the feature, or of its block.
  case constraints(feature: Int, block: Int?)

  case guarding(feature: Int, block: Int)

  /// `is` of a named condition.
  case named(Int)

  /// `that` of an assumption.
  case assumed(Int)
}

extension Constraint {
  /// The steps from the constraint's condition to one of its operands.
  package func path(to operand: Int) -> [WrittenStep] {
    kind == .not ? [.constraint(kind, 0)] : [.constraint(kind, 0), .element(operand)]
  }

  /// The constraint with another operand. Nil removes the operand, but not that of a ``not(_:)``.
  package func replacing(_ operand: Int, by condition: Condition?) -> Constraint {
    func replaced(_ conditions: [Condition]) -> [Condition] {
      var conditions = conditions
      if let condition {
        conditions[operand] = condition
      } else {
        conditions.remove(at: operand)
      }
      return conditions
    }
    switch self {
    case .allOf(let conditions): return .allOf(replaced(conditions))
    case .anyOf(let conditions): return .anyOf(replaced(conditions))
    case .not(let inner): return .not(condition ?? inner)
    default: return self
    }
  }
}

extension Condition {
  package func replacing(_ index: Int, by constraint: Constraint) -> Condition {
    var constraints = constraints
    constraints[index] = constraint
    return Condition(constraints)
  }
}
