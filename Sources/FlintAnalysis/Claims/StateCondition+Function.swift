extension StateCondition {
  /// Breakpoints that the condition needs in addition to the manifest's own.
  func breakpoints(in manifest: Manifest) -> Breakpoints {
    var breakpoints = Breakpoints()
    for platform in Platform.allCases
    where required.platform == nil || required.platform == platform {
      if let range = osVersions ?? required.osVersion?.cut {
        breakpoints.add(.system(platform, range), isImplied: false)
      }
    }
    for fact in DeviceFact.allCases {
      if let accepted = accepted(of: fact) {
        breakpoints.add(.device(fact, accepted), isImplied: false)
      }
    }
    for formula in meaning(in: manifest) { breakpoints.add(formula, in: manifest) }
    for permission in required.permissions.keys { breakpoints.addStatuses(of: permission) }
    for (product, holding) in required.purchases {
      if case .status = holding { breakpoints.addStatuses(ofProduct: product) }
    }
    for (bucket, range) in buckets {
      for percent in range.limits {
        breakpoints.add(FactTest(.bucket(bucket), .bucket(below: percent)), isImplied: false)
      }
    }
    return breakpoints
  }

  private func accepted(of fact: DeviceFact) -> AttributeRequirement.Accepted? {
    if let range = ranges[.device(fact)] { return .range(range) }
    return switch required.device[fact] {
    case .version(let version): version.cut.map { .versions($0) }
    case let value?: .values([value])
    case nil: nil
    }
  }

  /// Formulas that are all true where the condition is met. ``StateSpace/parts(of:)`` adds those
  /// for platform, versions, date and rollout positions.
  func meaning(in manifest: Manifest) -> [Formula] {
    StateSection.allCases.flatMap { meaning(of: $0, in: manifest) }
  }

  private func meaning(of section: StateSection, in manifest: Manifest) -> [Formula] {
    switch section {
    // These sections require certain values of a fact, which the tests in formulas cannot express.
    case .platform, .osVersion, .device, .buckets, .defaults: []
    case .permissions:
      SystemPermission.allCases.compactMap { permission in
        required.permissions[permission].map { .reference(.status(permission, .only($0))) }
      }
    case .purchases:
      inOrder(required.purchases).compactMap { product, holding in
        if case .status(let status) = holding {
          manifest.status(of: product, .only(status))
        } else {
          nil
        }
      }
    case .unlocked: (required.unlocked ?? []).map { .test(.unlocked($0)) }
    case .toggles: inOrder(required.toggles).map { manifest.toggle(of: $0.key, is: $0.value) }
    case .runtime:
      inOrder(required.runtime).map { manifest.runtimeFlag(of: $0.key, .only($0.value)) }
    case .attributes:
      inOrder(required.attributes).map { manifest.attribute($0.key, is: $0.value) }
        + manifest.attributes.indices.compactMap { attribute in
          guard let range = ranges[.attribute(attribute)] else { return nil }
          let requirement = AttributeRequirement(attribute: attribute, accepted: .range(range))
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

  /// Gives the state the exact versions and credits that the condition requires. A proof tries only
  /// one version between two breakpoints, and never sets credits. The state's versions must be
  /// between the same breakpoints as the required ones.
  func applyExactValues(to state: inout DeviceState, in manifest: Manifest) {
    state.osVersion = required.osVersion ?? state.osVersion
    for (fact, value) in required.device
    where (state[fact] ?? manifest.defaultValue(of: fact, on: state.platform)) != value {
      state[fact] = value
    }
    for (product, holding) in required.purchases {
      if case .credits = holding { state.purchases[product] = holding }
    }
  }
}

extension InstalledVersion {
  /// The range from this version on, for a breakpoint. Nil for `latest`, which needs none.
  fileprivate var cut: VersionRange? {
    switch self {
    case .version(let version): .atLeast(version)
    case .latest: nil
    }
  }
}

extension VersionScale {
  /// Indices of the classes of versions in `range`, else of `version`'s. Nil if both are nil; empty
  /// if `version` was never released.
  fileprivate func indices(of version: InstalledVersion?, in range: VersionRange?) -> Range<Int>? {
    if let range { return indices(in: range) }
    return version.map { version in
      let index = index(of: version)
      return index..<(isReleased(version) ? index + 1 : index)
    }
  }
}

extension StateSpace {
  /// Functions for what ``StateCondition/meaning(in:)`` omits: platform, versions, date and rollout
  /// positions.
  mutating func parts(of condition: StateCondition) -> [Diagram] {
    var parts = [systemFunction(of: condition)]
    for fact in DeviceFact.allCases {
      if let part = function(of: fact, in: condition) { parts.append(part) }
    }
    for (bucket, range) in condition.buckets.sorted(by: { $0.key < $1.key }) {
      parts.append(holds(.bucket(bucket)) { $0.bucket.map { range.contains($0) } ?? false })
    }
    return parts
  }

  private mutating func systemFunction(of condition: StateCondition) -> Diagram {
    let classes = systemScales.map {
      $0.indices(of: condition.required.osVersion, in: condition.osVersions)
    }
    let (platform, scales) = (condition.required.platform, systemScales)
    return holds(.system) { value in
      guard let system = value.system, platform == nil || platform == system.platform else {
        return false
      }
      let number = Int(system.platform.rawValue)
      return classes[number]?.contains(scales[number].index(of: system.version)) ?? true
    }
  }

  private mutating func function(of fact: DeviceFact, in condition: StateCondition) -> Diagram? {
    let (exact, range) = (condition.required.device[fact], condition.ranges[.device(fact)])
    guard exact != nil || range != nil else { return nil }
    let (scale, manifest) = (VersionScale(breakpoints[.device(fact)].versions), sides[0].manifest)
    // A proof tries only one version of each class, which need not be the required one.
    let classes = scale.indices(of: exact?.version, in: range?.versions)
    func isMatch(_ value: AttributeValue) -> Bool {
      if let classes, let version = value.version {
        return classes.contains(scale.index(of: version))
      }
      return value == exact || range?.contains(value) == true
    }
    let given = holds(.device(fact)) { $0.typed.map(isMatch) ?? false }
    if fact.canBeAbsent { return given }
    let isNotGiven = holds(.device(fact)) { $0 == .notGiven }
    let declared = holds(.system) { value in
      let usual = value.system.flatMap { manifest.defaultValue(of: fact, on: $0.platform) }
      // Where another version of the class is required, the state has to give it.
      return exact.map { $0 == usual } ?? usual.map(isMatch) ?? false
    }
    return store.or(given, store.and(isNotGiven, declared))
  }
}

extension AttributeValue {
  fileprivate var version: InstalledVersion? {
    if case .version(let version) = self { version } else { nil }
  }
}
