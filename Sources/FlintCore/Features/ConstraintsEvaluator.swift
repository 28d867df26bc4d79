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

  /// Faster than ``evaluate(for:)``. Features outside `Flint.setup`'s groups end the program.
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
      throw
        "'\(feature)' is not in the feature tree: add it to the subfeatures of a group that is passed to Flint.setup(_:)"
    }
    return (position, snapshot)
  }
}

/// Outcomes of a feature's constraints, then its groups', from the innermost.
public struct FeatureConstraintsEvaluation: Sendable {
  public private(set) var status = FeatureStatus.available

  /// A sentence for each blocker.
  public private(set) var reasons: [String] = []

  /// Nil if the feature is available. Indices are those of ``Flint/manifest``.
  public private(set) var nextStep: NextStep?

  /// ``nextStep`` as a sentence: “Request the camera permission”.
  public private(set) var suggestion: String?

  private var constraints: [ConstraintEvaluation] = []
  private let tree: FeatureTree

  /// The status of each permission that ``all`` requires.
  private(set) var permissionStatuses: SystemPermissionStatuses = [:]

  init(_ position: FeatureTree.Position, in snapshot: Snapshot) {
    tree = snapshot.tree
    guard case .feature(let feature) = position else { return }
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
    for constraint in constraints where constraint.status != .notActive {
      guard case .permission(let requirement) = constraint.constraint else {
        continue
      }
      permissionStatuses[requirement.permission] = evaluator.state.status(
        of: requirement.permission)
    }
  }

  /// Constraints that apply in the current state.
  public var all: FeatureConstraints { declarations { $0.status != .notActive } }

  public var satisfied: FeatureConstraints { declarations { $0.status == .satisfied } }

  /// Constraints that are not satisfied, or whose outcome is unknown.
  public var unsatisfied: FeatureConstraints { declarations { $0.status.truth != .yes } }

  public var undetermined: FeatureConstraints { declarations { $0.status == .notDetermined } }

  /// Constraints on other platforms, or under a guard that is false.
  public var notActive: FeatureConstraints { declarations { $0.status == .notActive } }

  /// ``all``, without unsatisfied constraints under an unknown guard, which may not apply.
  var needed: FeatureConstraints {
    declarations { $0.status != .notActive && !$0.hasUnknownGuard }
  }

  var neededUnsatisfied: FeatureConstraints {
    declarations { $0.status.truth != .yes && !$0.hasUnknownGuard }
  }

  private func declarations(
    where isIncluded: (ConstraintEvaluation) -> Bool
  ) -> FeatureConstraints {
    FeatureConstraints(constraints.filter(isIncluded).map(\.constraint), in: tree)
  }

  func isNotDetermined(_ permission: SystemPermission) -> Bool {
    permissionStatuses[permission] == .notDetermined
  }
}

/// Constraints of a feature and its groups. Without duplicates, in declared order.
public struct FeatureConstraints: Hashable, Sendable {
  /// Indices are those of ``Flint/manifest``.
  public let constraints: [Constraint]
  public let purchases: [PurchaseRequirement]

  init(_ constraints: [Constraint] = [], in tree: FeatureTree? = nil) {
    self.constraints = constraints.distinctElements
    purchases = self.constraints.compactMap { constraint in
      guard let tree, case .purchase(let expression) = constraint else { return nil }
      return PurchaseRequirement(expression, in: tree)
    }
  }

  public var platforms: [PlatformConstraint] {
    constraints.compactMap {
      guard case .platform(let platform, let version) = $0 else { return nil }
      return PlatformConstraint(platform: platform, version: version)
    }
  }

  public var runtimeEnabled: Bool { constraints.contains(.runtimeEnabled) }

  public var userToggled: Bool { constraints.contains { $0.kind == .userToggled } }

  public var permissionRequirements: [PermissionRequirement] {
    constraints.compactMap {
      if case .permission(let requirement) = $0 { requirement } else { nil }
    }
  }

  public var permissions: [SystemPermission] {
    permissionRequirements.map(\.permission).distinctElements
  }

  public var attributes: [AttributeRequirement] {
    constraints.compactMap { if case .attribute(let requirement) = $0 { requirement } else { nil } }
  }

  public var rollouts: [RolloutRequirement] {
    constraints.compactMap { if case .rollout(let requirement) = $0 { requirement } else { nil } }
  }

  private var device: [DeviceRequirement] {
    constraints.compactMap { if case .device(let requirement) = $0 { requirement } else { nil } }
  }

  public var appVersions: [VersionRange] { device.compactMap(\.accepted.versionRange) }

  public var dates: [DateRange] { device.compactMap(\.accepted.dateRange) }

  public var isEmpty: Bool { constraints.isEmpty }
}

/// A platform with accepted versions.
public struct PlatformConstraint: Hashable, Sendable {
  public let platform: Platform
  public let version: PlatformVersionConstraint

  public init(platform: Platform, version: PlatformVersionConstraint) {
    self.platform = platform
    self.version = version
  }
}
