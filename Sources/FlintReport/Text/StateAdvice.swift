internal import FlintCore

/// Flags that change a state, by examples that can be typed as they stand.
struct StateAdvice {
  private let state: ResolvedState
  private let manifest: Manifest
  private let contents: StateContents

  init(_ state: ResolvedState, _ contents: StateContents) {
    self.state = state
    manifest = state.manifest
    self.contents = contents
  }

  /// One for each kind of fact that the manifest asks for, each to a value that the state does not have.
  var flags: [String] {
    var flags = ["--state NAME|FILE", "--platform \(state.platform == .macOS ? "iOS" : "macOS")"]
    if let permission = contents.permissions.first {
      let isGranted = state.status(of: permission) == .authorized
      flags.append("--\(isGranted ? "deny" : "grant") \(permission.name)")
    }
    if let product = manifest.products.indices.first(where: { isStatus($0) }) {
      let isBought = state.holding(of: product) == .status(.purchased)
      let value = isBought ? "=" + PurchaseStatus.notPurchased.name : ""
      flags.append("--purchase \(argument(manifest.products[product].id))\(value)")
    }
    if let product = manifest.products.indices.first(where: { !isStatus($0) }) {
      flags.append("--credits \(argument(manifest.products[product].id))=5")
    }
    if let toggle = contents.toggles.first {
      let isOn = state.toggle(of: toggle.feature, defaultValue: toggle.defaultValue)
      flags.append("--toggle \(manifest.features[toggle.feature].id)=\(isOn ? "off" : "on")")
    }
    if let feature = contents.runtime.first {
      let isOn = state.runtimeFlag(of: feature) == .yes
      flags.append("--\(isOn ? "disable" : "enable") \(manifest.features[feature].id)")
    }
    if let attribute = manifest.attributes.indices.first { flags.append(flag(for: attribute)) }
    return flags
  }

  private func isStatus(_ product: Int) -> Bool {
    if case .status = state.holding(of: product) { true } else { false }
  }

  private func flag(for attribute: Int) -> String {
    let declaration = manifest.attributes[attribute]
    let value: String
    switch (declaration.domain, state.value(of: attribute)) {
    case (.boolean, .boolean(true)): value = "false"
    case (.boolean, _): value = "true"
    case (.choice(let values), .choice(let index)): value = values[(index + 1) % values.count]
    case (.choice(let values), _): value = values[0]
    }
    return "--attribute \(declaration.id)=\(argument(value))"
  }

  /// A value as it is typed: where a shell or the flag's own syntax would read it differently, in words.
  private func argument(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: ":"):
        true
      default: false
      }
    }
    return isPlain && !text.isEmpty ? text : "…"
  }
}
