internal import FlintCore

extension Lever {
  /// The state with the value that is `step` values further on, around the end.
  func turned(by step: Int, in state: ResolvedState) -> DeviceState {
    var new = state.given
    switch self {
    case .platform:
      new.platform = Self.turn(state.platform, in: Platform.allCases, by: step)
      new.osVersion = .latest
    case .osVersion:
      let versions = NamedVersions.system(state.platform, in: state.manifest)
      new.osVersion = versions.turn(state.osVersion, by: step)
    case .appVersion:
      let versions = NamedVersions.app(in: state.manifest)
      new.appVersion = versions.turn(state.appVersion, by: step)
    case .permission(let permission):
      let statuses = SystemPermissionStatus.allCases
      new.permissions[permission] = Self.turn(state.status(of: permission), in: statuses, by: step)
    case .product(let product):
      switch state.holding(of: product) {
      case .status(let status):
        let statuses = PurchaseStatus.allCases
        new.purchases[product] = .status(Self.turn(status, in: statuses, by: step))
      case .credits(let held):
        let (sum, overflows) = held.addingReportingOverflow(Int64(step))
        new.purchases[product] = .credits(overflows ? held : max(sum, 0))
      }
    case .unlock(let feature):
      if state.isUnlocked(feature) {
        new.unlocked.removeAll { $0 == feature }
      } else {
        new.unlocked.append(feature)
      }
    case .toggle(let feature, let value):
      new.toggles[feature] = !state.toggle(of: feature, defaultValue: value)
    case .runtime(let feature):
      new.runtime[feature] = Self.turn(
        state.runtimeFlag(of: feature), in: [.no, .yes, .unknown], by: step)
    case .attribute(let attribute):
      let values: [AttributeValue] =
        switch state.manifest.attributes[attribute].domain {
        case .boolean: [.boolean(false), .boolean(true), .unknown]
        case .choice(let values): values.indices.map { .choice($0) } + [.unknown]
        }
      new.attributes[attribute] = Self.turn(state.value(of: attribute), in: values, by: step)
    }
    return new
  }

  /// The state that says nothing of it.
  func removed(from state: DeviceState) -> DeviceState {
    var new = state
    switch self {
    case .platform: (new.platform, new.osVersion) = (.iOS, .latest)
    case .osVersion: new.osVersion = .latest
    case .appVersion: new.appVersion = nil
    case .permission(let permission): new.permissions[permission] = nil
    case .product(let product): new.purchases[product] = nil
    case .unlock(let feature): new.unlocked.removeAll { $0 == feature }
    case .toggle(let feature, _): new.toggles[feature] = nil
    case .runtime(let feature): new.runtime[feature] = nil
    case .attribute(let attribute): new.attributes[attribute] = nil
    }
    return new
  }

  /// What is typed of it, as a question; nil where values are only chosen.
  func question(in state: ResolvedState) -> String? {
    switch self {
    case .osVersion: return "\(state.platform.name) version:"
    case .appVersion: return "App version:"
    case .product(let product):
      guard case .credits = state.holding(of: product) else { return nil }
      return "Credits:"
    default: return nil
    }
  }

  /// The state with a typed value; nil where the text is none.
  func typed(_ text: String, in state: DeviceState) -> DeviceState? {
    var new = state
    let version = InstalledVersion(text)
    switch self {
    case .osVersion:
      guard let version else { return nil }
      new.osVersion = version
    case .appVersion:
      guard let version else { return nil }
      new.appVersion = version
    case .product(let product):
      guard let held = credits(text) else { return nil }
      new.purchases[product] = .credits(held)
    default: return nil
    }
    return new
  }

  private static func turn<Value: Equatable>(
    _ value: Value, in values: [Value], by step: Int
  ) -> Value {
    let index = values.firstIndex(of: value) ?? 0
    return values[(index + step + values.count) % values.count]
  }
}

/// The versions at which a manifest's answers can change, each with one below it, in ascending order.
private struct NamedVersions {
  private var versions: Set<Version> = []

  static func system(_ platform: Platform, in manifest: Manifest) -> NamedVersions {
    var named = NamedVersions()
    manifest.forEachConstraint { _, constraint in
      if case .platform(platform, .versions(let range)) = constraint { named.add(range) }
    }
    for block in manifest.features.lazy.flatMap(\.conditional) {
      for entry in block.guardian.platforms where entry.platform == platform {
        named.add(entry.versions)
      }
    }
    return named
  }

  static func app(in manifest: Manifest) -> NamedVersions {
    var named = NamedVersions()
    if let version = manifest.app.version { named.versions.insert(version) }
    manifest.forEachConstraint { _, constraint in
      if case .appVersion(let range) = constraint { named.add(range) }
    }
    for block in manifest.features.lazy.flatMap(\.conditional) {
      named.add(block.guardian.appVersion)
    }
    return named
  }

  private mutating func add(_ range: VersionRange?) {
    for version in [range?.atLeast, range?.below] {
      guard let version else { continue }
      versions.insert(version)
      if let lower = Self.lower(than: version) { versions.insert(lower) }
    }
  }

  private static func lower(than version: Version) -> Version? {
    if version.patch > 0 { return Version(version.major, version.minor, version.patch - 1) }
    if version.minor > 0 { return Version(version.major, version.minor - 1) }
    return version.major > 0 ? Version(version.major - 1) : nil
  }

  func turn(_ version: InstalledVersion, by step: Int) -> InstalledVersion {
    var all = versions
    if case .version(let current) = version { all.insert(current) }
    let list = all.sorted().map { InstalledVersion.version($0) } + [.latest]
    let index = list.firstIndex(of: version) ?? 0
    return list[(index + step + list.count) % list.count]
  }
}
