/// Makes a manifest from an app's declarations. Products, groups, attributes, buckets and named
/// conditions get indices when first used.
final class ManifestBuilder {
  /// Values by id, in the order of their first use.
  struct Interned<Value: Equatable> {
    private(set) var values: [Value] = []
    private var indices: [ExactText: Int] = [:]

    /// The index of the id; nil if it is new. Throws `mistake` if the id has another value.
    func index(
      of value: Value, id: String, unless mistake: (_ other: Value) -> UsageError
    ) throws(UsageError) -> Int? {
      guard let index = indices[ExactText(id)] else { return nil }
      guard values[index] == value else { throw mistake(values[index]) }
      return index
    }

    mutating func append(_ value: Value, id: String) -> Int {
      indices[ExactText(id)] = values.count
      values.append(value)
      return values.count - 1
    }
  }

  struct Names {
    var products = Interned<Product>()
    var groups = Interned<SubscriptionGroup>()
    var attributes = Interned<AttributeDeclaration>()
    var buckets = Interned<String>()
    var requiredGroups: [(group: Int, level: Int?)] = []
  }

  private let tree: FeatureTypes
  var names = Names()
  private(set) var conditions: [FeatureCondition] = []
  private var conditionDeclarations = Interned<ConditionDeclaration>()

  /// Ids of the named conditions that are being read.
  private var openConditions: [String] = []

  /// The toggle's default in the feature that is being read.
  private var toggle: Bool?
  private var mistake: UsageError?

  init(_ tree: FeatureTypes) { self.tree = tree }

  /// Keeps only the first mistake, because later ones are often its consequences.
  func noteMistake(_ body: () throws(UsageError) -> Void) {
    do throws(UsageError) { try body() } catch { mistake = mistake ?? error }
  }

  /// - Parameter conditions: Conditions to list first, before further ones that features require.
  ///   Likewise for `products`.
  func manifest(
    app: Manifest.App, products: [Product], conditions: [FeatureCondition],
    assumptions: [FeatureAssumption]
  ) throws(UsageError) -> Manifest {
    for product in products { _ = try index(of: product) }
    for condition in conditions { _ = try index(of: condition) }
    var assumed: [ConditionDeclaration] = []
    for assumption in assumptions {
      guard isIdentifier(assumption.id) else { throw .invalidID(assumption.id, "assumption id") }
      if assumed.contains(where: { $0.id == assumption.id }) {
        throw "two assumptions have the id '\(assumption.id)': give one of them a different id"
      }
      assumed.append(try declaration(of: assumption))
    }
    var features: [FeatureDeclaration] = []
    for index in tree.types.indices { features.append(try declaration(ofFeature: index)) }
    let manifest = Manifest(
      app: app, groups: names.groups.values,
      products: names.products.values.map { declaration(of: $0) },
      attributes: names.attributes.values, conditions: conditionDeclarations.values,
      assumptions: assumed, buckets: names.buckets.values, features: features)
    for (group, level) in names.requiredGroups
    where manifest.products(of: group, atLeast: level).isEmpty {
      let group = names.groups.values[group]
      let least = level.map { " at '\(group.levels[$0])' or above" } ?? ""
      throw
        "no product of the subscription group '\(group.id)'\(least) is known: pass its products to Flint.setup(_:products:)"
    }
    if let cycle = manifest.references.cycles.first {
      throw .cycle(
        cycle.map { target in
          switch target {
          case .feature(let feature): String(describing: tree.types[feature])
          case .condition(let condition): manifest.conditions[condition].id
          case .assumption(let assumption): manifest.assumptions[assumption].id
          }
        })
    }
    return manifest
  }

  // MARK: Features

  private func declaration(ofFeature index: Int) throws(UsageError) -> FeatureDeclaration {
    let type = tree.types[index]
    var declaration = FeatureDeclaration(
      id: type.featureID, name: type.name,
      description: type.description.isEmpty ? nil : type.description, parent: tree.parents[index],
      team: tree.teams[index], until: type.until)
    guard let conditional = type as? any ConditionalFeatureDefinition.Type else {
      return declaration
    }
    let name = String(describing: type)
    toggle = nil
    let declared = FeatureConstraintsBuilder(
      self, .init(name: name, feature: index), conditional.constraints)
    declaration.constraints = declared.finish()
    declaration.conditional = declared.blocks
    if let mistake { throw mistake }
    var requiresFlag = false
    var depth = declaration.constraints.depth
    declaration.forEachRequirement { if $0 == .runtimeEnabled { requiresFlag = true } }
    for block in declaration.conditional {
      depth = max(depth, block.constraints.depth, 1 + block.condition.constraints.depth)
    }
    if depth > Self.maxDepth { throw .conditionsTooDeep(feature: name) }
    // True is the default of a runtime flag, so the manifest does not contain it.
    if requiresFlag, conditional.isEnabled != true {
      declaration.isEnabled = conditional.isEnabled == nil ? .unknown : .no
    }
    return declaration
  }

  static let maxDepth = 64

  // MARK: Conditions

  func index(of condition: FeatureCondition) throws(UsageError) -> Int {
    let id = condition.id
    if let known = conditions.firstIndex(where: { $0.contents === condition.contents }) {
      return known
    }
    guard isIdentifier(id) else { throw .invalidID(id, "condition id") }
    if openConditions.contains(id) { throw .cycle([id, id]) }
    let declaration = try declaration(of: condition)
    let known = try conditionDeclarations.index(of: declaration, id: id) { _ in
      "two different conditions have the id '\(id)': give one of them a different id"
    }
    if let known { return known }
    conditions.append(condition)
    return conditionDeclarations.append(declaration, id: id)
  }

  private func declaration(
    of condition: FeatureCondition
  ) throws(UsageError) -> ConditionDeclaration {
    openConditions.append(condition.id)
    defer { openConditions.removeLast() }
    let builder = FeatureConstraintsBuilder(
      self, .init(name: condition.id, feature: nil, part: .condition, allowsCredits: false),
      condition.contents.declare)
    let declared = try builder.condition(in: condition.id)
    if let mistake { throw mistake }
    if 1 + declared.constraints.depth > Self.maxDepth {
      throw .conditionsTooDeep(feature: condition.id)
    }
    return ConditionDeclaration(
      id: condition.id, name: condition.name, description: condition.description, is: declared)
  }

  /// The AND of the statements, after checks. Assigned platforms become one constraint with
  /// alternatives.
  func condition(
    _ statements: [Constraint], in key: String, of scope: FeatureConstraintsBuilder.Scope
  ) throws(UsageError) -> Condition {
    var assigned: [SupportedPlatform] = []
    var rest: [Constraint] = []
    for statement in statements {
      switch statement {
      case .platform(let platform, .unsupported):
        throw
          "'\(scope.name)' has a when(…) with \(platform) as unsupported: list only the supported platforms"
      case .platform(let platform, .versions(let range)):
        assigned.append(SupportedPlatform(platform, range))
      case .platform(let platform, .any): assigned.append(SupportedPlatform(platform))
      default: rest.append(statement)
      }
    }
    if !assigned.isEmpty { rest.insert(try platforms(assigned, in: scope), at: 0) }
    if rest.isEmpty { throw .emptyCondition(key, feature: scope.name) }
    let constraints = rest.normalized
    for (index, constraint) in constraints.enumerated()
    where constraints[..<index].contains(where: { $0.excludes(constraint) }) {
      throw declaredTwice(constraint, in: scope)
    }
    return Condition(constraints)
  }

  func declaredTwice(
    _ constraint: Constraint, in scope: FeatureConstraintsBuilder.Scope
  ) -> UsageError {
    var name = constraint.kind.name
    if case .attribute(let requirement) = constraint {
      name += ":" + names.attributes.values[requirement.attribute].id
    }
    return "'\(scope.name)' has two different declarations of '\(name)': declare it once"
  }
}

// MARK: - Constraints

extension ManifestBuilder {
  typealias Scope = FeatureConstraintsBuilder.Scope

  func platforms(
    _ platforms: [SupportedPlatform], in scope: Scope
  ) throws(UsageError) -> Constraint {
    if platforms.isEmpty { throw .emptyCondition("runs(on:)", feature: scope.name) }
    var known: Set<Platform> = []
    for supported in platforms where !known.insert(supported.platform).inserted {
      throw "'\(scope.name)' lists \(supported.platform) twice in one when(…): list it once"
    }
    return .platforms(platforms)
  }

  func ofFeature(_ constraint: Constraint, in scope: Scope) throws(UsageError) -> Constraint {
    if scope.feature == nil {
      throw
        "the condition '\(scope.name)' has '\(constraint.kind.name)', which applies to a single feature: require it in the features instead"
    }
    return constraint
  }

  func toggle(_ isOn: Bool, in scope: Scope) throws(UsageError) -> Constraint {
    let constraint = try ofFeature(.userToggled(defaultValue: isOn), in: scope)
    if let toggle, toggle != isOn {
      throw "'\(scope.name)' declares userToggled with two default values: use the same value"
    }
    toggle = isOn
    return constraint
  }

  func permission(
    _ permission: SystemPermission, in statuses: [SystemPermissionStatus], _ scope: Scope
  ) throws(UsageError) -> Constraint {
    let isPossible = statuses.allSatisfy { $0 != .unsupported && permission.allows($0) }
    guard isPossible, !statuses.isEmpty, Set(statuses).count == statuses.count else {
      throw .impossibleStatuses(of: permission.name, feature: scope.name)
    }
    return .permission(PermissionRequirement(permission, in: statuses))
  }

  func rollout(
    _ percent: Percent, bucket: String?, in scope: Scope
  ) throws(UsageError) -> Constraint {
    guard let name = bucket ?? scope.feature.map({ tree.types[$0].featureID }) else {
      throw
        "the condition '\(scope.name)' has a rollout without a bucket: name one, such as rollout(percent: 50, bucket: \"sale\")"
    }
    guard isIdentifier(name) else { throw .invalidID(name, "bucket name") }
    let known = try names.buckets.index(of: name, id: name) { _ in .invalidID(name, "bucket name") }
    return .rollout(
      RolloutRequirement(
        percent: percent, bucket: known ?? names.buckets.append(name, id: name)))
  }

  func feature(
    _ feature: any FeatureDefinition.Type, in scope: Scope
  ) throws(UsageError) -> Constraint {
    guard let index = tree.indices[ObjectIdentifier(feature)] else {
      throw
        "'\(scope.name)' requires '\(feature)', which is not in the feature tree: add it to the subfeatures of a group that is passed to Flint.setup(_:)"
    }
    return .feature(index)
  }

  func attribute(_ requirement: any FeatureAttributeRequirement) throws(UsageError) -> Constraint {
    let (attribute, accepted) = (requirement.declaration, requirement.accepted)
    for case .integer(let number) in accepted.namedValues
    where !AttributeDomain.integers.contains(number) {
      throw .integerTooLarge(attribute)
    }
    let known = try names.attributes.index(of: attribute, id: attribute.id) {
      "two different attributes have the id '\($0.id)': “\($0.name)” and “\(attribute.name)”"
    }
    if known == nil { try check(attribute) }
    return .attribute(
      AttributeRequirement(
        attribute: known ?? names.attributes.append(attribute, id: attribute.id),
        accepted: accepted))
  }

  private func check(_ attribute: AttributeDeclaration) throws(UsageError) {
    guard isIdentifier(attribute.id) else { throw .invalidID(attribute.id, "attribute id") }
    if case .choice(let values) = attribute.domain,
      values.isEmpty || values.contains("")
        || Set(values.map { ExactText($0) }).count != values.count
    {
      throw .invalidChoices(attribute)
    }
    if let value = attribute.defaultValue, !attribute.domain.has(value) {
      throw value.type == .integer ? .integerTooLarge(attribute) : .invalidChoices(attribute)
    }
  }
}

// MARK: - Purchases

extension ManifestBuilder {
  func expression(
    _ requirement: PurchaseRequirement, in scope: Scope
  ) throws(UsageError) -> PurchaseExpression {
    func check(
      _ statuses: [PurchaseStatus], of type: ProductType, named name: String
    ) throws(UsageError) {
      let isPossible = statuses.allSatisfy { $0 != .unknown && type.allows($0) }
      guard isPossible, !statuses.isEmpty, Set(statuses).count == statuses.count else {
        throw .impossibleStatuses(of: name, feature: scope.name)
      }
    }
    func all(_ operands: [PurchaseRequirement]) throws(UsageError) -> [PurchaseExpression] {
      try operands.map { operand throws(UsageError) in try expression(operand, in: scope) }
    }
    switch requirement.form {
    case .product(let product, let statuses):
      if let statuses { try check(statuses, of: product.type, named: product.name) }
      return .product(try index(of: product), in: statuses)
    case .credits(let product, let quantity):
      if !scope.allowsCredits {
        throw
          "'\(scope.name)' requires credits of “\(product.name)” in the condition of a when(…), a named condition or a not: require them in the constraints of the feature itself"
      }
      return .credits(try index(of: product), quantity: quantity)
    case .subscription(let subscription):
      let group = subscription.group
      try check(
        subscription.statuses ?? [.purchased], of: .autoRenewingSubscription, named: group.name)
      var level: Int?
      if let name = subscription.level {
        level = group.levels.firstIndex(of: name)
        if level == nil { throw .levelNotInGroup(name, group: group.id) }
      }
      let index = try index(of: group)
      names.requiredGroups.append((index, level))
      return .group(index, atLeast: level, in: subscription.statuses)
    case .combination(.any, let operands): return .anyOf(try all(operands))
    case .combination(.all, let operands): return .allOf(try all(operands))
    }
  }

  private func index(of product: Product) throws(UsageError) -> Int {
    let known = try names.products.index(of: product, id: product.productID) {
      "two products have the id '\($0.productID)': “\($0.name)” (\($0.type.name)) and “\(product.name)” (\(product.type.name))"
    }
    if let known { return known }
    if product.productID.isEmpty {
      throw "the product “\(product.name)” has an empty id: use its id in the store"
    }
    if let group = product.group { _ = try index(of: group) }
    let levels = product.group?.levels ?? []
    if let level = product.level {
      if !levels.contains(level) { throw .levelNotInGroup(level, group: product.group?.id ?? "") }
    } else if let group = product.group, !levels.isEmpty {
      throw
        "“\(product.name)” has no level, but its subscription group '\(group.id)' has levels: give the product one of them"
    }
    return names.products.append(product, id: product.productID)
  }

  private func index(of group: SubscriptionGroup) throws(UsageError) -> Int {
    let known = try names.groups.index(of: group, id: group.id) { _ in
      "two different subscription groups have the id '\(group.id)': give one of them a different id"
    }
    if let known { return known }
    guard ([group.id] + group.levels).allSatisfy(isIdentifier),
      Set(group.levels).count == group.levels.count
    else {
      throw
        "subscription group '\(group.id)' is invalid: use letters, digits, '.', '_' and '-' in its id and levels, each level once"
    }
    return names.groups.append(group, id: group.id)
  }

  private func declaration(of product: Product) -> ProductDeclaration {
    ProductDeclaration(
      id: product.productID, name: product.name, type: product.type,
      description: product.description,
      group: product.group.flatMap { names.groups.values.firstIndex(of: $0) },
      level: product.level.flatMap { product.group?.levels.firstIndex(of: $0) })
  }
}

extension Manifest.App {
  /// Creates an app with one version for all platforms.
  ///
  /// Ends the program with a ``UsageError`` if `platforms` is empty, lists a platform twice, or has a version limit
  /// other than a lowest version.
  public init(
    name: String? = nil, version: Version? = nil, platforms: [SupportedPlatform]? = nil
  ) {
    if let platforms { Self.check(platforms) }
    self.init(name: name, version: version, versions: nil, platforms: platforms)
  }

  /// Creates an app with one version for each platform. Otherwise equals the other initializer.
  public init(
    name: String? = nil, versions: [Platform: Version], platforms: [SupportedPlatform]? = nil
  ) {
    self.init(name: name, platforms: platforms)
    self.versions = versions.isEmpty ? nil : versions
  }

  private static func check(_ platforms: [SupportedPlatform]) {
    let isValid =
      !platforms.isEmpty && Set(platforms.map(\.platform)).count == platforms.count
      && platforms.allSatisfy { $0.versions?.below == nil }
    if !isValid {
      usageFailure(
        "the app's platforms are invalid: list one or more, each once, with at most a lowest version, such as .iOS(16)"
      )
    }
  }
}
