package import FlintModel
package import FlintText

/// Without unset values; reading it again gives an equal state.
package enum StateWriter {
  /// Entries in the order of the declarations.
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

  /// The caller begins and ends the object.
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
    guard state.gives(section) else { return }
    writer.key(section.key)
    section.coding.write(state, manifest, &writer)
  }

  static func write(_ statuses: SystemPermissionStatuses, _ writer: inout JSONWriter) {
    writer.beginObject()
    for permission in SystemPermission.allCases {
      guard let status = statuses[permission] else { continue }
      writer.key(named: permission.name)
      writer.string(status.name)
    }
    writer.endObject()
  }

  package static func write(_ holding: ProductHolding, _ writer: inout JSONWriter) {
    switch holding {
    case .status(let status): writer.string(status.name)
    case .credits(let credits): writer.int(credits)
    case .until(let end, let graceEnd):
      writer.object { writer in
        ManifestWriter.text("until", end.description, &writer)
        if let graceEnd { ManifestWriter.text("graceUntil", graceEnd.description, &writer) }
      }
    }
  }

  static func write(_ flag: Ternary, _ writer: inout JSONWriter) {
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

  static func writeDefaults(of state: PartialState, _ writer: inout JSONWriter) {
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

/// Reads and writes one section of a state.
struct StateSectionCoding: Sendable {
  let fields: [Field]

  let read: @Sendable (inout StateReader, JSONValue, inout PartialState) -> Void

  /// Called for a section with a value.
  let write: @Sendable (PartialState, Manifest, inout JSONWriter) -> Void

  /// Whether a partial state has the value, and how to copy it.
  struct Field: Sendable {
    let isGiven: @Sendable (PartialState) -> Bool
    let take: @Sendable (DeviceState, inout PartialState) -> Void
  }
}

extension StateSection {
  var coding: StateSectionCoding { Self.codings[index] }

  private static let codings = byIndex.map { coding(of: $0) }

  private static func coding(of section: StateSection) -> StateSectionCoding {
    switch section {
    case .platform:
      .value(\.platform, Field(\.platform, \.platform)) {
        $0.readPlatform($1)
      } text: {
        $0.name
      }
    case .osVersion:
      .value(\.osVersion, Field(\.osVersion, \.osVersion)) {
        $0.problems.installedVersion($1, "'osVersion'")
      }
    case .device(let fact): .value(of: fact)
    case .permissions:
      StateSectionCoding(
        Field {
          !$0.permissions.isEmpty
        } take: {
          $1.permissions = $0.permissions
        }
      ) {
        $0.readPermissions($1, into: &$2)
      } write: { state, _, writer in
        StateWriter.write(state.permissions, &writer)
      }
    case .purchases:
      .members(\.purchases, \.purchases, of: .product) { reader, product, value in
        reader.readHolding(of: product, value)
      } write: { _, holding, _, writer in
        StateWriter.write(holding, &writer)
      }
    case .unlocked:
      StateSectionCoding(Field(\.unlocked, \.unlocked)) {
        $0.readUnlocked($1, into: &$2)
      } write: { state, manifest, writer in
        writer.array(of: state.unlocked ?? []) { $1.string(manifest.features[$0].id) }
      }
    case .toggles:
      .members(\.toggles, \.toggles, of: .feature) { reader, _, value in
        reader.problems.bool(value, "a toggle")
      } write: {
        $3.bool($1)
      }
    case .runtime:
      .members(\.runtime, \.runtime, of: .feature) { reader, _, value in
        reader.problems.flag(value, "a runtime flag")
      } write: { _, flag, _, writer in
        StateWriter.write(flag, &writer)
      }
    case .attributes:
      .members(\.attributes, \.attributes, of: .attribute) { reader, attribute, value in
        if let attribute { return reader.readAttribute(attribute, value) }
        reader.checkValue(ofUndeclared: value)
        return nil
      } write: { attribute, value, manifest, writer in
        StateWriter.write(value, of: manifest.attributes[attribute].domain, &writer)
      }
    case .buckets:
      .members(\.buckets, \.buckets, of: .bucket) { reader, _, value in
        reader.problems.percent(value, "a bucket", isAssigned: true)
      } write: {
        $3.number($1.description)
      }
    case .defaults:
      StateSectionCoding(
        Field(\.permissionDefault, \.defaults.permission),
        Field(\.purchaseDefault, \.defaults.purchase)
      ) {
        $0.readDefaults($1, into: &$2)
      } write: { state, _, writer in
        StateWriter.writeDefaults(of: state, &writer)
      }
    }
  }

  private typealias Field = StateSectionCoding.Field
}

extension StateSectionCoding {
  fileprivate static func value(of fact: DeviceFact) -> StateSectionCoding {
    let domain = DeclaredAttributes.Domain(fact)
    return StateSectionCoding(
      Field {
        $0.device[fact] != nil
      } take: {
        $1.device[fact] = $0[fact]
      }
    ) {
      $2.device[fact] = $0.problems.attributeValue($1, domain, inState: true)
    } write: { state, _, writer in
      if let value = state.device[fact] { StateWriter.write(value, of: fact.domain, &writer) }
    }
  }

  fileprivate init(
    _ fields: Field...,
    read: @escaping @Sendable (inout StateReader, JSONValue, inout PartialState) -> Void,
    write: @escaping @Sendable (PartialState, Manifest, inout JSONWriter) -> Void
  ) { (self.fields, self.read, self.write) = (fields, read, write) }

  // Inlining lets the optimizer replace the key paths by direct accesses, which are much faster.
  @inline(__always) fileprivate static func value<Value>(
    _ own: WritableKeyPath<PartialState, Value?> & Sendable, _ field: Field,
    read: @escaping @Sendable (inout StateReader, JSONValue) -> Value?,
    text: @escaping @Sendable (Value) -> String = { "\($0)" }
  ) -> StateSectionCoding {
    StateSectionCoding(field) {
      $2[keyPath: own] = read(&$0, $1)
    } write: {
      if let value = $0[keyPath: own] { $2.string(text(value)) }
    }
  }

  @inline(__always) fileprivate static func members<Value>(
    _ own: WritableKeyPath<PartialState, [Int: Value]> & Sendable,
    _ full: WritableKeyPath<DeviceState, [Int: Value]> & Sendable,
    of subject: StateSubject,
    read: @escaping @Sendable (inout StateReader, Int?, JSONValue) -> Value?,
    write: @escaping @Sendable (Int, Value, Manifest, inout JSONWriter) -> Void
  ) -> StateSectionCoding {
    StateSectionCoding(
      Field {
        !$0[keyPath: own].isEmpty
      } take: {
        $1[keyPath: own] = $0[keyPath: full]
      }
    ) { reader, object, state in
      var values: [Int: Value] = [:]
      for (key, member) in object.members {
        let index = reader.index(of: key, subject, &state)
        if let value = read(&reader, index, member), let index { values[index] = value }
      }
      state[keyPath: own] = values
    } write: { state, manifest, writer in
      writer.beginObject()
      // The order is that of the manifest's declarations.
      for (index, value) in state[keyPath: own].sorted(by: { $0.key < $1.key }) {
        writer.key(named: manifest.id(of: subject, at: index))
        write(index, value, manifest, &writer)
      }
      writer.endObject()
    }
  }
}

extension StateSectionCoding.Field {
  fileprivate init<Value>(
    _ own: WritableKeyPath<PartialState, Value?> & Sendable,
    _ full: WritableKeyPath<DeviceState, Value> & Sendable
  ) {
    isGiven = { $0[keyPath: own] != nil }
    take = { $1[keyPath: own] = $0[keyPath: full] }
  }

}

/// A state that has only some facts, with indices of the manifest.
package struct PartialState: Hashable, Sendable {
  package var platform: Platform?
  package var osVersion: InstalledVersion?

  package var device: [DeviceFact: AttributeValue] = [:]
  package var permissions = SystemPermissionStatuses()
  package var purchases: [Int: ProductHolding] = [:]
  package var unlocked: [Int]?
  package var toggles: [Int: Bool] = [:]
  package var runtime: [Int: Ternary] = [:]
  package var attributes: [Int: AttributeValue] = [:]
  package var buckets: [Int: Percent] = [:]
  package var permissionDefault: SystemPermissionStatus?
  package var purchaseDefault: PurchaseStatus?
  /// Nil means 1.
  package var weight: Int64?
  /// Empty unless the reader takes `expect`.
  package var expected: [Int: FeatureStatus] = [:]
  /// Undeclared ids, where they are ignored.
  package var ignored = NameIndex()

  package init() {}

  /// Without platform, version and defaults that equal a fresh install's.
  package init(of state: DeviceState, in manifest: Manifest) {
    for section in StateSection.allCases { take(section, from: state) }
    // If the app's list of platforms is empty, there is no default platform, so the platform is kept.
    if platform == manifest.app.defaultPlatform, manifest.app.platforms?.isEmpty != true {
      platform = nil
    }
    if osVersion == .latest { osVersion = nil }
    if unlocked?.isEmpty == true { unlocked = nil }
    let usual = DeviceState.Defaults()
    if permissionDefault == usual.permission { permissionDefault = nil }
    if purchaseDefault == usual.purchase { purchaseDefault = nil }
  }

  /// Those with a value.
  package var sections: [StateSection] {
    StateSection.allCases.filter { gives($0) }
  }

  func gives(_ section: StateSection) -> Bool {
    section.coding.fields.contains { $0.isGiven(self) }
  }

  /// Entries replace entries, `unlocked` the whole list; a platform without a version means the
  /// latest.
  package func applied(to state: DeviceState) -> DeviceState {
    var state = state
    for section in StateSection.allCases { apply(section, to: &state) }
    return state
  }

  // This is the most frequent operation on lines of populations that the scanner cannot read. Functions in a table
  // instead of this switch take four times as long, because each call copies the partial state.
  private func apply(_ section: StateSection, to state: inout DeviceState) {
    switch section {
    case .platform:
      guard let platform else { return }
      state.platform = platform
      state.osVersion = .latest
    case .osVersion: state.osVersion = osVersion ?? state.osVersion
    case .device(let fact): if let value = device[fact] { state[fact] = value }
    case .permissions:
      state.permissions.merge(permissions) { _, new in new }
    case .purchases: state.purchases.merge(purchases) { $1 }
    case .unlocked: state.unlocked = unlocked ?? state.unlocked
    case .toggles: state.toggles.merge(toggles) { $1 }
    case .runtime: state.runtime.merge(runtime) { $1 }
    case .attributes: state.attributes.merge(attributes) { $1 }
    case .buckets: state.buckets.merge(buckets) { $1 }
    case .defaults:
      state.defaults.permission = permissionDefault ?? state.defaults.permission
      state.defaults.purchase = purchaseDefault ?? state.defaults.purchase
    }
  }

  package mutating func take(_ section: StateSection, from state: DeviceState) {
    for field in section.coding.fields { field.take(state, &self) }
  }
}
