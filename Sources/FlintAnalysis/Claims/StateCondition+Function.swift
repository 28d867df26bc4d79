import FlintCore

extension StateCondition {
  /// The versions and permissions that it tells apart.
  func boundaries(in manifest: Manifest) -> VersionBoundaries {
    var boundaries = VersionBoundaries()
    for platform in Platform.allCases where self.platform == nil || self.platform == platform {
      if let range = osVersion?.cut {
        boundaries.add(.system(platform, range), isImplied: false)
      }
    }
    if let range = appVersion?.cut {
      boundaries.add(.appVersion(range, otherwise: .unknown), isImplied: false)
    }
    for formula in meaning(in: manifest) { boundaries.add(formula, in: manifest) }
    return boundaries
  }

  /// What it asks of everything but versions: that what holds, defaults included, is just what it names.
  func meaning(in manifest: Manifest) -> [Formula] {
    StateSection.allCases.flatMap { meaning(of: $0, in: manifest) }
  }

  private func meaning(of section: StateSection, in manifest: Manifest) -> [Formula] {
    switch section {
    case .platform, .osVersion, .appVersion, .defaults: []
    case .permissions:
      SystemPermission.allCases.flatMap { permission -> [Formula] in
        guard let status = permissions[permission] else { return [] }
        let itself = Formula.reference(.status(permission, .only(status)))
        guard let implying = permission.impliedBy else { return [itself] }
        // An example must see what one kind of location brings the other.
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
    case .attributes: inOrder(attributes).map { manifest.attribute($0.key, is: $0.value) }
    }
  }

  private func inOrder<Value>(_ values: [Int: Value]) -> [(key: Int, value: Value)] {
    values.sorted { $0.key < $1.key }
  }

  /// Makes a state have the versions that are given exactly; the state's class holds them.
  /// - Parameter declared: the app's version where the state gives none.
  func pin(_ state: inout DeviceState, declared: InstalledVersion) {
    if case .exactly(let version)? = osVersion { state.osVersion = version }
    if case .exactly(let version)? = appVersion {
      let present = state.appVersion ?? declared
      if present != version { state.appVersion = version }
    }
    for (product, holding) in purchases {
      if case .credits = holding { state.purchases[product] = holding }
    }
  }
}

extension StateCondition.VersionCondition {
  /// The range whose limits are boundaries; that of one version begins with it.
  var cut: VersionRange? {
    switch self {
    case .within(let range): range
    case .exactly(.version(let version)): .atLeast(version)
    case .exactly(.latest): nil
    }
  }

  /// The classes that match.
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
  /// Where a state matches; never unknown.
  mutating func function(of condition: StateCondition) throws(TooLarge) -> Diagram {
    var truth = systemFunction(of: condition)
    if let version = condition.appVersion {
      truth = try store.and(truth, appFunction(of: version))
    }
    for formula in condition.meaning(in: sides[0].manifest) {
      truth = try store.and(truth, value(of: formula, on: 0))
    }
    return truth
  }

  private mutating func systemFunction(of condition: StateCondition) -> Diagram {
    let scales = systemScales
    return function(of: .system) { value in
      guard case .system(let platform, let version) = value,
        condition.platform == nil || condition.platform == platform
      else { return false }
      let scale = scales[Int(platform.rawValue)]
      return condition.osVersion?.indices(in: scale).contains(scale.index(of: version)) ?? true
    }
  }

  private mutating func appFunction(of version: StateCondition.VersionCondition) -> Diagram {
    let declared = sides[0].manifest.app.installedVersion
    let (scale, classes) = (appScale, version.indices(in: appScale))
    return function(of: .appVersion) { value in
      let installed = if case .version(let given) = value { given } else { declared }
      return classes.contains(scale.index(of: installed))
    }
  }

  /// Where a fact has one of the wanted values.
  private mutating func function(
    of fact: Fact, where isWanted: (FactValue) -> Bool
  ) -> Diagram {
    let number = number(of: fact)
    return store.node(
      number,
      domains[Int(number)].values.enumerated().map {
        DiagramStore.Edge(
          from: UInt32($0.offset), child: Diagram(Ternary(isWanted($0.element))))
      })
  }
}
