import FlintModel
import FlintText

struct ManifestReader {
  var problems = InputProblems()
  var products = DeclaredProducts()
  var attributes = DeclaredAttributes()
  var featureNames = NameIndex()
  var features: [FeatureDeclaration] = []
  var buckets = NameIndex()

  /// Collected first, because references may precede declarations.
  var conditionNames = NameIndex()

  /// Read so far, to find repetitions.
  var declaredConditions = NameIndex()

  var assumptionNames = NameIndex()

  var featureList: JSONValue?

  /// Nil until needed.
  var allFeatureNames: NameIndex?

  var hasIncludes = false

  /// Undeclared ids are then not reported.
  var hasMisplacedInclude = false

  /// The origin of references; nil in an assumption or without a valid id.
  var owner: References.Target?

  var references: [Reference] = []

  struct Reference {
    let from: References.Target?
    let to: References.Target
    let range: Range<Int>
  }

  private struct Fields {
    var manifestVersion: JSONValue?
    var app: JSONValue?
    var groups: JSONValue?
    var products: JSONValue?
    var attributes: JSONValue?
    var conditions: JSONValue?
    var assume: JSONValue?
    var features: JSONValue?
    var states: JSONValue?
    var defaultState: JSONValue?
  }

  /// Nil after problems.
  /// - Parameter isAssembled: Whether duplicate keys were reported already.
  mutating func read(
    _ document: JSONDocument, isAssembled: Bool = false
  ) -> (Manifest, ManifestNames)? {
    let result = document.withRoot { root in readRoot(root) }
    featureList = nil
    if !isAssembled { problems.addDuplicateKeys(of: document) }
    if let (manifest, _) = result, !references.isEmpty { addCycles(of: manifest) }
    return problems.found.isEmpty ? result : nil
  }

  private mutating func readRoot(_ root: JSONValue) -> (Manifest, ManifestNames)? {
    guard problems.isObject(root, "a manifest") else { return nil }
    // A file in another format would give an unknown key for each key; report one problem instead.
    if root.member("manifestVersion") == nil, let other = InputProblem.FileFormat(of: root) {
      problems.add(.otherFormat(other, wanted: "a manifest"), atStartOf: root)
      return nil
    }
    let fields = fields(of: root)
    problems.checkVersion(
      fields.manifestVersion, ManifestKey.manifestVersion, in: "a manifest", of: root)
    let app = fields.app.map { readApp($0) } ?? Manifest.App()
    // Declarations that others refer to are read first, independent of their order in the text.
    if let list = fields.groups { readGroups(list) }
    if let list = fields.products { readProducts(list) }
    let attributes = fields.attributes.map { readAttributes($0) } ?? []
    featureList = fields.features
    if let list = fields.conditions { readConditionNames(list) }
    let conditions = fields.conditions.map { readConditions($0) } ?? []
    let assumptions = fields.assume.map { readAssumptions($0) } ?? []
    if let list = fields.features { readFeatures(list, parent: nil) }
    let states = fields.states.map { readStates($0, of: app) } ?? []
    let defaultState = fields.defaultState.flatMap { readDefaultState($0, among: fields.states) }
    guard areIndicesRight(conditions) else { return nil }
    let manifest = Manifest(
      app: app, groups: products.groups.declarations, products: products.declarations,
      attributes: attributes, conditions: conditions, assumptions: assumptions,
      buckets: buckets.names, features: features, states: states,
      defaultState: defaultState)
    return (manifest, names)
  }

  private func areIndicesRight(_ conditions: [ConditionDeclaration]) -> Bool {
    conditions.count == conditionNames.names.count
      && features.count == (allFeatureNames ?? featureNames).names.count
  }

  private var names: ManifestNames {
    var names = ManifestNames()
    names.features = featureNames
    names.products = products.names
    names.attributes = attributes.names
    names.buckets = buckets
    return names
  }

  private mutating func fields(of root: JSONValue) -> Fields {
    var fields = Fields()
    for (key, member) in root.members {
      switch ManifestKey(key: key) {
      case .manifestVersion: fields.manifestVersion = member
      case .app: fields.app = member
      case .groups: fields.groups = member
      case .products: fields.products = member
      case .attributes: fields.attributes = member
      case .conditions: fields.conditions = member
      case .assume: fields.assume = member
      case .features: fields.features = member
      case .states: fields.states = member
      case .defaultState: fields.defaultState = member
      case nil where IncludeKey(key: key) != nil:
        problems.misplacedInclude(key, member, in: "a manifest")
        hasMisplacedInclude = true
      case nil: problems.unknownKey(key, in: "a manifest", allowed: ManifestKey.allCases)
      }
    }
    return fields
  }

  // MARK: Named states

  private mutating func readStates(
    _ value: JSONValue, of app: Manifest.App
  ) -> [Manifest.NamedState] {
    guard problems.isObject(value, "'states'") else { return [] }
    var reader = StateReader(
      features: featureNames, products: products, attributes: attributes, buckets: buckets,
      undeclared: .refuse)
    let fresh = DeviceState(platform: app.defaultPlatform)
    swap(&reader.problems, &problems)
    var states: [Manifest.NamedState] = []
    for (key, member) in value.members {
      if let state = reader.read(member) {
        states.append(
          Manifest.NamedState(name: key.string ?? "", state: state.applied(to: fresh)))
      }
    }
    swap(&reader.problems, &problems)
    return states
  }

  private mutating func readDefaultState(
    _ value: JSONValue, among states: JSONValue?
  ) -> String? {
    guard problems.expect(.string, value, "'defaultState'", as: .string) else { return nil }
    let names = NameIndex(states?.members.compactMap(\.key.string) ?? [])
    return problems.index(of: value, in: names, .state).map { names.names[$0] }
  }
}
