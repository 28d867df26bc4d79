/// Constraints that apply only if a condition, the guard, is true.
public struct ConditionalBlock: Hashable, Sendable {
  /// The guard, `when` in manifests.
  public package(set) var condition: Condition

  /// In the order of ``ConstraintKind``.
  public package(set) var constraints: [Constraint]

  public init(when condition: Condition, constraints: [Constraint]) {
    self.condition = condition
    self.constraints = constraints
  }
}

/// A condition without which a state is impossible.
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

/// A condition declared once under an id.
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
