import FlintCore

/// Swift features that declare, through the builder, what a manifest made at random holds: 8 types whose place in the tree
/// and constraints are those of the manifest's features.
struct RandomFeatures: FeatureGroup {
  /// The manifest that the types declare during a test.
  @TaskLocal static var source = Manifest()

  static let all: [any FeatureDefinition.Type] = [
    Slot<P0>.self, Slot<P1>.self, Slot<P2>.self, Slot<P3>.self, Slot<P4>.self, Slot<P5>.self,
    Slot<P6>.self, Slot<P7>.self,
  ]

  static func children(of parent: Int?) -> [any FeatureDefinition.Type] {
    source.features.indices.filter { source.features[$0].parent == parent }.map { all[$0] }
  }

  static var subfeatures: [FeatureDefinition.Type] { children(of: nil) }
}

/// One of the manifest's features; a type for each place.
struct Slot<P: Place>: FeatureGroup, ConditionalFeature {
  private static var declaration: FeatureDeclaration {
    RandomFeatures.source.features[P.index]
  }

  static var featureID: String { declaration.id }
  static var name: String { declaration.name }
  static var isEnabled: Bool? { declaration.isEnabled ?? true }
  static var subfeatures: [FeatureDefinition.Type] { RandomFeatures.children(of: P.index) }

  static func constraints(requirements: FeatureConstraintsBuilder) {
    for constraint in declaration.constraints { declare(constraint, requirements) }
    for block in declaration.conditional {
      let platforms = block.guardian.platforms.map { platform, versions in
        PlatformConstraint(platform: platform, version: versions.map { .versions($0) } ?? .any)
      }
      let conditions = FeatureConditions(
        platforms: platforms, appVersion: block.guardian.appVersion,
        attributes: block.guardian.attributes.map(requirement))
      requirements.when(conditions) { builder in
        for constraint in block.constraints { declare(constraint, builder) }
      }
    }
  }

  private static func declare(_ constraint: Constraint, _ builder: FeatureConstraintsBuilder) {
    switch constraint {
    case .platform(.iOS, let version): builder.iOS = version
    case .platform(.macOS, let version): builder.macOS = version
    case .platform(.tvOS, let version): builder.tvOS = version
    case .platform(.watchOS, let version): builder.watchOS = version
    case .platform(.visionOS, let version): builder.visionOS = version
    case .appVersion(let range): builder.appVersion(range)
    case .runtimeEnabled: builder.runtimeEnabled()
    case .userToggled(let value): builder.userToggled(defaultValue: value)
    case .permission(let permission): builder.permission(permission)
    case .purchase(let expression): builder.purchase(requirement(expression))
    case .attribute(let requirement): builder.attribute(self.requirement(requirement))
    }
  }

  private static func requirement(
    _ requirement: AttributeRequirement
  ) -> FeatureAttributeRequirement {
    FeatureAttributeRequirement(
      attribute: RandomFeatures.source.attributes[requirement.attribute],
      accepted: requirement.accepted)
  }

  private static func requirement(_ expression: PurchaseExpression) -> PurchaseRequirement {
    switch expression {
    case .product(let index): PurchaseRequirement(product(index))
    case .credits(let index, let quantity):
      PurchaseRequirement(product(index) as! ConsumableProduct, quantity: Int(quantity))
    case .anyOf(let operands): PurchaseRequirement(anyOf: operands.map(requirement))
    case .allOf(let operands): PurchaseRequirement(allOf: operands.map(requirement))
    }
  }

  /// A new instance each time: what counts is what it declares.
  private static func product(_ index: Int) -> Product {
    let product = RandomFeatures.source.products[index]
    return switch product.type {
    case .nonConsumable: NonConsumableProduct(name: product.name, productID: product.id)
    case .consumable: ConsumableProduct(name: product.name, productID: product.id)
    case .autoRenewingSubscription:
      AutoRenewingSubscriptionProduct(name: product.name, productID: product.id)
    case .nonRenewingSubscription:
      NonRenewingSubscriptionProduct(name: product.name, productID: product.id)
    }
  }
}

protocol Place: SendableMetatype { static var index: Int { get } }
enum P0: Place { static var index: Int { 0 } }
enum P1: Place { static var index: Int { 1 } }
enum P2: Place { static var index: Int { 2 } }
enum P3: Place { static var index: Int { 3 } }
enum P4: Place { static var index: Int { 4 } }
enum P5: Place { static var index: Int { 5 } }
enum P6: Place { static var index: Int { 6 } }
enum P7: Place { static var index: Int { 7 } }
