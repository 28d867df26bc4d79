/// A conditional block: constraints of a feature that apply only if a condition, the guard, is true.
public struct ConditionalBlock: Hashable, Sendable {
  /// The guard: the condition that must be true for the block's constraints to apply. Its key in manifests is `when`.
  public package(set) var condition: Condition

  /// The constraints that apply if ``condition`` is true, in the order of ``ConstraintKind``.
  public package(set) var constraints: [Constraint]

  public init(when condition: Condition, constraints: [Constraint]) {
    self.condition = condition
    self.constraints = constraints
  }
}

/// An assumption: a condition that is true in every possible state. A state in which it is false is impossible.
public struct AssumptionDeclaration: Hashable, Sendable {
  public let id: String
  public let name: String
  public let description: String?
  public let condition: Condition

  public init(
    id: String, name: String? = nil, description: String? = nil, that condition: Condition
  ) {
    self.id = id
    self.name = name ?? id
    self.description = description
    self.condition = condition
  }
}

/// A named condition: it is declared once under an id, and constraints refer to it.
public struct ConditionDeclaration: Hashable, Sendable {
  public let id: String
  public let name: String
  public let description: String?
  public package(set) var condition: Condition

  public init(id: String, name: String? = nil, description: String? = nil, is condition: Condition)
  {
    self.id = id
    self.name = name ?? id
    self.description = description
    self.condition = condition
  }
}
