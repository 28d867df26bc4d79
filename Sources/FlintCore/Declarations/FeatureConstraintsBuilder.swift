/// Collects the constraints of a feature. A second requirement on a platform replaces the first.
/// Where a feature can have only one constraint of a kind, a second must equal the first.
@dynamicMemberLookup
public final class FeatureConstraintsBuilder {
  package struct Scope {
    package enum Part {
      case feature, block, condition, list
    }

    /// The name of the feature or condition, for error messages.
    let name: String

    /// An index in the manifest; nil in a named condition.
    let feature: Int?
    var part = Part.feature
    var allowsCredits = true

    func inside(_ part: Part, allowsCredits: Bool) -> Scope {
      Scope(
        name: name, feature: feature, part: part,
        allowsCredits: self.allowsCredits && allowsCredits)
    }
  }

  private let model: ManifestBuilder
  private let scope: Scope
  private(set) var constraints: [Constraint] = []
  private(set) var blocks: [ConditionalBlock] = []

  init(_ model: ManifestBuilder, _ scope: Scope, _ declare: (FeatureConstraintsBuilder) -> Void) {
    (self.model, self.scope) = (model, scope)
    declare(self)
  }

  package func collected(
    as part: Scope.Part, allowsCredits: Bool = true, _ declare: (FeatureConstraintsBuilder) -> Void
  ) -> FeatureConstraintsBuilder {
    FeatureConstraintsBuilder(model, scope.inside(part, allowsCredits: allowsCredits), declare)
  }

  package func require(_ constraint: @autoclosure () throws(UsageError) -> Constraint) {
    model.noteMistake { () throws(UsageError) in try append(constraint()) }
  }

  private func append(_ constraint: Constraint) throws(UsageError) {
    // Conditions are checked as a whole, and each statement of a list is a condition.
    guard scope.part == .feature || scope.part == .block,
      let rival = constraints.firstIndex(where: { $0.excludes(constraint) })
    else { return constraints.append(constraint) }
    if constraint.kind == .platform {
      constraints[rival] = constraint
    } else if constraints[rival] != constraint {
      throw model.declaredTwice(constraint, in: scope)
    }
  }

  func finish() -> [Constraint] {
    constraints.map { $0.kind == .platforms ? .allOf([Condition([$0])]) : $0 }.normalized
  }

  /// A condition that is true if all collected constraints are satisfied.
  package func condition(in key: String) throws(UsageError) -> Condition {
    try model.condition(constraints, in: key, of: scope)
  }

  /// One condition for each statement of the closure. An `allOf` is flattened, unless two of its
  /// constraints exclude each other.
  private func list(
    in kind: ConstraintKind, allowsCredits: Bool = true,
    _ declare: (FeatureConstraintsBuilder) -> Void
  ) throws(UsageError) -> [Condition] {
    let statements = collected(as: .list, allowsCredits: allowsCredits, declare).constraints
    if statements.isEmpty { throw .emptyCondition(kind.name, feature: scope.name) }
    return try statements.map { statement throws(UsageError) in
      var all = [statement]
      if case .allOf(let operands) = statement {
        let flat = operands.flatMap(\.constraints)
        let isOneCondition = flat.indices.allSatisfy { index in
          !flat[..<index].contains { $0 != flat[index] && $0.excludes(flat[index]) }
        }
        if isOneCondition { all = flat }
      }
      return try model.condition(all, in: kind.name, of: scope)
    }.distinct
  }
}

// MARK: - Constraints under the user's control

extension FeatureConstraintsBuilder {
  /// Requires that the toggle is on. `defaultValue` applies until the user chooses.
  public func userToggled(defaultValue: Bool) {
    require(try model.toggle(defaultValue, in: scope))
  }

  /// Requires a permission: `permission(.camera)`.
  public func permission(_ permission: SystemPermission) {
    require(.permission(PermissionRequirement(permission)))
  }

  /// Requires one of these statuses: `permission(.photos, in: [.authorized, .limited])`.
  public func permission(_ permission: SystemPermission, in statuses: [SystemPermissionStatus]) {
    require(try model.permission(permission, in: statuses, scope))
  }

  /// Requires all of these permissions: `permissions(.camera, .microphone)`.
  public func permissions(_ permissions: SystemPermission...) {
    for permission in permissions { self.permission(permission) }
  }
}

// MARK: - Constraints under the developers' control

extension FeatureConstraintsBuilder {
  /// Requires that the runtime flag is on. Each query reads ``FlintDependencies/runtimeFlag`` or,
  /// if that is nil, the feature's `isEnabled`.
  public func runtimeEnabled() {
    require(try model.ofFeature(.runtimeEnabled, in: scope))
  }

  /// Requires an accepted value: `attribute(.staff)`, `attribute(.server.atLeast("2025.6"))`.
  public func attribute<Value>(_ attribute: FeatureAttribute<Value>) {
    self.attribute(attribute as any FeatureAttributeRequirement)
  }

  public func attribute(_ requirement: any FeatureAttributeRequirement) {
    require(try model.attribute(requirement))
  }

  /// The user's rollout position must be below `percent`. By default, the bucket has the feature's
  /// id.
  public func rollout(percent: Percent, bucket: String? = nil) {
    require(try model.rollout(percent, bucket: bucket, in: scope))
  }
}

// MARK: - Constraints on the environment

extension FeatureConstraintsBuilder {
  /// Requires an app version in this range: `appVersion(.atLeast("2.0"))`.
  public func appVersion(_ range: VersionRange) {
    require(.appVersion(range))
  }

  public func executionState(_ states: AppExecutionState...) {
    attribute(.executionState.is(states))
  }

  /// Requires a date from `first` on and before `end`, in UTC. At least one limit must not be nil:
  /// `date(from: "2026-12-01", until: "2027-01-07T12:00Z")`.
  public func date(from first: DateTime? = nil, until end: DateTime? = nil) {
    guard let range = DateRange(atLeast: first, below: end) else {
      usageFailure(.emptyRange(of: "date"))
    }
    require(.date(range))
  }

  /// Requires one of these platforms: `runs(on: .iOS(17), .macOS())`.
  public func runs(on platforms: SupportedPlatform...) { runs(on: platforms) }

  package func runs(on platforms: [SupportedPlatform]) {
    require(try model.platforms(platforms, in: scope))
  }

  /// `iOS = 9` requires iOS 9 or later. `iOSOnly = 9` also makes all other platforms unsupported.
  /// Reading ends the program.
  public subscript(
    dynamicMember member: KeyPath<PlatformMembers, PlatformMembers.Member>
  ) -> PlatformVersionConstraint {
    get {
      usageFailure(
        "the requirement for \(PlatformMembers()[keyPath: member].platform) can only be assigned, not read"
      )
    }
    set {
      let (platform, isOnly) = PlatformMembers()[keyPath: member]
      require(.platform(platform, newValue))
      for other in Platform.allCases where isOnly && other != platform {
        require(.platform(other, .unsupported))
      }
    }
  }

  /// The members of the builder that are named after platforms.
  public struct PlatformMembers {
    public typealias Member = (platform: Platform, isOnly: Bool)

    public let iOS: Member = (.iOS, false)
    public let iOSOnly: Member = (.iOS, true)
    public let macOS: Member = (.macOS, false)
    public let macOSOnly: Member = (.macOS, true)
    public let tvOS: Member = (.tvOS, false)
    public let tvOSOnly: Member = (.tvOS, true)
    public let watchOS: Member = (.watchOS, false)
    public let watchOSOnly: Member = (.watchOS, true)
    public let visionOS: Member = (.visionOS, false)
    public let visionOSOnly: Member = (.visionOS, true)
  }
}

// MARK: - Alternatives, negations and references

extension FeatureConstraintsBuilder {
  /// Requires at least one alternative. Each statement of the closure is one; ``allOf(_:)``
  /// combines several statements.
  ///
  /// ```swift
  /// requirements.anyOf {
  ///   $0.iOS = 17
  ///   $0.allOf {
  ///     $0.macOS = .any
  ///     $0.permission(.photos)
  ///   }
  /// }
  /// ```
  public func anyOf(_ alternatives: (FeatureConstraintsBuilder) -> Void) {
    require(.anyOf(try list(in: .anyOf, alternatives)))
  }

  public func allOf(_ conditions: (FeatureConstraintsBuilder) -> Void) {
    require(.allOf(try list(in: .allOf, conditions)))
  }

  /// Requires that not all constraints in the closure are satisfied.
  public func not(_ condition: (FeatureConstraintsBuilder) -> Void) {
    require(
      .not(
        try collected(as: .condition, allowsCredits: false, condition)
          .condition(in: ConstraintKind.not.name)))
  }

  /// Requires that none of the constraints in the closure is satisfied.
  public func noneOf(_ alternatives: (FeatureConstraintsBuilder) -> Void) {
    require(
      .not(Condition([.anyOf(try list(in: .anyOf, allowsCredits: false, alternatives))])))
  }

  public func feature(_ feature: any FeatureDefinition.Type) {
    require(try model.feature(feature, in: scope))
  }

  public func features(_ features: any FeatureDefinition.Type...) {
    for feature in features { self.feature(feature) }
  }

  /// Requires a named condition: `condition(.paid)`.
  public func condition(_ condition: FeatureCondition) {
    require(.condition(try model.index(of: condition)))
  }
}

// MARK: - Blocks

extension FeatureConstraintsBuilder {
  /// Adds constraints that apply only if the first closure's are satisfied.
  ///
  /// ```swift
  /// requirements.when {
  ///   $0.feature(SyncFeature.self)
  ///   $0.attribute(.server.atLeast("2025.6"))
  /// } require: {
  ///   $0.permission(.localNetwork)
  /// }
  /// ```
  public func when(
    _ condition: (FeatureConstraintsBuilder) -> Void,
    require constraints: (FeatureConstraintsBuilder) -> Void
  ) {
    model.noteMistake { () throws(UsageError) in
      switch scope.part {
      case .feature: break
      case .block:
        throw "'\(scope.name)' has a when(…) inside a when(…): put all conditions into one when(…)"
      case .condition, .list:
        throw "'\(scope.name)' has a when(…) inside a condition: use anyOf, allOf and not instead"
      }
      let names = model.names
      let guarding = collected(as: .condition, allowsCredits: false, condition)
      if guarding.constraints.isEmpty {
        throw
          "'\(scope.name)' has a when(…) without conditions: require a platform, an app version or an attribute"
      }
      let block = ConditionalBlock(
        when: try guarding.condition(in: "when(…)"),
        constraints: collected(as: .block, constraints).finish())
      if block.constraints.isEmpty {
        // Conditional compilation can leave a block without constraints; it then requires nothing.
        model.names = names
      } else {
        blocks.append(block)
      }
    }
  }

  /// Adds constraints that apply only if a named condition is true.
  public func when(
    _ condition: FeatureCondition, require constraints: (FeatureConstraintsBuilder) -> Void
  ) {
    when({ $0.condition(condition) }, require: constraints)
  }

  /// Adds constraints that apply only if platform, version and attributes match.
  ///
  /// ```swift
  /// requirements.when(platforms: .iOS(14)) { $0.permission(.tracking) }
  /// ```
  public func when(
    platforms: SupportedPlatform..., appVersion: VersionRange? = nil,
    attributes: any FeatureAttributeRequirement...,
    require constraints: (FeatureConstraintsBuilder) -> Void
  ) {
    func declare(_ condition: FeatureConstraintsBuilder) {
      if !platforms.isEmpty { condition.runs(on: platforms) }
      if let appVersion { condition.appVersion(appVersion) }
      for attribute in attributes { condition.attribute(attribute) }
    }
    when(declare, require: constraints)
  }
}

// Purchase requirements. Each call adds one requirement, and a feature needs all of its requirements.

extension FeatureConstraintsBuilder {
  public func purchase(_ requirement: PurchaseRequirement) {
    require(.purchase(try model.expression(requirement, in: scope)))
  }

  /// As `purchase(_:)`.
  public func purchase(requirement: PurchaseRequirement) {
    purchase(requirement)
  }

  /// Requires that the product is paid for.
  public func purchase(_ product: Product) {
    purchase(PurchaseRequirement(product))
  }

  /// Requires one of these statuses: `purchase(patron, in: [.purchased, .inBillingRetry])`.
  public func purchase(_ product: Product, in statuses: [PurchaseStatus]) {
    purchase(PurchaseRequirement(product, in: statuses))
  }

  /// Requires a subscription at this level or above: `purchase(.membership, atLeast: "plus")`.
  public func purchase(
    _ group: SubscriptionGroup, atLeast level: String? = nil, in statuses: [PurchaseStatus]? = nil
  ) {
    purchase(PurchaseRequirement(group, atLeast: level, in: statuses))
  }

  /// Satisfied once the app has deducted the credits and unlocked the feature.
  public func purchase(_ product: ConsumableProduct, quantity: Int) {
    purchase(PurchaseRequirement(product, quantity: quantity))
  }

  public func purchase(anyOf products: Product...) {
    purchase(PurchaseRequirement(products: products, matchingCriteria: .any))
  }

  public func purchase(anyOf requirements: PurchaseRequirement...) {
    purchase(PurchaseRequirement(.any, requirements))
  }

  public func purchase(allOf products: Product...) {
    purchase(PurchaseRequirement(products: products, matchingCriteria: .all))
  }

  public func purchase(allOf requirements: PurchaseRequirement...) {
    purchase(PurchaseRequirement(.all, requirements))
  }

  /// Requires each product in a constraint of its own, unlike `purchase(allOf:)`.
  public func purchases(_ products: Product...) {
    for product in products { purchase(product) }
  }

  /// Adds each requirement as a constraint of its own, unlike `purchase(allOf:)`.
  public func purchases(_ requirements: PurchaseRequirement...) {
    for requirement in requirements { purchase(requirement) }
  }
}
