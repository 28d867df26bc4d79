package import FlintModel
import FlintLogic
import FlintText

/// Ids that belong into a section: `{ "runtime": { "backup": true } }`.
extension StateReader {
  /// What to write instead; nil if it is no known name.
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
  /// Empty for kinds without names.
  package func displayNames(of declared: InputProblem.EntityKind) -> [String] {
    switch declared {
    case .feature: features.map(\.name)
    case .product: products.map(\.name)
    case .attribute: attributes.map(\.name)
    case .state, .action, .group, .level, .condition, .assumption, .bucket: []
    }
  }
}
