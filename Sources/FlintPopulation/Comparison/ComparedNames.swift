internal import FlintCore
internal import FlintText

/// What the states of a population can speak of where two manifests judge them: all that the first one declares, under its own
/// numbers, and behind that what only the second one declares.
///
/// Something that both declare, but of which a state can say other things in the one than in the other (a product of another
/// type, an attribute with other values), is there twice: once as the first sees it, and once as the second.
struct ComparedNames: Sendable {
  /// Declares all names, and demands what the first manifest demands.
  let universe: Manifest

  /// For each index in the second manifest its number in the universe.
  let products: [Int]
  let attributes: [Int]
  let features: [Int]
  let buckets: [Int]

  /// For what is there twice, by its number in the first manifest, the number under which the second one sees it.
  let productTwins: [Int: Int]
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

    /// - Parameter isSame: whether states can say the same of two that have the same id.
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

  /// Asks of the universe what the second manifest asks.
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

  /// All that the second manifest asks, of the universe.
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

  /// A state with what the second manifest takes from the same line, under the universe's numbers.
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
  /// Whether what a state says of the one can be said of the other, with the same meaning. The ages of dates follow from
  /// what is declared, too.
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
