internal import FlintCore
internal import FlintText

/// A resolved state: every field of the state format has a value.
struct StateJSON {
  let state: ResolvedState

  /// Of the line with the closing brace.
  let indentation: Int

  func write(to sink: inout ByteSink) {
    let manifest = state.manifest
    let contents = StateContents(state)
    sink.append(literal: "{")
    field("platform", first: true, &sink) { $0.appendJSON(state.platform.name) }
    field("osVersion", &sink) { $0.appendJSON(state.osVersion.description) }
    field("appVersion", &sink) { $0.appendJSON(state.appVersion.description) }
    section("permissions", contents.permissions, &sink) { sink, permission in
      sink.appendJSON(permission.name)
      sink.append(literal: ": ")
      sink.appendJSON(state.status(of: permission).name)
    }
    section("purchases", manifest.products.indices, &sink) { sink, product in
      sink.appendJSON(manifest.products[product].id)
      sink.append(literal: ": ")
      sink.appendJSON(state.holding(of: product))
    }
    field("unlocked", &sink) { sink in
      sink.appendJSON(list: state.given.unlocked) { $0.appendJSON(manifest.features[$1].id) }
    }
    section("toggles", contents.toggles, &sink) { sink, toggle in
      sink.appendJSON(manifest.features[toggle.feature].id)
      sink.append(literal: ": ")
      sink.appendJSON(state.toggle(of: toggle.feature, defaultValue: toggle.defaultValue))
    }
    section("runtime", contents.runtime, &sink) { sink, feature in
      sink.appendJSON(manifest.features[feature].id)
      sink.append(literal: ": ")
      sink.appendJSON(ConstraintFacts.Value(state.runtimeFlag(of: feature)))
    }
    section("attributes", manifest.attributes.indices, &sink) { sink, attribute in
      let declaration = manifest.attributes[attribute]
      sink.appendJSON(declaration.id)
      sink.append(literal: ": ")
      sink.appendJSON(ConstraintFacts.Value(state.value(of: attribute), of: declaration))
    }
    field("defaults", &sink) { sink in
      sink.append(literal: "{\"permission\": ")
      sink.appendJSON(state.given.defaults.permission.name)
      sink.append(literal: ", \"purchase\": ")
      sink.appendJSON(state.given.defaults.purchase.name)
      sink.append(literal: "}")
    }
    sink.append(literal: "\n")
    sink.append(repeating: UInt8(ascii: " "), count: indentation)
    sink.append(literal: "}")
  }

  private func field(
    _ key: StaticString, first: Bool = false, _ sink: inout ByteSink,
    _ value: (inout ByteSink) -> Void
  ) {
    sink.append(first ? "\n" : ",\n")
    sink.append(repeating: UInt8(ascii: " "), count: indentation + 2)
    sink.append(literal: "\"")
    sink.append(key)
    sink.append(literal: "\": ")
    value(&sink)
  }

  private func section<Element>(
    _ key: StaticString, _ elements: some Sequence<Element>, _ sink: inout ByteSink,
    _ member: (inout ByteSink, Element) -> Void
  ) {
    field(key, &sink) { sink in
      sink.append(literal: "{")
      sink.appendJSON(lines: elements, indentation: indentation + 4, member)
      sink.append(literal: "}")
    }
  }
}
