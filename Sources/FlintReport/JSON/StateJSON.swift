internal import FlintCore
internal import FlintText

/// A resolved state: every field of the state format has a value.
struct StateJSON {
  let state: ResolvedState

  /// Of the line with the closing brace.
  let indentation: Int

  func write(to sink: inout ByteSink) {
    let contents = StateContents(state)
    sink.append(literal: "{")
    for section in StateSection.allCases { write(section, contents, &sink) }
    sink.append(literal: "\n")
    sink.append(repeating: UInt8(ascii: " "), count: indentation)
    sink.append(literal: "}")
  }

  private func write(
    _ section: StateSection, _ contents: StateContents, _ sink: inout ByteSink
  ) {
    let manifest = state.manifest
    if section == .date && state.date == nil { return }
    sink.append(section == StateSection.allCases.first ? "\n" : ",\n")
    sink.append(repeating: UInt8(ascii: " "), count: indentation + 2)
    sink.append(literal: "\"")
    sink.append(section.key)
    sink.append(literal: "\": ")
    switch section {
    case .platform: sink.appendJSON(state.platform.name)
    case .osVersion: sink.appendJSON(state.osVersion.description)
    case .appVersion: sink.appendJSON(state.appVersion.description)
    case .date: sink.appendJSON(state.date?.description ?? "")
    case .permissions:
      members(contents.permissions, &sink, \.name) { sink, permission in
        sink.appendJSON(state.status(of: permission).name)
      }
    case .purchases:
      members(manifest.products.indices, &sink) {
        manifest.products[$0].id
      } _: {
        $0.appendJSON(state.holding(of: $1))
      }
    case .unlocked:
      sink.appendJSON(list: state.given.unlocked) { $0.appendJSON(manifest.features[$1].id) }
    case .toggles:
      members(contents.toggles, &sink) {
        manifest.features[$0.feature].id
      } _: {
        $0.appendJSON(state.toggle(of: $1.feature, defaultValue: $1.defaultValue))
      }
    case .runtime:
      members(contents.runtime, &sink) {
        manifest.features[$0].id
      } _: {
        $0.appendJSON(ConstraintFacts.Value(state.runtimeFlag(of: $1)))
      }
    case .attributes:
      members(manifest.attributes.indices, &sink) {
        manifest.attributes[$0].id
      } _: {
        $0.appendJSON(ConstraintFacts.Value(state.value(of: $1), of: manifest.attributes[$1]))
      }
    case .buckets:
      members(state.given.buckets.sorted { $0.key < $1.key }, &sink) {
        manifest.buckets[$0.key]
      } _: {
        $0.append($1.value.description)
      }
    case .defaults:
      sink.append(literal: "{\"permission\": ")
      sink.appendJSON(state.given.defaults.permission.name)
      sink.append(literal: ", \"purchase\": ")
      sink.appendJSON(state.given.defaults.purchase.name)
      sink.append(literal: "}")
    }
  }

  /// An object with one member a line.
  private func members<Element>(
    _ elements: some Sequence<Element>, _ sink: inout ByteSink, _ key: (Element) -> String,
    _ value: (inout ByteSink, Element) -> Void
  ) {
    sink.append(literal: "{")
    sink.appendJSON(lines: elements, indentation: indentation + 4) { sink, element in
      sink.appendJSON(key(element))
      sink.append(literal: ": ")
      value(&sink, element)
    }
    sink.append(literal: "}")
  }
}
