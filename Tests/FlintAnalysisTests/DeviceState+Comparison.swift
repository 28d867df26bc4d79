import FlintModel

extension DeviceState {
  /// Returns the state for a manifest that may not declare every id or value. Undeclared ones are ignored.
  func seen(by manifest: Manifest, naming: Manifest) -> DeviceState {
    var state = self
    (state.purchases, state.attributes, state.unlocked) = ([:], [:], [])
    (state.toggles, state.runtime, state.buckets) = ([:], [:], [:])
    for (index, holding) in purchases {
      guard
        let product = manifest.products.firstIndex(where: { $0.id == naming.products[index].id })
      else { continue }
      let type = manifest.products[product].type
      if case .status(let status) = holding, type.allows(status) {
        state.purchases[product] = holding
      }
    }
    for (index, feature) in naming.features.enumerated() {
      guard let own = manifest.features.firstIndex(where: { $0.id == feature.id }) else { continue }
      if unlocked.contains(index) { state.unlocked.append(own) }
      state.toggles[own] = toggles[index]
      state.runtime[own] = runtime[index]
    }
    for (index, position) in buckets {
      if let own = manifest.buckets.firstIndex(of: naming.buckets[index]) {
        state.buckets[own] = position
      }
    }
    for (index, value) in attributes {
      let id = naming.attributes[index].id
      guard let own = manifest.attributes.firstIndex(where: { $0.id == id }) else { continue }
      switch (value, manifest.attributes[own].domain) {
      case (.unknown, _):
        if !manifest.attributes[own].isAlwaysKnown { state.attributes[own] = value }
      case (.boolean, .boolean), (.choice, .choice), (.text, .text), (.integer, .integer),
        (.version, .version), (.date, .date):
        state.attributes[own] = value
      case (.text(let text), .choice(let values)):
        // A choice that only the other manifest lists satisfies no requirement.
        state.attributes[own] = .choice(
          values.firstIndex { $0.utf8.elementsEqual(text.text.utf8) } ?? -1)
      case (.boolean, _), (.choice, _), (.text, _), (.integer, _), (.version, _), (.date, _): break
      }
    }
    return state
  }

  /// Returns the number of fields by which the state differs from a fresh install on the latest version of the default
  /// platform. If the apps have different default platforms, the platform always counts.
  func countOfFields(_ manifests: Manifest...) -> Int {
    let isDefault = manifests.allSatisfy { $0.app.defaultPlatform == platform }
    return (isDefault ? 0 : 1) + (osVersion == .latest ? 0 : 1) + (appVersion == nil ? 0 : 1)
      + (date == nil ? 0 : 1) + SystemPermission.allCases.count { permissions[$0] != nil }
      + purchases.count + unlocked.count + toggles.count + runtime.count + attributes.count
      + buckets.count
  }
}
