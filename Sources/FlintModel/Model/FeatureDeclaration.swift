/// A feature's constraints and place in the hierarchy.
public struct FeatureDeclaration: Hashable, Sendable {
  public let id: String
  public let name: String
  public let description: String?

  /// In ``Manifest/features``; nil at the top.
  public let parent: Int?

  /// The value of the feature's runtime flag, with which the developers turn it on or off, in a state that does not set
  /// the flag. Nil means `yes`.
  public package(set) var isEnabled: Ternary?

  public let actions: [String]

  /// Inherited by the features inside.
  public let team: String?

  /// When the feature is to be gone; nil if never.
  public let until: DateTime?

  /// In the order of ``ConstraintKind``, else as written. `iOSOnly` is a constraint on iOS, then
  /// those that exclude the others.
  public package(set) var constraints: [Constraint]

  public package(set) var conditional: [ConditionalBlock]

  public init(
    id: String, name: String? = nil, description: String? = nil, parent: Int? = nil,
    isEnabled: Ternary? = nil, actions: [String] = [], team: String? = nil, until: DateTime? = nil,
    constraints: [Constraint] = [], conditional: [ConditionalBlock] = []
  ) {
    self.id = id
    self.name = name ?? id
    self.description = description
    self.parent = parent
    self.isEnabled = isEnabled
    self.actions = actions
    self.team = team
    self.until = until
    self.constraints = constraints
    self.conditional = conditional
  }

  /// Without constraints.
  public var isGroup: Bool { constraints.isEmpty && conditional.isEmpty }

  /// With those of blocks, without guards and nested ones.
  @usableFromInline package var constraintCount: Int {
    conditional.reduce(constraints.count) { $0 + $1.constraints.count }
  }

  /// At any depth, in guards too.
  package func forEachRequirement(_ body: (_ constraint: Constraint) -> Void) {
    forEachOutermost { $0.forEachPart(body) }
  }

  /// In any constraint, so that the app can unlock it for credits.
  package var requiresConsumable: Bool {
    var isRequired = false
    forEachRequirement { constraint in
      if case .requirement(.purchase(let expression)) = constraint, expression.namesConsumable {
        isRequired = true
      }
    }
    return isRequired
  }

  /// Of blocks and guards too, without nested ones.
  package func forEachOutermost(_ body: (_ constraint: Constraint) -> Void) {
    for constraint in constraints { body(constraint) }
    for block in conditional {
      for constraint in block.condition.constraints { body(constraint) }
      for constraint in block.constraints { body(constraint) }
    }
  }
}
