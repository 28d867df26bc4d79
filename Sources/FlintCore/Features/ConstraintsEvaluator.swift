/// Evaluates features in the current state.
public struct ConstraintsEvaluator: Sendable {
  let registry: Registry

  /// A feature outside the groups of `Flint.setup` ends the program.
  public func evaluate(for feature: any FeatureDefinition.Type) -> FeatureConstraintsEvaluation {
    do throws(UsageError) {
      let (position, snapshot) = try position(of: feature)
      return FeatureConstraintsEvaluation(position, in: snapshot)
    } catch {
      usageFailure(error)
    }
  }

  /// Faster than ``evaluate(for:)``. A feature outside the groups of `Flint.setup` ends the
  /// program.
  public func status(of feature: any FeatureDefinition.Type) -> FeatureStatus {
    do throws(UsageError) {
      let (position, snapshot) = try position(of: feature)
      guard case .feature(let index) = position else { return .available }
      let path = [index] + snapshot.tree.manifest.ancestors(of: index)
      return snapshot.evaluator(for: path).status(of: index)
    } catch {
      usageFailure(error)
    }
  }

  private func position(
    of feature: any FeatureDefinition.Type
  ) throws(UsageError) -> (FeatureTree.Position, Snapshot) {
    let snapshot = try Snapshot(of: registry)
    guard let position = snapshot.tree.position(of: feature) else {
      throw .featureNotPrepared(feature: String(describing: feature))
    }
    return (position, snapshot)
  }
}

/// A feature's constraints, its own and those of the groups around it from the innermost, with
/// their outcomes.
public struct FeatureConstraintsEvaluation: Sendable {
  public let status: FeatureStatus

  /// A sentence for each constraint that is in the way.
  public let reasons: [String]

  /// Nil if available. Indices are those of ``Flint/manifest``.
  public let nextStep: NextStep?

  /// ``nextStep`` as a sentence: “Request the camera permission”.
  public let suggestion: String?

  private let constraints: [ConstraintEvaluation]
  private let tree: FeatureTree?

  /// Of each permission that ``all`` requires.
  let permissionStatuses: [SystemPermission: SystemPermissionStatus]

  init(_ position: FeatureTree.Position, in snapshot: Snapshot) {
    guard case .feature(let feature) = position else {
      status = .available
      reasons = []
      nextStep = nil
      suggestion = nil
      constraints = []
      tree = nil
      permissionStatuses = [:]
      return
    }
    let path = [feature] + snapshot.tree.manifest.ancestors(of: feature)
    let evaluator = snapshot.evaluator(for: path)
    let evaluation = evaluator.evaluate(feature)
    status = evaluation.status
    reasons = evaluation.blockers.map {
      evaluator.message(of: $0.constraint, in: $0.feature)
    }
    nextStep = evaluation.nextStep
    suggestion = evaluation.nextStep?.message(in: evaluator.state)
    constraints = path.flatMap { evaluator.own($0).constraints }
    tree = snapshot.tree
    var statuses: [SystemPermission: SystemPermissionStatus] = [:]
    for constraint in constraints where constraint.status != .notActive {
      guard case .requirement(.permission(let requirement)) = constraint.constraint else {
        continue
      }
      statuses[requirement.permission] = evaluator.state.status(of: requirement.permission)
    }
    permissionStatuses = statuses
  }

  /// All that apply in the current state.
  public var all: FeatureConstraints { declarations { $0.status != .notActive } }

  public var satisfied: FeatureConstraints { declarations { $0.status == .satisfied } }

  /// With those whose outcome is unknown.
  public var unsatisfied: FeatureConstraints { declarations { $0.status.truth != .yes } }

  public var undetermined: FeatureConstraints { declarations { $0.status == .notDetermined } }

  /// Of other platforms, or under a guard that is false.
  public var notActive: FeatureConstraints { declarations { $0.status == .notActive } }

  /// ``all``, without what is open under an unknown guard, which the user may not need.
  var needed: FeatureConstraints {
    declarations { $0.status != .notActive && !$0.hasUnknownGuard }
  }

  var neededUnsatisfied: FeatureConstraints {
    declarations { $0.status.truth != .yes && !$0.hasUnknownGuard }
  }

  private func declarations(
    where isIncluded: (ConstraintEvaluation) -> Bool
  ) -> FeatureConstraints {
    guard let tree else { return FeatureConstraints() }
    return FeatureConstraints(constraints.filter(isIncluded).map(\.constraint), in: tree)
  }

  func isNotDetermined(_ permission: SystemPermission) -> Bool {
    permissionStatuses[permission] == .notDetermined
  }
}

/// By kind, without duplicates, in declared order.
public struct FeatureConstraints: Hashable, Sendable {
  public private(set) var platforms: [PlatformConstraint] = []

  public private(set) var device: [DeviceRequirement] = []
  public private(set) var runtimeEnabled = false
  public private(set) var userToggled = false
  public private(set) var permissions: [SystemPermission] = []

  public private(set) var permissionRequirements: [PermissionRequirement] = []
  public private(set) var purchases: [PurchaseRequirement] = []
  public private(set) var attributes: [FeatureAttributeRequirement] = []
  public private(set) var rollouts: [FeatureRollout] = []
  public private(set) var features: [FeatureReference] = []
  public private(set) var conditions: [FeatureCondition] = []

  public private(set) var combinations: [FeatureConstraint] = []

  init() {}

  init(_ constraints: [Constraint], in tree: FeatureTree) {
    for constraint in constraints { add(constraint, in: tree) }
  }

  private mutating func add(_ constraint: Constraint, in tree: FeatureTree) {
    switch FeatureConstraint(constraint, in: tree) {
    case .platform(let constraint): platforms.appendOnce(constraint)
    case .device(let requirement): device.appendOnce(requirement)
    case .runtimeEnabled: runtimeEnabled = true
    case .userToggled: userToggled = true
    case .permission(let permission, let statuses):
      permissions.appendOnce(permission)
      permissionRequirements.appendOnce(PermissionRequirement(permission, in: statuses))
    case .purchase(let requirement): purchases.appendOnce(requirement)
    case .attribute(let requirement): attributes.appendOnce(requirement)
    case .rollout(let rollout): rollouts.appendOnce(rollout)
    case .feature(let reference): features.appendOnce(reference)
    case .condition(let condition): conditions.appendOnce(condition)
    case .platforms, .allOf, .anyOf, .not:
      combinations.appendOnce(FeatureConstraint(constraint, in: tree))
    }
  }

  public var appVersions: [VersionRange] {
    device.filter { $0.fact == .appVersion }.compactMap(\.accepted.versionRange)
  }

  public var dates: [DateRange] {
    device.filter { $0.fact == .date }.compactMap(\.accepted.dateRange)
  }

  public var isEmpty: Bool { self == FeatureConstraints() }
}

extension Array where Element: Equatable {
  fileprivate mutating func appendOnce(_ element: Element) {
    if !contains(element) { append(element) }
  }
}

extension FeatureConstraint {
  /// With Swift types in place of the manifest's indices.
  init(_ constraint: Constraint, in tree: FeatureTree) {
    func conditions(_ condition: Condition) -> FeatureConditions {
      FeatureConditions(condition.constraints.map { FeatureConstraint($0, in: tree) })
    }
    let manifest = tree.manifest
    switch constraint {
    case .requirement(.platform(let platform, let version)):
      self = .platform(PlatformConstraint(platform: platform, version: version))
    case .requirement(.platforms(let platforms)):
      self = .platforms(
        platforms.map { supported in
          PlatformConstraint(
            platform: supported.platform, version: supported.versions.map { .versions($0) } ?? .any)
        })
    case .requirement(.device(let requirement)): self = .device(requirement)
    case .requirement(.runtimeEnabled): self = .runtimeEnabled
    case .requirement(.userToggled(let value)): self = .userToggled(defaultValue: value)
    case .requirement(.permission(let requirement)):
      self = .permission(requirement.permission, in: requirement.statuses)
    case .requirement(.purchase(let expression)):
      self = .purchase(PurchaseRequirement(expression, in: tree))
    case .requirement(.attribute(let requirement)):
      self = .attribute(
        FeatureAttributeRequirement(
          attribute: manifest.attributes[requirement.attribute], accepted: requirement.accepted))
    case .requirement(.rollout(let requirement)):
      self = .rollout(
        FeatureRollout(
          percent: requirement.percent, bucket: manifest.buckets[requirement.bucket]))
    case .feature(let feature): self = .feature(FeatureReference(tree.types[feature]))
    case .condition(let condition): self = .condition(tree.conditions[condition])
    case .allOf(let operands): self = .allOf(operands.map(conditions))
    case .anyOf(let operands): self = .anyOf(operands.map(conditions))
    case .not(let condition): self = .not(conditions(condition))
    }
  }
}
