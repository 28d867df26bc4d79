package import FlintCore
import FlintText

extension Shape {
  package static var manifest: Shape { .object(of: ManifestKey.self) }

  /// The shape (the structure of a JSON value, and the kinds of names in it) of a file that a manifest includes.
  package static var part: Shape { .object(of: IncludedFileKey.self) }

  fileprivate static var feature: Shape {
    .oneOf([.object(of: FeatureKey.self), .object(of: IncludeKey.self)])
  }

  fileprivate static var condition: Shape {
    .object(ObjectShape(ConstraintKey.inConditions))
  }
  fileprivate static var namedCondition: Shape {
    .object(ObjectShape(ConstraintKey.inNamedConditions))
  }
  fileprivate static var purchase: Shape {
    .oneOf([.name(.of(.product)), .object(of: PurchaseKey.self)])
  }
  package static var range: Shape { .object(of: RangeKey.self) }

  package static func words<Case: NamedCase>(of cases: Case.Type) -> Shape {
    .words(cases.allCases.map(\.name))
  }
}

extension ManifestKey: ShapedKey {
  var shape: Shape {
    switch self {
    case .manifestVersion: .anything
    case .app: .object(of: AppKey.self)
    case .groups: .list(.object(of: GroupKey.self))
    case .products: .list(.object(of: ProductKey.self))
    case .attributes: .list(.object(of: AttributeKey.self))
    case .conditions: .list(.object(of: DeclaredConditionKey.self))
    case .assume: .list(.object(of: AssumptionKey.self))
    case .features: .list(.feature)
    case .states: .map(.declared(.state), .state)
    case .defaultState: .name(.of(.state))
    }
  }
}

extension IncludedFileKey: ShapedKey {
  var shape: Shape {
    switch self {
    case .manifestVersion: ManifestKey.manifestVersion.shape
    case .groups: ManifestKey.groups.shape
    case .products: ManifestKey.products.shape
    case .attributes: ManifestKey.attributes.shape
    case .conditions: ManifestKey.conditions.shape
    case .assume: ManifestKey.assume.shape
    case .features: ManifestKey.features.shape
    }
  }
}

extension IncludeKey: ShapedKey {
  var shape: Shape {
    switch self {
    case .include: .name(.of(.file))
    }
  }
}

extension AppKey: ShapedKey {
  var shape: Shape {
    switch self {
    case .name: .anything
    case .version: .oneOf([.anything, .map(.of(.platform), .anything)])
    case .platforms:
      .oneOf([.list(.name(.of(.platform))), .map(.of(.platform), .words(["any"]))])
    }
  }
}

extension GroupKey: ShapedKey {
  var shape: Shape {
    switch self {
    case .id: .name(.declared(.group))
    case .name, .description: .anything
    case .levels: .list(.name(.declared(.level, in: .beside("id"))))
    }
  }
}

extension DeclaredConditionKey: ShapedKey {
  var shape: Shape {
    switch self {
    case .id: .name(.declared(.condition))
    case .name, .description: .anything
    case .condition: .namedCondition
    }
  }
}

extension AssumptionKey: ShapedKey {
  var shape: Shape {
    switch self {
    case .id: .name(.declared(.assumption))
    case .name, .description: .anything
    case .condition: .namedCondition
    }
  }
}

extension ProductKey: ShapedKey {
  var shape: Shape {
    switch self {
    case .id: .name(.declared(.product))
    case .name, .description: .anything
    case .type: .words(of: ProductType.self)
    case .group: .name(.of(.group))
    case .level: .name(.of(.level, in: .beside("group")))
    }
  }
}

extension AttributeKey: ShapedKey {
  var shape: Shape {
    switch self {
    case .id: .name(.declared(.attribute))
    case .name, .description: .anything
    case .type: .words(of: AttributeType.self)
    case .owner: .words(of: Owner.self)
    case .values: .list(.name(.declared(.value, in: .beside("id"))))
    case .defaultValue: .oneOf([.boolean, .name(.of(.value, in: .beside("id")))])
    }
  }
}

extension FeatureKey: ShapedKey {
  var shape: Shape {
    switch self {
    case .id: .name(.declared(.feature))
    case .name, .description, .until: .anything
    case .team: .name(.of(.team))
    case .isEnabled: .boolean
    case .actions: .list(.name(.declared(.action, in: .beside("id"))))
    case .constraints: .object(of: ConstraintKey.self)
    case .features: .list(.feature)
    }
  }
}

extension ConstraintKey: ShapedKey {
  var shape: Shape {
    switch self {
    case .platforms:
      .map(.of(.platform), .oneOf([.words(["any", "unsupported"]), .range]))
    case .appVersion: .oneOf([.anything, .range])
    case .date: .range
    case .runtimeEnabled: .boolean
    case .userToggled: .object(of: ToggleKey.self)
    case .permissions:
      .list(.oneOf([.name(.of(.permission)), .object(of: PermissionKey.self)]))
    case .purchases: .list(.purchase)
    case .attributes: .map(.of(.attribute), .requiredAttribute)
    case .rollout: .object(of: RolloutKey.self)
    case .features: .list(.name(.of(.feature)))
    case .conditions: .list(.name(.of(.condition)))
    case .allOf, .anyOf: .list(.condition)
    case .not: .condition
    case .conditional: .list(.object(of: BlockKey.self))
    }
  }
}

extension Shape {
  fileprivate static var requiredAttribute: Shape {
    .oneOf([
      .boolean, .attributeValue, .list(.attributeValue), .range, .object(of: RequiredKey.self),
    ])
  }

  /// The shape of an attribute's value in an object that maps the ids of attributes to values. A text in it is a name:
  /// one of the values that the attribute declares.
  package static let attributeValue: Shape = .name(.of(.value, in: .key))
}

extension ToggleKey: ShapedKey {
  var shape: Shape {
    switch self {
    case .defaultValue: .boolean
    }
  }
}

extension BlockKey: ShapedKey {
  var shape: Shape {
    switch self {
    case .when, .constraints: .condition
    }
  }
}

extension RolloutKey: ShapedKey {
  var shape: Shape {
    switch self {
    case .percent: .anything
    case .bucket: .name(.declared(.bucket))
    }
  }
}

extension PermissionKey: ShapedKey {
  var shape: Shape {
    switch self {
    case .permission: .name(.of(.permission))
    case .statuses:
      .list(
        .words(SystemPermissionStatus.allCases.filter { $0 != .unsupported }.map(\.name)))
    }
  }
}

extension RequiredKey: ShapedKey {
  var shape: Shape {
    switch self {
    case .notIn: .list(.attributeValue)
    case .ago: .range
    case .beginsWith, .contains, .endsWith: .anything
    }
  }
}

extension RangeKey: ShapedKey {
  package var shape: Shape {
    switch self {
    case .atLeast, .below: .anything
    }
  }
}

extension PurchaseKey: ShapedKey {
  var shape: Shape {
    switch self {
    case .product: .name(.of(.product))
    case .group: .name(.of(.group))
    case .atLeast: .name(.of(.level, in: .beside("group")))
    case .quantity: .anything
    case .anyOf, .allOf: .list(.purchase)
    case .statuses:
      .list(.words(PurchaseStatus.allCases.filter { $0 != .unknown }.map(\.name)))
    }
  }
}
