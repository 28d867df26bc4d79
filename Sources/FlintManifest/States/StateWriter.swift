package import FlintCore
package import FlintText

/// A state as JSON that reads as the same state: what is given, and nothing of what takes its default.
package enum StateWriter {
  /// Entries stand in the order of the manifest's declarations.
  package static func write(
    _ state: DeviceState, of manifest: Manifest, to writer: inout JSONWriter
  ) {
    writer.beginObject()
    if state.platform != .iOS { ManifestWriter.text("platform", state.platform.name, &writer) }
    if state.osVersion != .latest {
      ManifestWriter.text("osVersion", state.osVersion.description, &writer)
    }
    if let version = state.appVersion {
      ManifestWriter.text("appVersion", version.description, &writer)
    }
    write(state.permissions, &writer)
    section("purchases", members(state.purchases) { manifest.products[$0].id }, &writer) {
      write($0.value, &$1)
    }
    ManifestWriter.list("unlocked", state.unlocked, &writer) { feature, writer in
      writer.string(manifest.features[feature].id)
    }
    section("toggles", members(state.toggles) { manifest.features[$0].id }, &writer) {
      $1.bool($0.value)
    }
    section("runtime", members(state.runtime) { manifest.features[$0].id }, &writer) {
      write($0.value, &$1)
    }
    section("attributes", members(state.attributes) { manifest.attributes[$0].id }, &writer) {
      write($0.value, of: manifest.attributes[$0.index].domain, &$1)
    }
    write(state.defaults, &writer)
    writer.endObject()
  }

  private typealias Member<Value> = (index: Int, name: String, value: Value)

  /// What a state says of things with ids, in declared order.
  private static func members<Value>(
    _ values: [Int: Value], naming name: (Int) -> String
  ) -> [Member<Value>] {
    values.sorted { $0.key < $1.key }.map { ($0.key, name($0.key), $0.value) }
  }

  /// An object keyed by ids, left out when there is nothing in it.
  private static func section<Value>(
    _ key: StaticString, _ members: [Member<Value>], _ writer: inout JSONWriter,
    _ write: (Member<Value>, inout JSONWriter) -> Void
  ) {
    if members.isEmpty { return }
    writer.key(key)
    writer.beginObject()
    for member in members {
      writer.key(member.name)
      write(member, &writer)
    }
    writer.endObject()
  }

  private static func write(_ statuses: SystemPermissionStatuses, _ writer: inout JSONWriter) {
    if statuses.isEmpty { return }
    writer.key("permissions")
    writer.beginObject()
    for permission in SystemPermission.allCases {
      guard let status = statuses[permission] else { continue }
      writer.key(permission.name)
      writer.string(status.name)
    }
    writer.endObject()
  }

  private static func write(_ holding: ProductHolding, _ writer: inout JSONWriter) {
    switch holding {
    case .status(let status): writer.string(status.name)
    case .credits(let credits): writer.int(credits)
    }
  }

  private static func write(_ flag: Ternary, _ writer: inout JSONWriter) {
    switch flag {
    case .yes: writer.bool(true)
    case .no: writer.bool(false)
    case .unknown: writer.null()
    }
  }

  static func write(
    _ value: AttributeValue, of domain: AttributeDomain, _ writer: inout JSONWriter
  ) {
    switch (value, domain) {
    case (.unknown, _): writer.null()
    case (.boolean(let isTrue), _): writer.bool(isTrue)
    case (.choice(let index), .choice(let values)): writer.string(values[index])
    case (.choice, .boolean): preconditionFailure("a choice of a boolean attribute")
    }
  }

  private static func write(_ defaults: DeviceState.Defaults, _ writer: inout JSONWriter) {
    let usual = DeviceState.Defaults()
    if defaults == usual { return }
    writer.key("defaults")
    writer.beginObject()
    if defaults.permission != usual.permission {
      ManifestWriter.text("permission", defaults.permission.name, &writer)
    }
    if defaults.purchase != usual.purchase {
      ManifestWriter.text("purchase", defaults.purchase.name, &writer)
    }
    writer.endObject()
  }
}
