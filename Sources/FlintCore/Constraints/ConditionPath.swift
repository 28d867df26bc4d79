/// Where conditions stand in a manifest.
package enum ConditionRoot: Hashable, Sendable {
  /// A feature's `constraints`, or those of one of its blocks.
  case constraints(feature: Int, block: Int?)

  /// The `when` of a block.
  case guarding(feature: Int, block: Int)

  /// The `is` of a named condition.
  case named(Int)

  /// The `that` of an assumption.
  case assumed(Int)
}

/// A step into a condition, from an object to what stands in it.
package enum ConditionStep: Hashable, Sendable {
  case allOf
  case anyOf
  case not

  /// Of a list of conditions.
  case element(Int)

  /// The name of a platform in `platforms`.
  case platform(Platform)

  /// The key `date`.
  case date
}

extension Constraint {
  /// The step that leads to its operands; nil where it has none of its own.
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

  /// The constraint with another condition in the place of one operand; nil for that leaves the operand out.
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
  /// The condition with another constraint in the place of one.
  package func replacing(_ index: Int, by constraint: Constraint) -> Condition {
    var constraints = constraints
    constraints[index] = constraint
    return Condition(constraints)
  }
}
