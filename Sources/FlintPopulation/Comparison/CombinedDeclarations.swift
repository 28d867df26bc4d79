/// The declarations of both manifests of a comparison: the new manifest's with their indices, then
/// those of the old one only. A product or attribute with other possible values in the old manifest
/// occurs twice; the later one is its *twin*.
struct CombinedDeclarations: Sendable {
  /// All declarations, with the new manifest's constraints.
  let universe: Manifest

  /// By the old manifest's index, the index in ``universe``.
  let products: [Int]
  /// By the old manifest's index, the index in ``universe``.
  let attributes: [Int]
  /// By the old manifest's index, the index in ``universe``.
  let features: [Int]
  /// By the old manifest's index, the index in ``universe``.
  let buckets: [Int]

  /// Indices of twins, by the new manifest's product whose type differs.
  let productTwins: [Int: Int]

  /// Indices of twins, by the new manifest's attribute whose values differ.
  let attributeTwins: [Int: Int]

  init(_ first: Manifest, _ second: Manifest) {
    let products = Joined(first.products, second.products, id: \.id) { $0.type == $1.type }
    let attributes = Joined(first.attributes, second.attributes, id: \.id) {
      $0.hasSameValues(as: $1)
    }
    let features = Joined(
      first.features, second.features.map { FeatureDeclaration(id: $0.id) }, id: \.id)
    let buckets = Joined(first.buckets, second.buckets, id: \.self)
    self.products = products.numbers
    self.attributes = attributes.numbers
    self.features = features.numbers
    self.buckets = buckets.numbers
    productTwins = products.twins
    attributeTwins = attributes.twins
    universe = Manifest(
      app: first.app, groups: first.groups, products: products.all, attributes: attributes.all,
      conditions: first.conditions, assumptions: first.assumptions, buckets: buckets.all,
      features: features.all)
  }

  private struct Joined<Declaration> {
    var all: [Declaration]
    var numbers: [Int] = []
    var twins: [Int: Int] = [:]

    /// - Parameter isSame: Whether declarations with one id have the same values.
    init(
      _ first: [Declaration], _ second: [Declaration], id: (Declaration) -> String,
      isSame: (Declaration, Declaration) -> Bool = { _, _ in true }
    ) {
      all = first
      numbers.reserveCapacity(second.count)
      let names = NameIndex(first.map(id))
      for declaration in second {
        let known = names.index(of: id(declaration))
        if let known, isSame(first[known], declaration) {
          numbers.append(known)
          continue
        }
        if let known { twins[known] = all.count }
        numbers.append(all.count)
        all.append(declaration)
      }
    }
  }

  /// The old manifest's test, with indices in ``universe``.
  func renumbered(_ test: FactTest) -> FactTest {
    test.renumbered { kind, index in
      switch kind {
      case .permission: index
      case .product: products[index]
      case .feature: features[index]
      case .attribute: attributes[index]
      case .bucket: buckets[index]
      }
    }
  }

  /// Removes from the old manifest's state the values that `change` replaces. The old manifest may
  /// not accept the new values.
  func remove(_ change: PartialState, from second: inout DeviceState) {
    for product in second.purchases.keys
    where change.purchases.keys.contains(where: { productTwins[$0] == products[product] }) {
      second.purchases[product] = nil
    }
    for attribute in second.attributes.keys
    where change.attributes.keys.contains(where: { attributeTwins[$0] == attributes[attribute] }) {
      second.attributes[attribute] = nil
    }
  }

  /// Adds values of `second`, which has the old manifest's indices, to `state`.
  func state(_ state: DeviceState, with second: DeviceState) -> DeviceState {
    var state = state
    for (product, holding) in second.purchases { state.purchases[products[product]] = holding }
    for (attribute, value) in second.attributes { state.attributes[attributes[attribute]] = value }
    for feature in second.unlocked where !state.unlocked.contains(features[feature]) {
      state.unlocked.append(features[feature])
    }
    for (feature, isOn) in second.toggles { state.toggles[features[feature]] = isOn }
    for (feature, flag) in second.runtime { state.runtime[features[feature]] = flag }
    for (bucket, position) in second.buckets { state.buckets[buckets[bucket]] = position }
    return state
  }
}

extension AttributeDeclaration {
  /// Whether both permit the same values, unknown included. Default dates must be equal, too: ages
  /// are computed from them.
  fileprivate func hasSameValues(as other: AttributeDeclaration) -> Bool {
    domain.isSame(as: other.domain) && isAlwaysKnown == other.isAlwaysKnown
      && (domain != .date || declaredValue == other.declaredValue)
  }
}
