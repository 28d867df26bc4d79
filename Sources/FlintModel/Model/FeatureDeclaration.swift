/// The declaration of a feature: its constraints and its position in the hierarchy of features.
public struct FeatureDeclaration: Hashable, Sendable {
  public let id: String
  public let name: String
  public let description: String?

  /// The index in ``Manifest/features`` of the parent, the feature that directly contains this one; nil for a top-level
  /// feature.
  public let parent: Int?

  /// The value of the feature's runtime flag, with which the developers turn it on or off, in a state that does not set
  /// the flag. Nil means `yes`.
  public package(set) var isEnabled: Ternary?

  public let actions: [String]

  /// The team that is responsible for the feature, and for the features inside it that name no team of their own.
  public let team: String?

  /// The date by which the feature is to be removed from the app; nil if no removal is planned.
  public let until: DateTime?

  /// The feature's own constraints, in the order of ``ConstraintKind``; those of the same kind keep their written
  /// order. For a requirement such as `iOSOnly`, the constraint on iOS comes before those that exclude the other
  /// platforms.
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

  /// Whether the feature has no constraints of its own. Such a feature usually only contains other features.
  public var isGroup: Bool { constraints.isEmpty && conditional.isEmpty }

  /// The number of the feature's constraints, including those of conditional blocks. Constraints in the guards
  /// (conditions) of the blocks, or nested in other constraints, do not count.
  @usableFromInline package var constraintCount: Int {
    conditional.reduce(constraints.count) { $0 + $1.constraints.count }
  }

  /// Calls `body` with every constraint of the feature, including those in the guards (conditions) of conditional
  /// blocks and those nested at any depth, such as in an `anyOf`.
  package func forEachRequirement(_ body: (_ constraint: Constraint) -> Void) {
    forEachOutermost { $0.forEachPart(body) }
  }

  /// Whether the feature requires a consumable product, in any constraint at any depth, so that the app can unlock it
  /// for credits.
  package var requiresConsumable: Bool {
    var isRequired = false
    forEachRequirement { constraint in
      if case .requirement(.purchase(let expression)) = constraint, expression.namesConsumable {
        isRequired = true
      }
    }
    return isRequired
  }

  /// Calls `body` with every constraint of the feature, of its conditional blocks and of their guards (conditions), but
  /// not with those nested in others, such as in an `anyOf`.
  package func forEachOutermost(_ body: (_ constraint: Constraint) -> Void) {
    for constraint in constraints { body(constraint) }
    for block in conditional {
      for constraint in block.condition.constraints { body(constraint) }
      for constraint in block.constraints { body(constraint) }
    }
  }
}
