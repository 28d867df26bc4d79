import FlintCore

/// Every state that can exist for one or two manifests, one by one: the judge of what is proven without trying.
///
/// Written from the contract and without the state space, so that a mistake there is none here.
struct EveryState {
  /// Each choice changes one thing of a state in one of several ways.
  private var choices: [[(inout DeviceState) -> Void]] = []

  /// How many combinations there are to try, states that cannot exist among them.
  var count: Int {
    choices.reduce(1) { $0 > 1 << 40 ? $0 : $0 * $1.count }
  }

  /// `naming` numbers what the states speak of and holds all that the manifests declare.
  init(_ manifests: [Manifest], naming: Manifest) {
    addSystems(manifests)
    addAppVersions(manifests)
    addPermissions(manifests)
    addPurchases(manifests, naming)
    addFeatures(manifests, naming)
    for (index, attribute) in naming.attributes.enumerated() {
      var values: [AttributeValue?] = [nil, .unknown]
      for manifest in manifests {
        switch manifest.attributes.first(where: { $0.id == attribute.id })?.domain {
        case .boolean?: values += [.boolean(true), .boolean(false)]
        case .choice?:
          if case .choice(let texts) = attribute.domain {
            values += texts.indices.map { .choice($0) }
          }
        case nil: break
        }
      }
      add(values) { $0.attributes[index] = $1 }
    }
  }

  func visitAll(_ body: (DeviceState) -> Void) {
    visit(0, DeviceState(), body)
  }

  private func visit(_ index: Int, _ state: DeviceState, _ body: (DeviceState) -> Void) {
    guard index < choices.count else {
      if isConsistent(state) { body(state) }
      return
    }
    for choose in choices[index] {
      var state = state
      choose(&state)
      visit(index + 1, state, body)
    }
  }

  /// What is not offered is not given, and an authorized `location.always` leaves `location.whenInUse` to follow.
  private func isConsistent(_ state: DeviceState) -> Bool {
    for permission in SystemPermission.allCases where state.permissions[permission] != nil {
      if !permission.isOffered(on: state.platform, state.osVersion) { return false }
    }
    return state.permissions[.locationAlways] != .authorized
      || state.permissions[.locationWhenInUse] == nil
  }

  private mutating func add<Value>(
    _ values: [Value], _ set: @escaping (inout DeviceState, Value) -> Void
  ) {
    choices.append(values.map { value in { state in set(&state, value) } })
  }

  private mutating func addSystems(_ manifests: [Manifest]) {
    var systems: [(Platform, InstalledVersion)] = []
    for platform in Platform.allCases {
      var versions: Set<Version> = [Version(0)]
      for manifest in manifests {
        manifest.forEachConstraint { _, constraint in
          switch constraint {
          case .platform(platform, .versions(let range)):
            versions.formUnion([range.atLeast, range.below].compactMap { $0 })
          case .permission(let permission):
            if let first = permission.support.firstVersion(on: platform) { versions.insert(first) }
          default: break
          }
        }
        for guardian in manifest.features.flatMap(\.conditional).map(\.guardian) {
          for (listed, range) in guardian.platforms where listed == platform {
            versions.formUnion([range?.atLeast, range?.below].compactMap { $0 })
          }
        }
      }
      systems.append((platform, .latest))
      systems += versions.map { (platform, .version($0)) }
    }
    add(systems) { ($0.platform, $0.osVersion) = $1 }
  }

  private mutating func addAppVersions(_ manifests: [Manifest]) {
    var versions: Set<Version> = []
    for manifest in manifests {
      manifest.forEachConstraint { _, constraint in
        guard case .appVersion(let range) = constraint else { return }
        versions.formUnion([range.atLeast, range.below].compactMap { $0 })
      }
      for range in manifest.features.flatMap(\.conditional).compactMap(\.guardian.appVersion) {
        versions.formUnion([range.atLeast, range.below].compactMap { $0 })
      }
    }
    if versions.isEmpty { return }
    versions.insert(Version(0))
    add([nil, .latest] + versions.map { .version($0) }) { $0.appVersion = $1 }
  }

  private mutating func addPermissions(_ manifests: [Manifest]) {
    var permissions: Set<SystemPermission> = []
    for manifest in manifests {
      manifest.forEachConstraint { _, constraint in
        if case .permission(let permission) = constraint { permissions.insert(permission) }
      }
    }
    for permission in SystemPermission.allCases where permissions.contains(permission) {
      add([nil, .authorized, .denied, .restricted]) { $0.permissions[permission] = $1 }
    }
  }

  private mutating func addPurchases(_ manifests: [Manifest], _ naming: Manifest) {
    var products: Set<String> = []
    for manifest in manifests {
      manifest.forEachConstraint { _, constraint in
        guard case .purchase(let expression) = constraint else { return }
        expression.forEachProduct { product, _ in
          if manifest.products[product].type != .consumable {
            products.insert(manifest.products[product].id)
          }
        }
      }
    }
    for (index, product) in naming.products.enumerated() where products.contains(product.id) {
      add([nil, .status(.purchased), .status(.unknown)]) { $0.purchases[index] = $1 }
    }
  }

  private mutating func addFeatures(_ manifests: [Manifest], _ naming: Manifest) {
    for (index, feature) in naming.features.enumerated() {
      var kinds: Set<ConstraintKind> = []
      for manifest in manifests {
        manifest.forEachConstraint { declaring, constraint in
          if manifest.features[declaring].id == feature.id { kinds.insert(constraint.kind) }
        }
      }
      if kinds.contains(.userToggled) { add([nil, true, false]) { $0.toggles[index] = $1 } }
      if kinds.contains(.runtimeEnabled) {
        add([nil, .yes, .no, .unknown]) { $0.runtime[index] = $1 }
      }
      if kinds.contains(.purchase) {
        add([false, true]) { state, isUnlocked in
          if isUnlocked { state.unlocked.append(index) }
        }
      }
    }
  }
}

extension DeviceState {
  /// The state as a manifest sees it that does not know every id or value: what it lacks is ignored.
  func seen(by manifest: Manifest, naming: Manifest) -> DeviceState {
    var state = self
    (state.purchases, state.attributes, state.unlocked) = ([:], [:], [])
    (state.toggles, state.runtime) = ([:], [:])
    for (index, holding) in purchases {
      guard
        let product = manifest.products.firstIndex(where: { $0.id == naming.products[index].id })
      else { continue }
      if manifest.products[product].type != .consumable { state.purchases[product] = holding }
    }
    for (index, feature) in naming.features.enumerated() {
      guard let own = manifest.features.firstIndex(where: { $0.id == feature.id }) else { continue }
      if unlocked.contains(index) { state.unlocked.append(own) }
      state.toggles[own] = toggles[index]
      state.runtime[own] = runtime[index]
    }
    for (index, value) in attributes {
      let id = naming.attributes[index].id
      guard let own = manifest.attributes.firstIndex(where: { $0.id == id }) else { continue }
      switch (value, manifest.attributes[own].domain) {
      case (.unknown, _), (.boolean, .boolean): state.attributes[own] = value
      case (.choice(let choice), .choice(let values)):
        guard case .choice(let texts) = naming.attributes[index].domain else { continue }
        // A text that only the other manifest lists is a value that meets no requirement.
        state.attributes[own] = .choice(values.firstIndex(of: texts[choice]) ?? -1)
      case (.boolean, .choice), (.choice, .boolean): break
      }
    }
    return state
  }

  /// How many fields the state gives beyond a fresh install of the latest iOS.
  var countOfFields: Int {
    (platform == .iOS ? 0 : 1) + (osVersion == .latest ? 0 : 1) + (appVersion == nil ? 0 : 1)
      + SystemPermission.allCases.count { permissions[$0] != nil } + purchases.count
      + unlocked.count + toggles.count + runtime.count + attributes.count
  }
}
