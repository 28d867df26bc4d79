/// Features and dependencies of one moment. Values that no state can have are replaced, so that
/// `flint-inspect` can read the state.
struct Snapshot: Sendable {
  let tree: FeatureTree
  let dependencies: FlintDependencies

  init(of registry: Registry) throws(UsageError) {
    tree = try registry.tree()
    dependencies = registry.dependencies
  }

  /// An evaluator whose state has facts for these features only.
  func evaluator(for features: some Sequence<Int>) -> Evaluator {
    Evaluator(tree.manifest, in: state(for: features))
  }

  /// A state with the facts that these features depend on.
  func state(for features: some Sequence<Int>) -> DeviceState {
    let device = dependencies.device
    var state = DeviceState(platform: device.platform, osVersion: device.osVersion)
    for fact in DeviceFact.allCases { state[fact] = dependencies.value(of: fact) }
    for target in tree.manifest.closure(of: Array(features)) {
      let feature: Int? = if case .feature(let feature) = target { feature } else { nil }
      tree.manifest.forEachPart(of: target) { read($0, of: feature, into: &state) }
    }
    return state
  }

  func statuses() -> [FeatureStatus] {
    let indices = tree.manifest.features.indices
    let evaluator = evaluator(for: indices)
    return indices.map { evaluator.status(of: $0) }
  }

  private func read(_ constraint: Constraint, of feature: Int?, into state: inout DeviceState) {
    switch constraint {
    case .platform, .platforms, .device:
      break
    case .runtimeEnabled:
      if let feature { state.runtime[feature] = runtimeFlag(of: feature) }
    case .userToggled:
      guard let feature else { return }
      let featureID = tree.manifest.features[feature].id
      if let isOn = dependencies.userToggles.isOn(featureID: featureID) {
        state.toggles[feature] = isOn
      }
    case .permission(let requirement): read(requirement.permission, into: &state)
    case .purchase(let expression):
      expression.forEachProduct(in: tree.manifest) { product, _ in
        read(product: product, into: &state)
      }
      if let feature, !state.unlocked.contains(feature),
        dependencies.purchaseTracker.isUnlocked(featureID: tree.manifest.features[feature].id)
      {
        state.unlocked.append(feature)
      }
    case .attribute(let requirement): read(requirement, into: &state)
    case .rollout(let requirement):
      state.buckets[requirement.bucket] = dependencies.bucket(
        tree.manifest.buckets[requirement.bucket]
      ).map { min($0, .maxPosition) }
    case .feature, .condition, .allOf, .anyOf, .not: break
    }
  }

  private func runtimeFlag(of feature: Int) -> Ternary {
    if let flag = dependencies.runtimeFlag(tree.manifest.features[feature].id) { return flag }
    guard let conditional = tree.types[feature] as? any ConditionalFeatureDefinition.Type else {
      return .yes
    }
    return conditional.isEnabled.map { Ternary($0) } ?? .unknown
  }

  /// Adds the permission's status to the state. Omits `unsupported` where the version lacks the
  /// permission: the evaluator would consider it final, and suggest no upgrade.
  private func read(_ permission: SystemPermission, into state: inout DeviceState) {
    var status = dependencies.permissionChecker.status(of: permission)
    if !permission.allows(status) { status = .authorized }
    let access = permission.support.access(on: state.platform, state.osVersion)
    if status != .unsupported || access != .unsupported {
      state.permissions[permission] = status
    }
  }

  private func read(product: Int, into state: inout DeviceState) {
    let tracker = dependencies.purchaseTracker
    let declared = tree.products[product]
    state.purchases[product] =
      if declared.type == .consumable {
        .credits(Int64(max(0, tracker.credits(of: declared))))
      } else if declared.type.isSubscription, let end = tracker.end(of: declared) {
        .until(end)
      } else {
        .status(declared.type.status(tracker.status(of: declared)))
      }
  }

  private func read(_ requirement: AttributeRequirement, into state: inout DeviceState) {
    let attribute = tree.manifest.attributes[requirement.attribute]
    if let value = dependencies.attributes.value(of: attribute) {
      state.attributes[requirement.attribute] = attribute.domain.has(value) ? value : .unknown
    }
  }
}
