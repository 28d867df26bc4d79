internal import FlintModel
import FlintLogic
internal import FlintText

/// The combined declarations, such as products and attributes, of two manifests whose results are compared. With them,
/// one state can contain the facts for both manifests. It has all declarations of the first (new) manifest, with the
/// same indices, followed by those that only the second (old) manifest has.
///
/// If both manifests declare an id with different possible values (a product of another type, or an attribute with
/// other values), the id occurs twice: first as the first manifest declares it, later as the second does. The later
/// declaration is called the *twin* of the other.
struct CombinedDeclarations: Sendable {
  /// A manifest with the declarations of both manifests and the constraints of the first one.
  let universe: Manifest

  /// For each product of the second manifest, its index in ``universe``, which has the declarations of both manifests.
  let products: [Int]
  /// For each attribute of the second manifest, its index in ``universe``, which has the declarations of both
  /// manifests.
  let attributes: [Int]
  /// For each feature of the second manifest, its index in ``universe``, which has the declarations of both manifests.
  let features: [Int]
  /// For each rollout bucket of the second manifest, its index in ``universe``, which has the declarations of both
  /// manifests.
  let buckets: [Int]

  /// For each product that the manifests declare with different types, the index of its twin (its declaration in the
  /// second manifest) in ``universe``. The dictionary's key is the product's index in the first manifest.
  let productTwins: [Int: Int]

  /// For each attribute that the manifests declare with different possible values, the index of its twin (its
  /// declaration in the second manifest) in ``universe``. The dictionary's key is the attribute's index in the first
  /// manifest.
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

    /// Joins the declarations of two manifests, such as their products. The result is all of `first`, followed by those
    /// of `second` that are missing in `first` or have other possible values there.
    ///
    /// - Parameter isSame: Returns whether two declarations with the same id have the same possible values.
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

  /// Replaces the index of a product, attribute, feature or bucket in a test: the index in the second manifest becomes
  /// that in ``universe``.
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

  /// Returns all tests of facts in the constraints and named conditions of the second manifest, without duplicates, as
  /// formulas with the indices of ``universe``. A test is, for example, whether the app version is at least 2.0.
  ///
  /// A ``PlaneLayout`` needs the tests of both manifests to decide which values of a fact must be distinguished.
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

  /// Returns a state that contains the facts for both manifests: those of `state`, and the values that only the second
  /// manifest can read, for example of an attribute that only it declares.
  ///
  /// - Parameters:
  ///   - state: The state that was read from a line by the rules of the first manifest.
  ///   - second: The state that was read from the same line by the rules of the second manifest, with that manifest's
  ///     indices. Its purchases, attributes, unlocked features, toggles, runtime flags and rollout positions are
  ///     copied.
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
  /// Returns whether two declarations of an attribute permit the same values, unknown included. For date attributes, the default dates
  /// must also be equal: a state without the date gets the default, from which the attribute's age (the time since the
  /// date) is computed.
  fileprivate func hasSameValues(as other: AttributeDeclaration) -> Bool {
    domain.isSame(as: other.domain) && isAlwaysKnown == other.isAlwaysKnown
      && (domain != .date || declaredValue == other.declaredValue)
  }
}
