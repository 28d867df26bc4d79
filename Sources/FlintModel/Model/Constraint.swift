/// One constraint of a feature or of a condition: a requirement on one fact of the state, or a combination of other
/// constraints. Nested conditions are stored in arrays, so that no case has to be `indirect`, which would need more
/// memory.
public enum Constraint: Hashable, Sendable {
  /// A requirement on one fact of the state, such as a permission. All other constraints combine or refer to
  /// constraints.
  case requirement(Requirement)

  /// The requirement that another feature, given by its index in ``Manifest/features``, is available.
  case feature(Int)

  /// The requirement that a named condition, given by its index in ``Manifest/conditions``, is true.
  case condition(Int)

  /// The requirement that all of several conditions are true. The list is never empty.
  case allOf([Condition])

  /// The requirement that at least one of several conditions is true. The list is never empty.
  case anyOf([Condition])

  /// The logical NOT of a condition: it is true if the condition is false, and unknown if the condition is unknown.
  case not(Condition)
}

/// A condition: the logical AND of constraints. The list is never empty and is in the order of ``ConstraintKind``.
public struct Condition: Hashable, Sendable {
  public let constraints: [Constraint]

  public init(_ constraints: [Constraint]) {
    self.constraints = constraints
  }
}

extension Condition {
  /// Calls `body` with each constraint of the condition, followed by the constraints nested inside it at any depth.
  package func forEachPart(_ body: (Constraint) -> Void) {
    for constraint in constraints { constraint.forEachPart(body) }
  }

  /// A copy for finding duplicates, which is equal for conditions that differ only in the order of platforms or
  /// attribute constraints: the platforms of each `platforms` constraint are in the order of the ``Platform`` cases,
  /// and the attribute constraints are sorted by the attribute's index, also in nested conditions.
  package var normalizedOrder: Condition {
    var attributes = constraints.compactMap { constraint in
      if case .requirement(.attribute(let requirement)) = constraint { requirement } else { nil }
    }[...]
    attributes.sort { $0.attribute < $1.attribute }
    return Condition(
      constraints.map { constraint in
        switch constraint {
        case .requirement(.platforms(let platforms)):
          .platforms(platforms.sorted { $0.platform.rawValue < $1.platform.rawValue })
        case .requirement(.attribute): attributes.popFirst().map { .attribute($0) } ?? constraint
        case .allOf(let operands): .allOf(operands.map(\.normalizedOrder))
        case .anyOf(let operands): .anyOf(operands.map(\.normalizedOrder))
        case .not(let condition): .not(condition.normalizedOrder)
        case .requirement, .feature, .condition: constraint
        }
      })
  }
}

extension Constraint {
  public var kind: ConstraintKind {
    switch self {
    case .requirement(let requirement): requirement.kind
    case .feature: .feature
    case .condition: .condition
    case .allOf: .allOf
    case .anyOf: .anyOf
    case .not: .not
    }
  }

  package var operands: [Condition] {
    switch self {
    case .allOf(let conditions), .anyOf(let conditions): conditions
    case .not(let condition): [condition]
    case .requirement, .feature, .condition: []
    }
  }

  package func forEachPart(_ body: (Constraint) -> Void) {
    body(self)
    for condition in operands {
      for constraint in condition.constraints { constraint.forEachPart(body) }
    }
  }
}
