package import FlintCore

/// A thing to vary: every value that it can have makes a column of its own.
package enum VariedThing: Hashable, Sendable {
  case platform
  case permission(SystemPermission)
  case purchase(Int)
  case toggle(Int)
  case runtime(Int)
  case attribute(Int)
}

/// A state with what tells it from the others.
package struct NamedColumn: Hashable, Sendable {
  package let name: String
  package let state: DeviceState

  package init(name: String, state: DeviceState) {
    self.name = name
    self.state = state
  }
}

/// Every combination of the values of several things, on top of one state.
package struct VariedStates {
  private let manifest: Manifest
  private let base: DeviceState
  private let things: [VariedThing]

  package init(_ things: [VariedThing], from base: DeviceState, in manifest: Manifest) {
    self.things = things
    self.base = base
    self.manifest = manifest
  }

  /// The columns, the last thing varying fastest; nil where there are more than `limit`.
  ///
  /// Where a platform does not offer a permission there is one column for it and not one a status.
  package func columns(limit: Int) -> [NamedColumn]? {
    // The platform is set before anything that depends on it.
    let order = things.indices.sorted {
      (things[$0] == .platform ? 0 : 1, $0) < (things[$1] == .platform ? 0 : 1, $1)
    }
    var partial = [Partial(state: base, labels: [Label?](repeating: nil, count: things.count))]
    for index in order {
      var next: [Partial] = []
      for column in partial {
        next += choices(of: things[index], in: column.state).map { choice in
          var column = column
          column.state = choice.state
          column.labels[index] = Label(text: choice.label, rank: choice.rank)
          return column
        }
        if next.count > limit { return nil }
      }
      partial = next
    }
    return partial.sorted { one, other in
      one.labels.lazy.map { $0?.rank ?? 0 }.lexicographicallyPrecedes(
        other.labels.lazy.map { $0?.rank ?? 0 })
    }.map { column in
      NamedColumn(
        name: column.labels.compactMap { $0?.text }.joined(separator: ", "), state: column.state)
    }
  }

  private struct Partial {
    var state: DeviceState
    var labels: [Label?]
  }

  private struct Label {
    var text: String
    var rank: Int
  }

  private typealias Choice = (label: String, rank: Int, state: DeviceState)

  private func choices(of thing: VariedThing, in state: DeviceState) -> [Choice] {
    func each<Value>(
      _ values: [Value], name: (Value) -> String, set: (inout DeviceState, Value) -> Void
    ) -> [Choice] {
      values.enumerated().map { rank, value in
        var state = state
        set(&state, value)
        return (name(value), rank, state)
      }
    }
    switch thing {
    case .platform:
      return each(
        Platform.allCases, name: { $0.name },
        set: { ($0.platform, $0.osVersion) = ($1, .latest) })
    case .permission(let permission):
      guard permission.isOffered(on: state.platform, state.osVersion) else {
        var state = state
        state.permissions[permission] = .unsupported
        return [("\(permission.name)=unsupported", 0, state)]
      }
      return each(
        [SystemPermissionStatus.notDetermined, .authorized, .denied, .restricted],
        name: { "\(permission.name)=\($0.name)" },
        set: { $0.permissions[permission] = $1 })
    case .purchase(let product):
      let id = manifest.products[product].id
      return each(
        [PurchaseStatus.notPurchased, .purchased, .unknown], name: { "\(id)=\($0.name)" },
        set: { $0.purchases[product] = .status($1) })
    case .toggle(let feature):
      let id = manifest.features[feature].id
      return each(
        [true, false], name: { "toggle \(id)=\($0.switchWord)" },
        set: { $0.toggles[feature] = $1 })
    case .runtime(let feature):
      let id = manifest.features[feature].id
      return each(
        [Ternary.yes, .no, .unknown], name: { "runtime \(id)=\($0.switchWord)" },
        set: { $0.runtime[feature] = $1 })
    case .attribute(let attribute):
      return each(
        values(of: manifest.attributes[attribute]),
        name: { "\(manifest.attributes[attribute].id)=\($0.word)" },
        set: { $0.attributes[attribute] = $1.value })
    }
  }

  private func values(
    of attribute: AttributeDeclaration
  ) -> [(value: AttributeValue, word: String)] {
    switch attribute.domain {
    case .boolean:
      [(.boolean(true), "true"), (.boolean(false), "false"), (.unknown, "unknown")]
    case .choice(let texts):
      texts.enumerated().map { (.choice($0.offset), $0.element) } + [(.unknown, "unknown")]
    case .text, .integer, .version, .date: [(.unknown, "unknown")]
    }
  }
}
