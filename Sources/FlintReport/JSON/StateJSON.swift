internal import FlintCore
internal import FlintManifest
internal import FlintText

/// A writer of a state as JSON, with a value for every fact. A fact without a value is written with its default. The
/// exception is the date, which has no default and can be absent.
struct StateJSON {
  let state: ResolvedState

  func write(to json: inout JSONWriter) {
    let contents = StateContents(state)
    json.object(.lines) { json in
      for section in StateSection.allCases where section != .date || state.date != nil {
        json.key(section.key)
        write(section, contents, &json)
      }
    }
  }

  private func write(
    _ section: StateSection, _ contents: StateContents, _ json: inout JSONWriter
  ) {
    let manifest = state.manifest
    switch section {
    case .platform: json.string(state.platform.name)
    case .osVersion: json.string(state.osVersion.description)
    case .appVersion: json.string(state.appVersion.description)
    case .date: json.string(state.date?.description ?? "")
    case .permissions:
      members(contents.permissions, &json, \.name) { permission, json in
        json.string(state.status(of: permission).name)
      }
    case .purchases:
      members(manifest.products.indices, &json) {
        manifest.products[$0].id
      } _: {
        $1.holding(state.holding(of: $0))
      }
    case .unlocked: json.array(of: state.given.unlocked) { $1.string(manifest.features[$0].id) }
    case .toggles:
      members(contents.toggles, &json) {
        manifest.features[$0.feature].id
      } _: {
        $1.bool(state.toggle(of: $0.feature, defaultValue: $0.defaultValue))
      }
    case .runtime:
      members(contents.runtime, &json) {
        manifest.features[$0].id
      } _: {
        $1.value(ConstraintFacts.Value(state.runtimeFlag(of: $0)))
      }
    case .attributes:
      members(manifest.attributes.indices, &json) {
        manifest.attributes[$0].id
      } _: {
        $1.value(ConstraintFacts.Value(state.value(of: $0), of: manifest.attributes[$0]))
      }
    case .buckets:
      members(state.given.buckets.sorted { $0.key < $1.key }, &json) {
        manifest.buckets[$0.key]
      } _: {
        $1.number($0.value.description)
      }
    case .defaults:
      json.object { json in
        json.member("permission", state.given.defaults.permission.name)
        json.member("purchase", state.given.defaults.purchase.name)
      }
    }
  }

  /// Writes a JSON object with one member per line.
  private func members<Element>(
    _ elements: some Sequence<Element>, _ json: inout JSONWriter, _ key: (Element) -> String,
    _ value: (Element, inout JSONWriter) -> Void
  ) {
    json.object(.lines) { json in
      for element in elements {
        json.key(named: key(element))
        value(element, &json)
      }
    }
  }
}

extension StateJSON {
  static var json: JSONOutput<StateJSON> { JSONOutput(.resolvedState) { $0.write(to: &$1) } }
}

extension Schema {
  static let resolvedState: Schema = named("resolvedState") {
    .closed(
      StateSection.allCases.map { section in
        let schema = section.writtenSchema
        let hasAll = section == .defaults
        return (section.name, hasAll ? schema.with(["required": .allDefaults]) : schema)
      },
      required: StateSection.allCases.filter { $0 != .date }.map(\.name)
    )
    .described("A state with a value for every fact that the manifest refers to")
  }
}

extension Schema {
  fileprivate static var allDefaults: Schema {
    .array(DefaultsKey.allCases.map { .string($0.name) })
  }
}
