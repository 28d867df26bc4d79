/// A requirement on one fact, or a combination of constraints. Arrays avoid `indirect`, which needs
/// more memory.
public enum Constraint: Hashable, Sendable {
  case requirement(Requirement)

  /// Another feature is available.
  case feature(Int)

  /// A named condition is true.
  case condition(Int)

  /// Not empty.
  case allOf([Condition])

  /// Not empty.
  case anyOf([Condition])

  /// Unknown if the condition is.
  case not(Condition)
}

/// The AND of constraints, not empty, in the order of ``ConstraintKind``.
public struct Condition: Hashable, Sendable {
  public let constraints: [Constraint]

  public init(_ constraints: [Constraint]) {
    self.constraints = constraints
  }
}

extension Condition {
  /// At any depth, the outer ones first.
  package func forEachPart(_ body: (Constraint) -> Void) {
    for constraint in constraints { constraint.forEachPart(body) }
  }

  /// Equal for conditions that differ only in the order of platforms and attributes.
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
