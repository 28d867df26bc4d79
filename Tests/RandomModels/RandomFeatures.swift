package import FlintCore
package import FlintModel
import TestSupport

/// Swift features that declare the contents of a random manifest through the builder. There are 8 types, one for each
/// index of a feature; their parents and constraints come from the manifest.
package struct RandomFeatures: FeatureGroup {
  @TaskLocal package static var source = Manifest()

  package static let all: [any FeatureDefinition.Type] = [
    Slot<P0>.self, Slot<P1>.self, Slot<P2>.self, Slot<P3>.self, Slot<P4>.self, Slot<P5>.self,
    Slot<P6>.self, Slot<P7>.self,
  ]

  static func children(of parent: Int?) -> [any FeatureDefinition.Type] {
    source.features.indices.filter { source.features[$0].parent == parent }.map { all[$0] }
  }

  package static var subfeatures: [FeatureDefinition.Type] { children(of: nil) }

  /// Returns a new instance for each call, because products are compared by what they declare.
  static func product(_ index: Int) -> Product {
    let product = source.products[index]
    return switch product.type {
    case .nonConsumable: NonConsumableProduct(name: product.name, productID: product.id)
    case .consumable: ConsumableProduct(name: product.name, productID: product.id)
    case .autoRenewingSubscription:
      AutoRenewingSubscriptionProduct(
        name: product.name, productID: product.id, group: product.group.map { group($0) },
        level: product.level.map { source.groups[product.group!].levels[$0] })
    case .nonRenewingSubscription:
      NonRenewingSubscriptionProduct(name: product.name, productID: product.id)
    }
  }

  static func group(_ index: Int) -> SubscriptionGroup {
    let group = source.groups[index]
    return SubscriptionGroup(group.id, name: group.name, levels: group.levels)
  }

  /// The products of the manifest.
  package static var products: [Product] { source.products.indices.map { product($0) } }

  /// The assumptions of the manifest.
  package static var assumptions: [FeatureAssumption] {
    source.assumptions.map {
      FeatureAssumption($0.id, name: $0.name, is: Slot<P0>.declared($0.condition))
    }
  }
}

/// The type for the feature at an index of the manifest.
struct Slot<P: StaticIndex>: FeatureGroup, ConditionalFeature {
  private static var declaration: FeatureDeclaration {
    RandomFeatures.source.features[P.index]
  }

  static var featureID: String { declaration.id }
  static var name: String { declaration.name }
  static var isEnabled: Bool? {
    declaration.declaredFlag == .unknown ? nil : declaration.declaredFlag == .yes
  }
  static var subfeatures: [FeatureDefinition.Type] { RandomFeatures.children(of: P.index) }

  static func constraints(requirements: FeatureConstraintsBuilder) {
    for constraint in declaration.constraints { declare(constraint, requirements) }
    for block in declaration.conditional {
      requirements.when(declared(block.condition)) { builder in
        for constraint in block.constraints { declare(constraint, builder) }
      }
    }
  }

  /// Declares a constraint with the builder's method for its kind, if there is one.
  private static func declare(_ constraint: Constraint, _ builder: FeatureConstraintsBuilder) {
    switch constraint {
    case .platform(.iOS, let version): builder.iOS = version
    case .platform(.macOS, let version): builder.macOS = version
    case .platform(.tvOS, let version): builder.tvOS = version
    case .platform(.watchOS, let version): builder.watchOS = version
    case .platform(.visionOS, let version): builder.visionOS = version
    case .device(let requirement):
      switch requirement.fact {
      case .appVersion: builder.appVersion(requirement.accepted.versionRange!)
      case .date:
        let range = requirement.accepted.dateRange!
        builder.date(from: range.atLeast, until: range.below)
      }
    case .runtimeEnabled: builder.runtimeEnabled()
    case .userToggled(let value): builder.userToggled(defaultValue: value)
    case .permission(let requirement):
      if let statuses = requirement.statuses {
        builder.permission(requirement.permission, in: statuses)
      } else {
        builder.permission(requirement.permission)
      }
    case .purchase(let expression): builder.purchase(requirement(expression))
    case .attribute(let requirement):
      let attributes = RandomFeatures.source.attributes
      builder.attribute(
        RandomRequirement(
          declaration: attributes[requirement.attribute], accepted: requirement.accepted))
    case .rollout(let requirement):
      builder.rollout(
        percent: requirement.percent, bucket: RandomFeatures.source.buckets[requirement.bucket])
    case .platforms(let platforms): builder.runs(on: platforms)
    case .feature(let index): builder.feature(RandomFeatures.all[index])
    case .condition(let index): builder.condition(condition(index))
    case .allOf(let operands): builder.require(.allOf(try list(operands, "allOf", builder)))
    case .anyOf(let operands): builder.require(.anyOf(try list(operands, "anyOf", builder)))
    case .not(let condition): builder.not(declared(condition))
    }
  }

  /// Unlike `anyOf` and `allOf`, keeps an `allOf` in an element.
  private static func list(
    _ operands: [Condition], _ key: String, _ builder: FeatureConstraintsBuilder
  ) throws(UsageError) -> [Condition] {
    try operands.map { operand throws(UsageError) in
      try builder.collected(as: .condition, declared(operand)).condition(in: key)
    }
  }

  fileprivate static func declared(
    _ condition: Condition
  ) -> @Sendable (FeatureConstraintsBuilder) -> Void {
    { builder in for constraint in condition.constraints { declare(constraint, builder) } }
  }

  private static func condition(_ index: Int) -> FeatureCondition {
    let declaration = RandomFeatures.source.conditions[index]
    return FeatureCondition(
      declaration.id, name: declaration.name, is: declared(declaration.condition))
  }

  private static func requirement(_ expression: PurchaseExpression) -> PurchaseRequirement {
    switch expression {
    case .product(let index, nil): PurchaseRequirement(RandomFeatures.product(index))
    case .product(let index, let statuses?):
      PurchaseRequirement(RandomFeatures.product(index), in: statuses)
    case .credits(let index, let quantity):
      PurchaseRequirement(
        RandomFeatures.product(index) as! ConsumableProduct, quantity: Int(quantity))
    case .group(let index, let level, let statuses):
      PurchaseRequirement(
        RandomFeatures.group(index),
        atLeast: level.map { RandomFeatures.source.groups[index].levels[$0] }, in: statuses)
    case .anyOf(let operands): PurchaseRequirement(anyOf: operands.map(requirement))
    case .allOf(let operands): PurchaseRequirement(allOf: operands.map(requirement))
    }
  }
}

private struct RandomRequirement: FeatureAttributeRequirement {
  let declaration: AttributeDeclaration
  let accepted: AttributeRequirement.Accepted
}

protocol StaticIndex: SendableMetatype { static var index: Int { get } }
enum P0: StaticIndex { static var index: Int { 0 } }
enum P1: StaticIndex { static var index: Int { 1 } }
enum P2: StaticIndex { static var index: Int { 2 } }
enum P3: StaticIndex { static var index: Int { 3 } }
enum P4: StaticIndex { static var index: Int { 4 } }
enum P5: StaticIndex { static var index: Int { 5 } }
enum P6: StaticIndex { static var index: Int { 6 } }
enum P7: StaticIndex { static var index: Int { 7 } }
