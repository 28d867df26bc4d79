import FlintCore

/// Every state that can exist, for one manifest or for two at once, and functions from these states to truth values.
///
/// A state is a value for each fact's variable; every combination of values means a state, and every state is meant by one:
/// what a combination says of a permission that the platform does not offer is not looked at, and a
/// `location.always` that is authorized outweighs what is said of `location.whenInUse`. So a function that can be true in
/// the diagram can be true for a state, and no diagram of consistent states is needed.
///
/// The variables' order is the order in which they are first met: the system, the app's version, then those of the features in
/// pre-order, a block's guard before its constraints. A conjunction of constraints that each ask a few variables next
/// to each other stays as small as their sum.
struct StateSpace: ~Copyable {
  /// What a manifest's indices mean in the space.
  struct Side {
    let manifest: Manifest
    let products: SharedNames
    let attributes: SharedNames
    let features: SharedNames
  }

  let sides: [Side]

  /// What the classes of versions are cut by.
  let boundaries: VersionBoundaries
  var store = DiagramStore()

  /// One for each platform, in the order of its cases.
  let systemScales: [VersionScale]

  /// The value of each platform's latest version, and behind the last one's oldest.
  let systemValues: [UInt32]
  let appScale: VersionScale
  let attributeValues: [AttributeValues]

  /// The facts met so far and their values, by the number of their variable in diagrams.
  private(set) var variables: [Fact] = []
  private(set) var domains: [FactDomain] = []

  /// The number of each fact's variable, `.max` while it has not been met.
  private var numbers: [UInt32]

  /// What formulas share, as far as it has been worked out.
  var meanings: [SharedMeaning: Diagram] = [:]

  /// The statuses found so far, of each side's features.
  var statuses: [[FeatureFunction]]

  /// The work spent on features that turned out to be too large.
  var wasted = 0
  var rearrangements = 0

  static let system: UInt32 = 0
  static let appVersion: UInt32 = 1

  /// - Parameter boundaries: what a condition tells apart beside the manifest.
  init(_ manifest: Manifest, condition boundaries: VersionBoundaries = VersionBoundaries()) {
    var boundaries = boundaries
    boundaries.add(manifest)
    let side = Side(
      manifest: manifest, products: SharedNames(count: manifest.products.count),
      attributes: SharedNames(count: manifest.attributes.count),
      features: SharedNames(count: manifest.features.count))
    self.init([side], boundaries)
  }

  /// The space that two manifests share: the values and ids of both.
  ///
  /// - Parameter boundaries: what the features in question and their ancestors tell apart; no others may be asked for.
  init(_ first: Manifest, _ second: Manifest, _ boundaries: VersionBoundaries) {
    let products = SharedNames(first.products, second.products) { $0.id }
    let attributes = SharedNames(first.attributes, second.attributes) { $0.id }
    let features = SharedNames(first.features, second.features) { $0.id }
    self.init(
      [
        Side(
          manifest: first, products: SharedNames(count: products.count),
          attributes: SharedNames(count: attributes.count),
          features: SharedNames(count: features.count)),
        Side(
          manifest: second, products: products, attributes: attributes, features: features),
      ], boundaries)
  }

  init(_ sides: [Side], _ boundaries: VersionBoundaries) {
    self.sides = sides
    self.boundaries = boundaries
    systemScales = boundaries.systems.map { VersionScale($0) }
    systemValues = systemScales.reduce(into: [0]) { $0.append($0.last! + UInt32($1.count)) }
    appScale = VersionScale(boundaries.app)

    let attributeCount = sides[0].attributes.count
    var domains = [[AttributeDomain?]](
      repeating: [AttributeDomain?](repeating: nil, count: sides.count), count: attributeCount)
    for (index, side) in sides.enumerated() {
      for (position, attribute) in side.manifest.attributes.enumerated() {
        domains[side.attributes[position]][index] = attribute.domain
      }
    }
    attributeValues = domains.map { AttributeValues($0) }
    let countOfVariables =
      2 + SystemPermission.allCases.count + sides[0].products.count + attributeCount
      + 3 * sides[0].features.count
    numbers = [UInt32](repeating: .max, count: countOfVariables)
    statuses = sides.map {
      [FeatureFunction](repeating: .notAsked, count: $0.manifest.features.count)
    }
    for fact in [Fact.system, .appVersion] { _ = number(of: fact) }
  }

  /// The number of a fact's variable, a new one where it has not been met yet.
  mutating func number(of fact: Fact) -> UInt32 {
    let products = 2 + SystemPermission.allCases.count
    let attributes = products + sides[0].products.count
    let features = attributes + sides[0].attributes.count
    let slot =
      switch fact {
      case .system: 0
      case .appVersion: 1
      case .permission(let permission): 2 + Int(permission.rawValue)
      case .product(let product): products + product
      case .attribute(let attribute): attributes + attribute
      case .unlocked(let feature): features + 3 * feature
      case .toggle(let feature): features + 3 * feature + 1
      case .runtime(let feature): features + 3 * feature + 2
      case .permissionDefault, .purchaseDefault: preconditionFailure("\(fact) does not vary")
      }
    if numbers[slot] == .max {
      numbers[slot] = UInt32(variables.count)
      variables.append(fact)
      domains.append(domain(of: fact))
    }
    return numbers[slot]
  }
}

/// What is known of a feature's status as a function.
enum FeatureFunction {
  case notAsked
  case function(Diagram)
  case tooLarge
}
