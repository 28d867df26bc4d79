/// The place in a manifest at which the path to a nested condition begins: a list of constraints, or a condition that
/// is not nested in another one. The features and other declarations are identified by their indices.
package enum ConditionRoot: Hashable, Sendable {
  /// The key `constraints` of a feature or, if `block` is not nil, of one of the feature's conditional blocks.
  case constraints(feature: Int, block: Int?)

  /// The guard of a feature's conditional block: the condition under the key `when`.
  case guarding(feature: Int, block: Int)

  /// The condition under the key `is` of the named condition with this index in ``Manifest/conditions``.
  case named(Int)

  /// The condition under the key `that` of the assumption with this index in ``Manifest/assumptions``.
  case assumed(Int)
}

/// One step of a path from a condition to a nested one, such as into its `anyOf` or to the second alternative.
package enum ConditionStep: Hashable, Sendable {
  case allOf
  case anyOf
  case not

  /// The condition at this index in the list of an `anyOf` or `allOf`.
  case element(Int)

  /// The key of this platform in the condition's object `platforms`: `iOS` in `"platforms": { "iOS": 17 }`.
  case platform(Platform)

  case date
}

extension Constraint {
  /// The first step of a path from an `allOf`, `anyOf` or `not` into its content; nil for any other constraint.
  package var step: ConditionStep? {
    switch self {
    case .allOf: .allOf
    case .anyOf: .anyOf
    case .not: .not
    case .requirement, .feature, .condition:
      nil
    }
  }

  /// Returns a copy of an ``allOf(_:)``, ``anyOf(_:)`` or ``not(_:)`` in which `condition` replaces the nested
  /// condition at the index `operand`. If `condition` is nil, the nested condition is removed; a ``not(_:)`` then
  /// remains unchanged.
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
    case .requirement, .feature, .condition:
      return self
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
