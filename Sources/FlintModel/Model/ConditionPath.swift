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

/// One step from a condition to a nested one.
package enum ConditionStep: Hashable, Sendable {
  case allOf
  case anyOf
  case not

  /// An index in an `anyOf` or `allOf`.
  case element(Int)

  /// A key of `platforms`.
  case platform(Platform)

  case date
}

extension Constraint {
  /// The step to the constraint's operands. Nil unless it is an `allOf`, `anyOf` or `not`.
  package var step: ConditionStep? {
    switch self {
    case .allOf: .allOf
    case .anyOf: .anyOf
    case .not: .not
    default: nil
    }
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
