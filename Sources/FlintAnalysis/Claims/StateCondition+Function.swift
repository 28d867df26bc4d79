import FlintCore

extension StateCondition {
  /// The versions that it tells apart.
  var boundaries: Boundaries {
    var boundaries = Boundaries()
    for platform in Platform.allCases where self.platform == nil || self.platform == platform {
      if let range = osVersion?.cut { boundaries.add(platform, range) }
    }
    if let range = appVersion?.cut { boundaries.addApp(range) }
    for permission in SystemPermission.allCases where permissions[permission] != nil {
      boundaries.permissions.insert(permission)
    }
    // Whoever asks for one kind of location must see what the other brings.
    if permissions[.locationWhenInUse] != nil { boundaries.permissions.insert(.locationAlways) }
    return boundaries
  }

  /// Makes a state have the versions that are given exactly; the state's class holds them.
  /// - Parameter declared: the app's version in the manifest, which holds where the state gives none.
  func pin(_ state: inout DeviceState, declared: Version?) {
    if case .exactly(let version)? = osVersion { state.osVersion = version }
    if case .exactly(let version)? = appVersion {
      let present = state.appVersion ?? declared.map { .version($0) } ?? .latest
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
    var truth = try systemFunction(of: condition)
    if let version = condition.appVersion {
      truth = try store.and(truth, appFunction(of: version))
    }
    for permission in SystemPermission.allCases {
      guard let status = condition.permissions[permission] else { continue }
      truth = try store.and(truth, function(of: permission, is: status))
    }
    for (product, holding) in condition.purchases.sorted(by: { $0.key < $1.key }) {
      guard case .status(let status) = holding else { continue }
      truth = try store.and(
        truth, function(of: .product(product), Variable.productValues) { $0 == status })
    }
    for feature in condition.unlocked {
      truth = try store.and(truth, function(of: .unlocked(feature), [false, true]) { $0 })
    }
    for (feature, isOn) in condition.toggles.sorted(by: { $0.key < $1.key }) {
      let declared = sides[0].manifest.declaredToggle(of: feature)
      truth = try store.and(
        truth, function(of: .toggle(feature), [declared, true, false]) { $0 == isOn })
    }
    for (feature, flag) in condition.runtime.sorted(by: { $0.key < $1.key }) {
      let declared = Ternary(sides[0].manifest.features[feature].isEnabled ?? true)
      truth = try store.and(
        truth, function(of: .runtime(feature), [declared] + Variable.runtimeValues) { $0 == flag })
    }
    for (attribute, value) in condition.attributes.sorted(by: { $0.key < $1.key }) {
      let declaration = sides[0].manifest.attributes[attribute]
      var values: [AttributeValue] = [declaration.defaultValue ?? .unknown, .unknown]
      switch declaration.domain {
      case .boolean: values += [.boolean(true), .boolean(false)]
      case .choice(let texts): values += texts.indices.map { .choice($0) }
      }
      truth = try store.and(truth, function(of: .attribute(attribute), values) { $0 == value })
    }
    return truth
  }

  /// Where a variable has one of the wanted values.
  private mutating func function<Value>(
    of variable: Variable, _ values: [Value], where isWanted: (Value) -> Bool
  ) -> Diagram {
    let number = number(of: variable)
    return store.node(
      number,
      values.enumerated().map {
        DiagramStore.Edge(
          from: UInt32($0.offset), child: Diagram(Ternary(isWanted($0.element))))
      })
  }

  private mutating func systemFunction(
    of condition: StateCondition
  ) throws(TooLarge) -> Diagram {
    var matching = Set<UInt32>()
    for platform in Platform.allCases
    where condition.platform == nil || condition.platform == platform {
      let scale = systemScales[Int(platform.rawValue)]
      let classes = condition.osVersion?.indices(in: scale) ?? 0..<scale.count
      for index in classes { matching.insert(systemValues[Int(platform.rawValue)] + UInt32(index)) }
    }
    return store.node(
      Self.system,
      (0..<systemValues.last!).map {
        DiagramStore.Edge(from: $0, child: Diagram(Ternary(matching.contains($0))))
      })
  }

  private mutating func appFunction(of version: StateCondition.VersionCondition) -> Diagram {
    let declared = sides[0].manifest.app.version.map { InstalledVersion.version($0) } ?? .latest
    let classes = version.indices(in: appScale)
    let values = [appScale.index(of: declared)] + Array(0..<appScale.count)
    return store.node(
      Self.appVersion,
      values.enumerated().map {
        DiagramStore.Edge(
          from: UInt32($0.offset), child: Diagram(Ternary(classes.contains($0.element))))
      })
  }

  private mutating func function(
    of permission: SystemPermission, is wanted: SystemPermissionStatus
  ) throws(TooLarge) -> Diagram {
    var truth = permissionStatus(permission) { Ternary($0 == wanted) }
    if permission == .locationWhenInUse {
      // Authorized where `location.always` is, whatever its own variable says.
      let always = permissionStatus(.locationAlways) { Ternary($0 == .authorized) }
      let brings = try whereOffered(.locationAlways, always, else: .no)
      truth = try store.and(truth, store.not(brings))
      if wanted == .authorized {
        let own = permissionStatus(permission) { Ternary($0 == wanted) }
        truth = try store.or(own, brings)
      }
    }
    return try whereOffered(permission, truth, else: Diagram(Ternary(wanted == .unsupported)))
  }
}

extension Manifest {
  /// The value that a feature's toggle has where a state does not say; nil where it has no such constraint.
  func declaredToggle(of feature: Int) -> Bool? {
    let declaration = features[feature]
    for constraint in declaration.constraints + declaration.conditional.flatMap(\.constraints) {
      if case .userToggled(let value) = constraint { return value }
    }
    return nil
  }
}
