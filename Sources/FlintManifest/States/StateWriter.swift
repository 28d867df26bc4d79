package import FlintCore
package import FlintText

/// A writer of states as JSON. Values that equal their defaults are left out. If the output is read again, the result
/// is an equal state.
package enum StateWriter {
  /// Writes a state as a JSON object. Within each section, such as `purchases`, the entries are in the order of the
  /// manifest's declarations.
  package static func write(
    _ state: DeviceState, of manifest: Manifest, to writer: inout JSONWriter
  ) {
    write(PartialState(of: state, in: manifest), of: manifest, to: &writer)
  }

  package static func write(
    _ state: PartialState, of manifest: Manifest, to writer: inout JSONWriter
  ) {
    writer.object { writer in
      for section in StateSection.allCases { write(section, state, manifest, &writer) }
    }
  }

  /// Writes the given sections of a state, such as `purchases`, as keys and values of a JSON object. The caller begins
  /// and ends the object.
  static func write(
    _ state: DeviceState, of manifest: Manifest, to writer: inout JSONWriter,
    _ sections: [StateSection]
  ) {
    let given = PartialState(of: state, in: manifest)
    for section in sections { write(section, given, manifest, &writer) }
  }

  private static func write(
    _ section: StateSection, _ state: PartialState, _ manifest: Manifest,
    _ writer: inout JSONWriter
  ) {
    let key = section.key
    switch section {
    case .platform:
      if let platform = state.platform { ManifestWriter.text(key, platform.name, &writer) }
    case .osVersion:
      if let version = state.osVersion { ManifestWriter.text(key, version.description, &writer) }
    case .appVersion:
      if let version = state.appVersion { ManifestWriter.text(key, version.description, &writer) }
    case .date: if let date = state.date { ManifestWriter.text(key, date.description, &writer) }
    case .permissions: write(state.permissions, key, &writer)
    case .purchases:
      write(members(state.purchases) { manifest.products[$0].id }, key, &writer) {
        write($0.value, &$1)
      }
    case .unlocked:
      guard let unlocked = state.unlocked else { return }
      writer.key(key)
      writer.array(of: unlocked) { $1.string(manifest.features[$0].id) }
    case .toggles:
      write(members(state.toggles) { manifest.features[$0].id }, key, &writer) {
        $1.bool($0.value)
      }
    case .runtime:
      write(members(state.runtime) { manifest.features[$0].id }, key, &writer) {
        write($0.value, &$1)
      }
    case .attributes:
      write(members(state.attributes) { manifest.attributes[$0].id }, key, &writer) {
        write($0.value, of: manifest.attributes[$0.index].domain, &$1)
      }
    case .buckets:
      write(members(state.buckets) { manifest.buckets[$0] }, key, &writer) {
        $1.number($0.value.description)
      }
    case .defaults: writeDefaults(state, key, &writer)
    }
  }

  private typealias Member<Value> = (index: Int, name: String, value: Value)

  /// Converts a dictionary whose keys are indices of declarations into a list of entries, sorted by the indices. Each
  /// entry also contains the id of the declaration, which `name` returns for an index.
  private static func members<Value>(
    _ values: [Int: Value], naming name: (Int) -> String
  ) -> [Member<Value>] {
    values.sorted { $0.key < $1.key }.map { ($0.key, name($0.key), $0.value) }
  }

  /// Writes a section of a state, which is a JSON object whose keys are ids; writes nothing if it is empty.
  private static func write<Value>(
    _ members: [Member<Value>], _ key: StaticString, _ writer: inout JSONWriter,
    _ write: (Member<Value>, inout JSONWriter) -> Void
  ) {
    if members.isEmpty { return }
    writer.key(key)
    writer.beginObject()
    for member in members {
      writer.key(named: member.name)
      write(member, &writer)
    }
    writer.endObject()
  }

  private static func write(
    _ statuses: SystemPermissionStatuses, _ key: StaticString, _ writer: inout JSONWriter
  ) {
    if statuses.isEmpty { return }
    writer.key(key)
    writer.beginObject()
    for permission in SystemPermission.allCases {
      guard let status = statuses[permission] else { continue }
      writer.key(named: permission.name)
      writer.string(status.name)
    }
    writer.endObject()
  }

  private static func write(_ holding: ProductHolding, _ writer: inout JSONWriter) {
    switch holding {
    case .status(let status): writer.string(status.name)
    case .credits(let credits): writer.int(credits)
    case .until(let end):
      writer.object { ManifestWriter.text("until", end.description, &$0) }
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
    writer.scalar(domain.scalar(of: value))
  }

  private static func writeDefaults(
    _ state: PartialState, _ key: StaticString, _ writer: inout JSONWriter
  ) {
    if state.permissionDefault == nil, state.purchaseDefault == nil { return }
    writer.key(key)
    writer.beginObject()
    if let status = state.permissionDefault {
      ManifestWriter.text("permission", status.name, &writer)
    }
    if let status = state.purchaseDefault {
      ManifestWriter.text("purchase", status.name, &writer)
    }
    writer.endObject()
  }
}

extension JSONWriter {
  package mutating func scalar(_ value: ScalarValue) {
    switch value {
    case .null: null()
    case .truth(let isOn): bool(isOn)
    case .number(let number): int(number)
    case .string(let text): string(text)
    }
  }
}
