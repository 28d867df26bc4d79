internal import FlintCore
internal import FlintText

/// The combined declarations of two manifests that evaluate the same states: all of the first manifest, under its own
/// indices, followed by those that only the second one has.
///
/// If both declare an id, but with different possible values (a product of another type, an attribute with other
/// values), the list contains it twice: once as the first manifest declares it, and once as the second does. The second
/// entry is the first one's *twin*.
struct ComparedNames: Sendable {
  /// The combined manifest: it declares all names of both manifests, and has the constraints of the first.
  let universe: Manifest

  /// For each product of the second manifest, its index in ``universe``; in the next three lists, the same for
  /// attributes, features and buckets.
  let products: [Int]
  let attributes: [Int]
  let features: [Int]
  let buckets: [Int]

  /// For each product that occurs twice, the index of its twin, by its index in the first manifest.
  let productTwins: [Int: Int]

  /// For each attribute that both manifests declare with different possible values, the index of its twin.
  let attributeTwins: [Int: Int]

  init(_ first: Manifest, _ second: Manifest) {
    let products = Joined(first.products, second.products, id: \.id) { $0.type == $1.type }
    let attributes = Joined(first.attributes, second.attributes, id: \.id) { $0.isTaken(as: $1) }
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

    /// Joins two lists of declarations.
    ///
    /// - Parameter isSame: whether two declarations with the same id have the same possible values.
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

  /// Converts a test of the second manifest to the indices of ``universe``.
  func renumbered(_ test: FactTest) -> FactTest {
    switch test {
    case .system, .appVersion, .date, .permission, .permissionDefault, .purchaseDefault: test
    case .product(let product, let truths): .product(products[product], truths)
    case .unlocked(let feature): .unlocked(features[feature])
    case .toggle(let feature, let truths, let otherwise):
      .toggle(features[feature], truths, otherwise: otherwise)
    case .runtime(let feature, let truths, let otherwise):
      .runtime(features[feature], truths, otherwise: otherwise)
    case .attribute(let requirement, let otherwise):
      .attribute(
        AttributeRequirement(
          attribute: attributes[requirement.attribute], accepted: requirement.accepted),
        otherwise: otherwise)
    case .attributeValue(let attribute, let value, let otherwise):
      .attributeValue(attributes[attribute], value, otherwise: otherwise)
    case .age(let attribute, let range, let declared):
      .age(attributes[attribute], range, default: declared)
    case .bucket(let bucket, let percent): .bucket(buckets[bucket], below: percent)
    case .isGiven(let fact): .isGiven(renumbered(fact))
    }
  }

  private func renumbered(_ fact: Fact) -> Fact {
    switch fact {
    case .system, .appVersion, .date, .permission, .permissionDefault, .purchaseDefault: fact
    case .product(let product): .product(products[product])
    case .unlocked(let feature): .unlocked(features[feature])
    case .toggle(let feature): .toggle(features[feature])
    case .runtime(let feature): .runtime(features[feature])
    case .attribute(let attribute): .attribute(attributes[attribute])
    case .age(let attribute, let declared): .age(attributes[attribute], default: declared)
    case .bucket(let bucket): .bucket(buckets[bucket])
    }
  }

  /// Returns the distinct tests that the second manifest's constraints make, converted to the indices of ``universe``.
  func tests(of second: Manifest) -> [Formula] {
    var tests: Set<FactTest> = []
    var implied: Set<FactTest> = []
    func add(_ test: FactTest, _ isImplied: Bool) {
      if isImplied { implied.insert(renumbered(test)) } else { tests.insert(renumbered(test)) }
    }
    for feature in second.features.indices { second.forEachTest(of: feature, add) }
    for condition in second.conditions.indices {
      second.forEachTest(of: .condition(condition), add)
    }
    second.forEachAppTest(add)
    return tests.map { .test($0) } + implied.map { .implied($0) }
  }

  /// Adds to a state the values that the second manifest read from the same line, under the indices of ``universe``.
  func state(_ state: DeviceState, with second: DeviceState) -> DeviceState {
    var state = state
    for (product, holding) in second.purchases { state.purchases[products[product]] = holding }
    for (attribute, value) in second.attributes { state.attributes[attributes[attribute]] = value }
    for feature in second.unlocked where !state.unlocked.contains(features[feature]) {
      state.unlocked.append(features[feature])
    }
    for (feature, isOn) in second.toggles { state.toggles[features[feature]] = isOn }
    for (feature, flag) in second.runtime { state.runtime[features[feature]] = flag }
    for (bucket, place) in second.buckets { state.buckets[buckets[bucket]] = place }
    return state
  }
}

extension AttributeDeclaration {
  /// Whether a value of one attribute is a value of the other with the same meaning. Date attributes must also have the
  /// same declared date, because ages are computed from it.
  fileprivate func isTaken(as other: AttributeDeclaration) -> Bool {
    switch (domain, other.domain) {
    case (.boolean, .boolean), (.text, .text), (.integer, .integer), (.version, .version): true
    case (.date, .date): declaredValue == other.declaredValue
    case (.choice(let values), .choice(let others)):
      values.elementsEqual(others) { $0.isSame(as: $1) }
    case (.boolean, _), (.choice, _), (.text, _), (.integer, _), (.version, _), (.date, _): false
    }
  }
}
