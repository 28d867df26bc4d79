package import FlintModel
import FlintLogic
import FlintText

/// Detection of ids that are written directly as keys of a state, but belong in one of its sections. For example,
/// `{ "backup": true }` must be `{ "runtime": { "backup": true } }`.
extension StateReader {
  /// Returns the text to write instead of a key that belongs in a section of the state, such as
  /// `"runtime": { "backup": true }` instead of `"backup": true`. Returns nil if the key is neither the id of a
  /// feature, product or attribute, nor the name of a permission.
  func section(with key: JSONValue, _ value: JSONValue) -> String? {
    func section(_ section: StateSection, _ value: String?) -> String {
      "\"\(section.name)\": { \(key.source): \(value ?? "…") }"
    }
    let written = value.shortSource
    if let feature = features.index(of: key) {
      return section(flagSection(of: feature), written)
    }
    if let product = products.names.index(of: key) {
      let status: PurchaseStatus = value.bool == false ? .notPurchased : .purchased
      let isFlag = value.kind == .bool && products.type(of: product) != .consumable
      return section(.purchases, isFlag ? "\"\(status.name)\"" : written)
    }
    if attributes.names.index(of: key) != nil { return section(.attributes, written) }
    if key.string.flatMap({ SystemPermission(name: $0) }) != nil {
      let status: SystemPermissionStatus = value.bool == false ? .denied : .authorized
      return section(.permissions, value.kind == .bool ? "\"\(status.name)\"" : written)
    }
    return nil
  }

  /// Returns the section of a state that contains the switch of a feature: `toggles` if the user turns the feature on
  /// or off, and `runtime` if the app's developers do. If the feature has both switches or none, the result is
  /// `runtime`.
  private func flagSection(of feature: Int) -> StateSection {
    guard let manifest else { return .runtime }
    var (usesToggle, usesRuntime) = (false, false)
    manifest.forEachTest(of: feature) { test, _ in
      usesToggle = usesToggle || test.fact == .toggle(feature)
      usesRuntime = usesRuntime || test.fact == .runtime(feature)
    }
    return usesToggle && !usesRuntime ? .toggles : .runtime
  }
}

extension Manifest {
  /// Returns the display names of all features, products or attributes, in the order of their declarations. The result
  /// is empty for all other kinds of entities.
  package func displayNames(of declared: InputProblem.EntityKind) -> [String] {
    switch declared {
    case .feature: features.map(\.name)
    case .product: products.map(\.name)
    case .attribute: attributes.map(\.name)
    case .state, .action, .group, .level, .condition, .assumption, .bucket: []
    }
  }
}
