/// An evaluator of the constraints of features, in the current state of the app.
public struct ConstraintsEvaluator: Sendable {
  let registry: Registry

  /// Evaluates the constraints of a feature in the current state. If the feature is in none of the groups that were
  /// passed to setup, the program ends with the message of a ``UsageError``.
  public func evaluate(for feature: any FeatureDefinition.Type) -> FeatureConstraintsEvaluation {
    do throws(UsageError) {
      let snapshot = try Snapshot(of: registry)
      guard let position = snapshot.tree.position(of: feature) else {
        throw .featureNotPrepared(feature: String(describing: feature))
      }
      return FeatureConstraintsEvaluation(position, in: snapshot)
    } catch {
      usageFailure(error)
    }
  }
}

/// The result of evaluating all constraints that apply to a feature: its own, then those of the groups that contain it,
/// from the innermost group outwards.
public struct FeatureConstraintsEvaluation: Sendable {
  /// The status of the feature, which results from its own constraints and those of all groups that contain it.
  public let status: FeatureStatus

  /// One sentence for each constraint that makes the feature unavailable or undetermined.
  public let reasons: [String]

  /// The action that the app should take first to make the feature available, such as a permission request; nil if the
  /// feature is available. It refers to products, features and attributes by their index in the lists of
  /// ``Flint/manifest``.
  public let nextStep: NextStep?

  /// A sentence that describes ``nextStep``, such as “Request the camera permission”; nil if the feature is available.
  public let suggestion: String?

  /// All constraints, except those that do not apply in the current state: those of other platforms, and those of
  /// conditional blocks whose guard is false.
  public let all: FeatureConstraints

  /// The constraints that apply in the current state and are satisfied.
  public let satisfied: FeatureConstraints

  /// The constraints that apply in the current state and are not satisfied, or whose outcome is unknown.
  public let unsatisfied: FeatureConstraints

  /// The constraints that apply in the current state and whose outcome is unknown: for example, because a permission
  /// has not been requested or the store has not reported a purchase.
  public let undetermined: FeatureConstraints

  /// The constraints that do not apply in the current state: those of other platforms, and those of conditional blocks
  /// whose guard is false.
  public let notActive: FeatureConstraints

  /// The constraints that apply in the current state. Those of a conditional block whose guard is unknown are included
  /// only if they are satisfied: the block may turn out not to apply, so the app should not ask the user for its
  /// missing permissions and purchases.
  let needed: FeatureConstraints
  let neededUnsatisfied: FeatureConstraints

  private let permissionStatuses: [SystemPermission: SystemPermissionStatus]

  init(_ position: FeatureTree.Position, in snapshot: Snapshot) {
    guard case .feature(let feature) = position else {
      status = .available
      reasons = []
      nextStep = nil
      suggestion = nil
      all = FeatureConstraints()
      satisfied = all
      unsatisfied = all
      undetermined = all
      notActive = all
      needed = all
      neededUnsatisfied = all
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

    let judged = path.flatMap { evaluator.own($0).constraints }
    func constraints(
      _ isIncluded: (ConstraintEvaluation) -> Bool
    ) -> FeatureConstraints {
      FeatureConstraints(judged.filter(isIncluded).map(\.constraint), in: snapshot.tree)
    }
    all = constraints { $0.status != .notActive }
    satisfied = constraints { $0.status == .satisfied }
    unsatisfied = constraints { $0.status.truth != .yes }
    undetermined = constraints { $0.status == .notDetermined }
    notActive = constraints { $0.status == .notActive }
    needed = constraints { $0.status != .notActive && !$0.hasUnknownGuard }
    neededUnsatisfied = constraints { $0.status.truth != .yes && !$0.hasUnknownGuard }
    permissionStatuses = Dictionary(
      uniqueKeysWithValues: all.permissions.map { ($0, evaluator.state.status(of: $0)) })
  }

  /// Returns the permissions in ``needed`` that have the given status.
  func permissions(_ status: SystemPermissionStatus) -> [SystemPermission] {
    needed.permissions.filter { permissionStatuses[$0] == status }
  }
}

/// A list of constraints for each kind of constraint, such as permissions or purchases. Each list is without duplicates
/// and in declared order.
public struct FeatureConstraints: Hashable, Sendable {
  public private(set) var platforms: [PlatformConstraint] = []
  public private(set) var appVersions: [VersionRange] = []
  public private(set) var runtimeEnabled = false
  public private(set) var userToggled = false
  public private(set) var permissions: [SystemPermission] = []

  /// The required permissions, each with the statuses that the constraint accepts. A permission can occur several times
  /// with different statuses.
  public private(set) var permissionRequirements: [PermissionRequirement] = []
  public private(set) var purchases: [PurchaseRequirement] = []
  public private(set) var attributes: [FeatureAttributeRequirement] = []
  public private(set) var dates: [DateRange] = []
  public private(set) var rollouts: [FeatureRollout] = []
  public private(set) var features: [FeatureReference] = []
  public private(set) var conditions: [FeatureCondition] = []

  /// The constraints `allOf`, `anyOf` and `not`, each with the conditions that it combines.
  public private(set) var combinations: [FeatureConstraint] = []

  init() {}

  init(_ constraints: [Constraint], in tree: FeatureTree) {
    for constraint in constraints { add(constraint, in: tree) }
  }

  private mutating func add(_ constraint: Constraint, in tree: FeatureTree) {
    switch FeatureConstraint(constraint, in: tree) {
    case .platform(let constraint): platforms.appendOnce(constraint)
    case .appVersion(let range): appVersions.appendOnce(range)
    case .date(let range): dates.appendOnce(range)
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

  public var isEmpty: Bool { self == FeatureConstraints() }
}

extension Array where Element: Equatable {
  fileprivate mutating func appendOnce(_ element: Element) {
    if !contains(element) { append(element) }
  }
}

extension FeatureConstraint {
  /// Converts a constraint of `tree.manifest` to the form in which an app declares it, which queries return. A
  /// constraint of a manifest contains the indices of features, products and attributes; the converted one contains
  /// their Swift types and values.
  init(_ constraint: Constraint, in tree: FeatureTree) {
    func conditions(_ condition: Condition) -> FeatureConditions {
      FeatureConditions(condition.constraints.map { FeatureConstraint($0, in: tree) })
    }
    let manifest = tree.manifest
    switch constraint {
    case .platform(let platform, let version):
      self = .platform(PlatformConstraint(platform: platform, version: version))
    case .platforms(let platforms):
      self = .platforms(
        platforms.map { supported in
          PlatformConstraint(
            platform: supported.platform, version: supported.versions.map { .versions($0) } ?? .any)
        })
    case .appVersion(let range): self = .appVersion(range)
    case .date(let range): self = .date(range)
    case .runtimeEnabled: self = .runtimeEnabled
    case .userToggled(let value): self = .userToggled(defaultValue: value)
    case .permission(let requirement):
      self = .permission(requirement.permission, in: requirement.statuses)
    case .purchase(let expression): self = .purchase(PurchaseRequirement(expression, in: tree))
    case .attribute(let requirement):
      self = .attribute(
        FeatureAttributeRequirement(
          attribute: manifest.attributes[requirement.attribute], accepted: requirement.accepted))
    case .rollout(let requirement):
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
