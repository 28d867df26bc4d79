import FlintModel
import FlintText

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
