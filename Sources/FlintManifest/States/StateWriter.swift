package import FlintCore

/// A state as JSON that reads as the same state: what is given, and nothing of what takes its default.
package enum StateWriter {
  /// Entries stand in the order of the manifest's declarations.
  package static func write(
    _ state: DeviceState, of manifest: Manifest, to json: inout JSONWriter
  ) {
    json.beginObject()
    if state.platform != .iOS { json.member("platform", state.platform.name) }
    if state.osVersion != .latest { json.member("osVersion", state.osVersion.description) }
    if let version = state.appVersion { json.member("appVersion", version.description) }
    writePermissions(of: state, to: &json)
    json.section("purchases", state.purchases, named: { manifest.products[$0].id }) {
      json, holding in
      switch holding {
      case .status(let status): json.string(status.name)
      case .credits(let credits): json.int(credits)
      }
    }
    if !state.unlocked.isEmpty {
      json.key("unlocked")
      json.array { json in
        for feature in state.unlocked { json.string(manifest.features[feature].id) }
      }
    }
    json.section("toggles", state.toggles, named: { manifest.features[$0].id }) { $0.bool($1) }
    json.section("runtime", state.runtime, named: { manifest.features[$0].id }) { json, flag in
      if flag == .unknown { json.null() } else { json.bool(flag == .yes) }
    }
    json.section("attributes", state.attributes, named: { manifest.attributes[$0].id }) {
      json, value, attribute in
      switch (value, manifest.attributes[attribute].domain) {
      case (.boolean(let isOn), _): json.bool(isOn)
      case (.choice(let index), .choice(let values)): json.string(values[index])
      case (.unknown, _), (.choice, .boolean): json.null()
      }
    }
    writeDefaults(of: state, to: &json)
    json.endObject()
  }

  private static func writePermissions(of state: DeviceState, to json: inout JSONWriter) {
    guard !state.permissions.isEmpty else { return }
    json.key("permissions")
    json.object { json in
      for permission in SystemPermission.allCases {
        guard let status = state.permissions[permission] else { continue }
        json.key(permission.name)
        json.string(status.name)
      }
    }
  }

  private static func writeDefaults(of state: DeviceState, to json: inout JSONWriter) {
    let usual = DeviceState.Defaults()
    guard state.defaults != usual else { return }
    json.key("defaults")
    json.object { json in
      if state.defaults.permission != usual.permission {
        json.member("permission", state.defaults.permission.name)
      }
      if state.defaults.purchase != usual.purchase {
        json.member("purchase", state.defaults.purchase.name)
      }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ key: StaticString, _ text: String) {
    self.key(key)
    string(text)
  }

  /// A section of entries keyed by an index, in its order; nothing where there is none.
  fileprivate mutating func section<Value>(
    _ key: StaticString, _ entries: [Int: Value], named name: (Int) -> String,
    _ write: (inout JSONWriter, Value, _ index: Int) -> Void
  ) {
    guard !entries.isEmpty else { return }
    self.key(key)
    beginObject()
    for (index, value) in entries.sorted(by: { $0.key < $1.key }) {
      self.key(name(index))
      write(&self, value, index)
    }
    endObject()
  }

  fileprivate mutating func section<Value>(
    _ key: StaticString, _ entries: [Int: Value], named name: (Int) -> String,
    _ write: (inout JSONWriter, Value) -> Void
  ) {
    section(key, entries, named: name) { json, value, _ in write(&json, value) }
  }
}
