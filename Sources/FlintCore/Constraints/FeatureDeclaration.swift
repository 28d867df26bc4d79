/// A feature as an app declares it: a node of the hierarchy and what it asks for.
public struct FeatureDeclaration: Hashable, Sendable {
  public let id: String
  public let name: String
  public let description: String?

  /// Index of the parent in ``Manifest/features``, nil at the top.
  public let parent: Int?

  /// What the runtime flag is where a state does not say; nil means true.
  public package(set) var isEnabled: Bool?

  public let actions: [String]

  /// Who answers for the feature and, unless they name somebody themselves, for the features in it.
  public let team: String?

  /// From when on the feature is to be gone.
  public let until: DateTime?

  /// The feature's own constraints, ordered by kind as in ``ConstraintKind`` and within a kind as written. A platform
  /// that an `Only` form makes unsupported stands behind the written ones.
  public package(set) var constraints: [Constraint]

  public package(set) var conditional: [ConditionalBlock]

  public init(
    id: String, name: String? = nil, description: String? = nil, parent: Int? = nil,
    isEnabled: Bool? = nil, actions: [String] = [], team: String? = nil, until: DateTime? = nil,
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

  /// A group has no constraints of its own.
  public var isGroup: Bool { constraints.isEmpty && conditional.isEmpty }

  /// How many constraints there are, those of conditional blocks too.
  @usableFromInline package var constraintCount: Int {
    conditional.reduce(constraints.count) { $0 + $1.constraints.count }
  }

  /// Everything that is demanded of the feature, in guards and alternatives too, however deep.
  package func forEachDemand(_ body: (_ constraint: Constraint) -> Void) {
    forEachOutermost { $0.forEachPart(body) }
  }

  /// Whether a constraint of the feature names a consumable, wherever in it. The app can unlock such a feature.
  package var requiresConsumable: Bool {
    var isRequired = false
    forEachDemand { constraint in
      if case .purchase(let expression) = constraint, expression.namesConsumable {
        isRequired = true
      }
    }
    return isRequired
  }

  /// Calls `body` as ``forEachDemand(_:)`` does, except with what is inside of other constraints.
  package func forEachOutermost(_ body: (_ constraint: Constraint) -> Void) {
    for constraint in constraints { body(constraint) }
    for block in conditional {
      for constraint in block.condition.constraints { body(constraint) }
      for constraint in block.constraints { body(constraint) }
    }
  }
}
