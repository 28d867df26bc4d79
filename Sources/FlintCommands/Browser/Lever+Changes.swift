internal import FlintCore

extension Lever {
  /// What holds in a state, defaults included.
  func value(in state: ResolvedState) -> FactValue {
    guard case .fact(let fact) = self else { return .system(state.platform, state.osVersion) }
    return switch fact {
    case .system: .system(state.platform, .latest)
    case .appVersion: .version(state.appVersion)
    case .permission(let permission): .permission(state.status(of: permission))
    case .product(let product):
      if case .status(let status) = state.holding(of: product) {
        .purchase(status)
      } else {
        .notGiven
      }
    case .toggle(let feature):
      .flag(
        Ternary(
          state.toggle(
            of: feature, defaultValue: state.manifest.features[feature].declaredToggle ?? false)))
    case .runtime(let feature): .flag(state.runtimeFlag(of: feature))
    case .attribute(let attribute): .attribute(state.value(of: attribute))
    case .permissionDefault, .purchaseDefault, .unlocked: state.given.value(of: fact)
    }
  }

  /// What it can be turned to, in turn.
  private func values(in state: ResolvedState) -> [FactValue] {
    let manifest = state.manifest
    guard case .fact(let fact) = self else {
      let systems = boundaries(in: manifest).systems
      return steps(systems[Int(state.platform.rawValue)], [state.osVersion]).map {
        .system(state.platform, $0)
      }
    }
    switch fact {
    case .system: return Platform.allCases.map { .system($0, .latest) }
    case .appVersion:
      let app = boundaries(in: manifest).app
      let named = [state.appVersion, manifest.app.installedVersion]
      return steps(app, named).map { .version($0) }
    case .permission, .permissionDefault:
      return SystemPermissionStatus.allCases.map { .permission($0) }
    case .product, .purchaseDefault: return PurchaseStatus.allCases.map { .purchase($0) }
    case .unlocked: return [.notGiven, .flag(.yes)]
    case .toggle: return [.flag(.no), .flag(.yes)]
    case .runtime: return [.flag(.no), .flag(.yes), .flag(.unknown)]
    case .attribute(let attribute):
      let values: [AttributeValue] =
        switch manifest.attributes[attribute].domain {
        case .boolean: [.boolean(false), .boolean(true)]
        case .choice(let values): values.indices.map { .choice($0) }
        }
      return (values + [.unknown]).map { .attribute($0) }
    }
  }

  /// The versions at which answers can change, each with one below it, and others that are named, in ascending order.
  private func steps(
    _ boundaries: [Version], _ named: [InstalledVersion]
  ) -> [InstalledVersion] {
    var versions = Set(boundaries + boundaries.compactMap(\.predecessor))
    for case .version(let version) in named { versions.insert(version) }
    return versions.sorted().map { .version($0) } + [.latest]
  }

  private func boundaries(in manifest: Manifest) -> VersionBoundaries {
    var boundaries = VersionBoundaries()
    boundaries.add(manifest)
    return boundaries
  }

  /// The state with the value that is `step` values further on, around the end.
  func turned(by step: Int, in state: ResolvedState) -> DeviceState {
    var new = state.given
    if let held = credits(in: state), case .fact(.product(let product)) = self {
      let (sum, overflows) = held.addingReportingOverflow(Int64(step))
      new.purchases[product] = .credits(overflows ? held : max(sum, 0))
      return new
    }
    let values = values(in: state)
    let index = values.firstIndex(of: value(in: state)) ?? 0
    new.set(fact, to: values[(index + step + values.count) % values.count])
    return new
  }

  /// The state that says nothing of it.
  func removed(from state: DeviceState) -> DeviceState {
    var new = state
    if self == .osVersion {
      new.osVersion = .latest
    } else {
      new.set(fact, to: DeviceState().value(of: fact))
    }
    return new
  }

  private var fact: Fact {
    switch self {
    case .osVersion: .system
    case .fact(let fact): fact
    }
  }

  // MARK: Typing

  /// The credits held where the lever is that of a consumable.
  func credits(in state: ResolvedState) -> Int64? {
    guard case .fact(.product(let product)) = self,
      case .credits(let held) = state.holding(of: product)
    else { return nil }
    return held
  }

  /// What is typed of it, as a question; nil where values are only chosen.
  func question(in state: ResolvedState) -> String? {
    switch self {
    case .osVersion: "\(state.platform.name) version:"
    case .fact(.appVersion): "App version:"
    case .fact: credits(in: state) == nil ? nil : "Credits:"
    }
  }

  /// The state with a typed value; nil where the text is none.
  func typed(_ text: String, in state: DeviceState) -> DeviceState? {
    var new = state
    switch self {
    case .osVersion:
      guard let version = InstalledVersion(text) else { return nil }
      new.osVersion = version
    case .fact(.appVersion):
      guard let version = InstalledVersion(text) else { return nil }
      new.appVersion = version
    case .fact(.product(let product)):
      guard let held = creditCount(text) else { return nil }
      new.purchases[product] = .credits(held)
    case .fact: return nil
    }
    return new
  }
}

extension Version {
  /// One just below it.
  fileprivate var predecessor: Version? {
    if patch > 0 { return Version(major, minor, patch - 1) }
    if minor > 0 { return Version(major, minor - 1) }
    return major > 0 ? Version(major - 1) : nil
  }
}
