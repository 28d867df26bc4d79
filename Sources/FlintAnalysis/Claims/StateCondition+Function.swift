import FlintCore
import FlintLogic

extension StateCondition {
  /// Returns the breakpoints of the condition: the versions, dates, attribute values and rollout positions at which it
  /// becomes true or false. The result also contains the permission and purchase statuses that the condition requires.
  /// An analysis must distinguish these values too, in addition to those that constraints distinguish. Unlocked
  /// features add nothing, because an analysis always distinguishes whether a feature is unlocked.
  func breakpoints(in manifest: Manifest) -> Breakpoints {
    var breakpoints = Breakpoints()
    for platform in Platform.allCases where self.platform == nil || self.platform == platform {
      if let range = osVersion?.cut {
        breakpoints.add(.system(platform, range), isImplied: false)
      }
    }
    if let range = appVersion?.cut {
      breakpoints.add(.appVersion(range, otherwise: .unknown), isImplied: false)
    }
    for formula in meaning(in: manifest) { breakpoints.add(formula, in: manifest) }
    // `unsupported` is only the status of a permission that the platform does not offer, so it adds no value.
    for (permission, status) in permissions.given
    where status != .notDetermined && status != .unsupported {
      breakpoints.add(status, of: permission)
    }
    for (product, holding) in purchases {
      if case .status(let status) = holding { breakpoints.add(status, ofProduct: product) }
    }
    for date in date?.limits(next: { DateTime(seconds: $0.seconds + 1) }) ?? [] {
      breakpoints.add(.date(.atLeast(date)), isImplied: false)
    }
    for (bucket, wanted) in buckets {
      let limits = wanted.limits { Percent(tenThousandths: Int($0.tenThousandths) + 1) }
      for percent in limits {
        breakpoints.add(.bucket(bucket, below: percent), isImplied: false)
      }
    }
    return breakpoints
  }

  /// Returns formulas that together express most sections of the condition. A section is a part of the condition, such
  /// as its toggles. A state matches these sections if all formulas are true in it. If the state has no value for a
  /// fact, a formula tests the default. For the other sections, such as the date, see ``StateSpace/parts(of:)``.
  func meaning(in manifest: Manifest) -> [Formula] {
    StateSection.allCases.flatMap { meaning(of: $0, in: manifest) }
  }

  private func meaning(of section: StateSection, in manifest: Manifest) -> [Formula] {
    switch section {
    // These sections require certain values of a fact, which the tests in formulas cannot express.
    case .platform, .osVersion, .device, .buckets, .defaults: []
    case .permissions:
      SystemPermission.allCases.flatMap { permission -> [Formula] in
        guard let status = permissions[permission] else { return [] }
        let itself = Formula.reference(.status(permission, .only(status)))
        guard let implying = permission.impliedBy else { return [itself] }
        // The first formula is always true. It makes the search for an example consider the status of `implying`, the
        // permission whose authorization includes that of `permission`.
        let implied = Formula.reference(.status(implying, .only(.authorized)))
        return [.any([.constant(.yes), implied]), itself]
      }
    case .purchases:
      inOrder(purchases).compactMap { product, holding in
        if case .status(let status) = holding {
          manifest.status(of: product, .only(status))
        } else {
          nil
        }
      }
    case .unlocked: unlocked.map { .test(.unlocked($0)) }
    case .toggles: inOrder(toggles).map { manifest.toggle(of: $0.key, is: $0.value) }
    case .runtime: inOrder(runtime).map { manifest.runtimeFlag(of: $0.key, .only($0.value)) }
    case .attributes:
      inOrder(attributes).map { manifest.attribute($0.key, is: $0.value) }
        + inOrder(attributeRanges).map { attribute, accepted in
          let requirement = AttributeRequirement(attribute: attribute, accepted: accepted)
          // An unknown value is in no range.
          return .all([
            manifest.attribute(meeting: requirement),
            .not(manifest.attribute(attribute, is: .unknown)),
          ])
        }
    }
  }

  private func inOrder<Value>(_ values: [Int: Value]) -> [(key: Int, value: Value)] {
    values.sorted { $0.key < $1.key }
  }

  /// Sets the versions and credits in a counterexample to the values that the condition requires exactly, such as app
  /// version 2.1. This is necessary because a proof does not try every value: it tries one example of each class of
  /// versions that no constraint distinguishes, and no amounts of credits. Each version in the counterexample must
  /// already be in the same class as the required version.
  ///
  /// - Parameter declared: Returns the app version that the manifest declares for a platform. It is used for a state
  ///   without an app version.
  func applyExactValues(to state: inout DeviceState, declared: (Platform) -> InstalledVersion) {
    if case .exactly(let version)? = osVersion { state.osVersion = version }
    if case .exactly(let version)? = appVersion {
      let present = state.appVersion ?? declared(state.platform)
      if present != version { state.appVersion = version }
    }
    for (product, holding) in purchases {
      if case .credits = holding { state.purchases[product] = holding }
    }
  }
}

extension StateCondition.VersionCondition {
  /// The range of versions whose limits become breakpoints (values that a proof distinguishes) because of this
  /// condition. For “exactly 2.1”, it is “2.1 or later”: a class of versions begins at 2.1, and no constraint
  /// distinguishes the versions of this class from 2.1. Nil if the condition requires the latest version, which needs
  /// no breakpoint: it always belongs to the class of the newest versions.
  var cut: VersionRange? {
    switch self {
    case .within(let range): range
    case .exactly(.version(let version)): .atLeast(version)
    case .exactly(.latest): nil
    }
  }

  /// Returns the numbers of the classes in `scale` whose versions match the condition. A class is a range of versions
  /// that no constraint distinguishes.
  func indices(in scale: VersionScale) -> Range<Int> {
    switch self {
    case .within(let range): return scale.indices(in: range)
    case .exactly(let version):
      let index = scale.index(of: version)
      return index..<index + 1
    }
  }
}

extension StateSpace {
  /// Returns functions of the state for the sections of a condition that ``StateCondition/meaning(in:)`` cannot express
  /// as formulas: platform, versions, date and rollout positions. A state matches these sections if all the functions
  /// are true in it.
  mutating func parts(of condition: StateCondition) throws(LimitExceeded) -> [Diagram] {
    var parts = [systemFunction(of: condition)]
    if let version = condition.appVersion { parts.append(try appFunction(of: version)) }
    return parts + valueFunctions(of: condition)
  }

  private mutating func systemFunction(of condition: StateCondition) -> Diagram {
    let scales = systemScales
    return holds(.system) { value in
      guard case .system(let platform, let version) = value,
        condition.platform == nil || condition.platform == platform
      else { return false }
      let scale = scales[Int(platform.rawValue)]
      return condition.osVersion?.indices(in: scale).contains(scale.index(of: version)) ?? true
    }
  }

  /// Returns a function that is true in the states whose app version satisfies `version`, a part of the condition. A
  /// state without an app version has the version that the manifest declares for the state's platform.
  private mutating func appFunction(
    of version: StateCondition.VersionCondition
  ) throws(LimitExceeded) -> Diagram {
    let (scale, app) = (appScale, sides[0].manifest.app)
    let classes = version.indices(in: appScale)
    let given = holds(.appVersion) { value in
      if case .typed(.version(let given)) = value {
        classes.contains(scale.index(of: given))
      } else {
        false
      }
    }
    let isNotGiven = holds(.appVersion) { $0 == .notGiven }
    let declared = holds(.system) { value in
      guard case .system(let platform, _) = value else { return false }
      return classes.contains(scale.index(of: app.installedVersion(on: platform)))
    }
    return try store.or(given, store.and(isNotGiven, declared))
  }

  private mutating func valueFunctions(of condition: StateCondition) -> [Diagram] {
    var parts: [Diagram] = []
    if let date = condition.date {
      parts.append(
        holds(.date) {
          if case .typed(.date(let value)) = $0 { date.contains(value) } else { false }
        })
    }
    for (bucket, wanted) in condition.buckets.sorted(by: { $0.key < $1.key }) {
      parts.append(
        holds(.bucket(bucket)) {
          if case .bucket(let position) = $0 { wanted.contains(position) } else { false }
        })
    }
    return parts
  }
}
