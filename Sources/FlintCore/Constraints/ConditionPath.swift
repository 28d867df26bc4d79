/// The location of a list of constraints or a condition in a manifest.
package enum ConditionRoot: Hashable, Sendable {
  /// The `constraints` of a feature, or of one of its conditional blocks.
  case constraints(feature: Int, block: Int?)

  /// The guard of a conditional block: its `when`.
  case guarding(feature: Int, block: Int)

  /// The definition of a named condition: its `is`.
  case named(Int)

  /// The condition of an assumption: its `that`.
  case assumed(Int)
}

/// One step of a path into a condition, from an object or a list to a child.
package enum ConditionStep: Hashable, Sendable {
  case allOf
  case anyOf
  case not

  /// An element of a list of conditions, by index.
  case element(Int)

  /// The key of a platform in `platforms`.
  case platform(Platform)

  /// The key `date`.
  case date
}

extension Constraint {
  /// The step from the constraint to its operands, or nil for a constraint without operands.
  package var step: ConditionStep? {
    switch self {
    case .allOf: .allOf
    case .anyOf: .anyOf
    case .not: .not
    case .platform, .platforms, .appVersion, .date, .runtimeEnabled, .userToggled, .permission,
      .purchase, .attribute, .rollout, .feature, .condition:
      nil
    }
  }

  /// Returns the constraint with one operand replaced. Nil removes the operand of an ``allOf(_:)`` or ``anyOf(_:)`` and
  /// leaves a ``not(_:)`` unchanged.
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
    case .platform, .platforms, .appVersion, .date, .runtimeEnabled, .userToggled, .permission,
      .purchase, .attribute, .rollout, .feature, .condition:
      return self
    }
  }
}

extension Condition {
  /// Returns the condition with one constraint replaced.
  package func replacing(_ index: Int, by constraint: Constraint) -> Condition {
    var constraints = constraints
    constraints[index] = constraint
    return Condition(constraints)
  }
}
