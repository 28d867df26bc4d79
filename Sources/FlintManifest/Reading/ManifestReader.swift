struct ManifestReader {
  var problems = InputProblems()
  var products = DeclaredProducts()
  var attributes = DeclaredAttributes()
  var featureNames = NameIndex()
  var features: [FeatureDeclaration] = []
  var buckets = NameIndex()

  /// The ids of all named conditions. Collected first, because references may precede declarations.
  var conditionNames = NameIndex()

  var featureList: JSONValue?

  /// The ids of all features; nil until needed.
  var allFeatureNames: NameIndex?

  var hasIncludes = false

  /// Whether an include is at a wrong place. Undeclared ids are then not reported.
  var hasMisplacedInclude = false

  /// The declaration being read, from which references come. Nil in an assumption or without a
  /// valid id.
  var owner: References.Target?

  var references: [Reference] = []

  struct Reference {
    let from: References.Target?
    let to: References.Target
    /// The JSON value's index, in the order of the text.
    let index: Int
    let range: Range<Int>
  }

  /// Nil if there are problems.
  /// - Parameter isAssembled: Whether duplicate keys have already been reported.
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
    guard problems.isManifest(root, .manifest) else { return nil }
    hasMisplacedInclude = root.member("include") != nil
    let app = root.member("app").map { readApp($0) } ?? Manifest.App()
    // Declarations that others refer to are read first, independent of their order in the text.
    for group in declarations(under: "groups", of: root, .group) { readGroup(group) }
    for product in declarations(under: "products", of: root, .product) { readProduct(product) }
    let attributes = declarations(under: "attributes", of: root, .attribute).compactMap {
      readAttribute($0)
    }
    featureList = root.member("features")
    conditionNames = NameIndex(
      root.member("conditions")?.elements.compactMap { $0.member("id")?.string } ?? [])
    let conditions = readConditions(under: "conditions", of: root, .condition)
    let assumptions = readConditions(under: "assume", of: root, .assumption)
    if let featureList { readFeatures(featureList, parent: nil) }
    let writtenStates = root.member("states")
    let states = writtenStates.map { readStates($0, of: app) } ?? []
    let defaultState = root.member("defaultState").flatMap {
      readDefaultState($0, among: writtenStates)
    }
    // Without a declaration that could not be read, indices would be wrong.
    guard conditions.count == conditionNames.names.count,
      features.count == (allFeatureNames ?? featureNames).names.count
    else { return nil }
    let manifest = Manifest(
      app: app, groups: products.groups.declarations, products: products.declarations,
      attributes: attributes, conditions: conditions, assumptions: assumptions,
      buckets: buckets.names, features: features, states: states,
      defaultState: defaultState)
    return (manifest, names)
  }

  private var names: ManifestNames {
    var names = ManifestNames()
    names.features = featureNames
    names.products = products.names
    names.attributes = attributes.names
    names.buckets = buckets
    return names
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
    guard problems.expect(.string, value, "'defaultState'") else { return nil }
    let names = NameIndex(states?.members.compactMap(\.key.string) ?? [])
    return problems.index(of: value, in: names, .state).map { names.names[$0] }
  }
}

/// Declared ids, in the order of their declarations.
package struct ManifestNames: Sendable {
  package var features = NameIndex()
  package var products = NameIndex()
  package var attributes = NameIndex()
  package var buckets = NameIndex()

  package init() {}
}

extension ManifestReader {
  /// Reports cycles at their first reference in the text.
  mutating func addCycles(of manifest: Manifest) {
    for cycle in manifest.references.cycles { addCycle(cycle, of: manifest) }
  }

  private mutating func addCycle(_ cycle: [References.Target], of manifest: Manifest) {
    var asking: [References.Target: [Reference]] = [:]
    let members = Set(cycle)
    for reference in references {
      guard let from = reference.from, members.contains(from) else { continue }
      asking[from, default: []].append(reference)
    }
    // Each element of `steps` is the reference from one element of the cycle to the next. It is nil if the text
    // contains no such reference. `cycle` repeats its first element at the end, so `steps` has one element fewer.
    let steps = cycle.dropLast().indices.map { index in
      asking[cycle[index]]?.first { $0.to == cycle[index + 1] }
    }
    // A nested feature depends on its parent, although the text contains no reference to it. The cycle is therefore
    // described from the first reference in the text.
    let start = steps.indices.filter { steps[$0] != nil }.min {
      (steps[$0]?.index ?? 0) < (steps[$1]?.index ?? 0)
    }
    guard let start, let first = steps[start] else { return }
    let order = steps.indices.map { (start + $0) % steps.count }
    let path = Self.path(
      order.map { manifest.name(of: cycle[$0]) }, isParent: order.map { steps[$0] == nil })
    problems.add(Diagnostic(.cyclicCondition, path), at: first.range)
  }

  /// A cycle in words: `feature 'a' requires 'b', which is in 'a'`. Omits the middle of a long
  /// cycle.
  /// - Parameter isParent: For each name, whether its declaration contains the next one or refers
  ///   to it.
  private static func path(_ names: [String], isParent: [Bool]) -> String {
    var text = (names[0].hasPrefix("'") ? "feature " : "") + names[0]
    for index in names.indices {
      let next = names[(index + 1) % names.count]
      if names.count > 24, index >= 12, index < names.count - 6 {
        if index == 12 { text += ", and so on through \(names.count - 18) more" }
        continue
      }
      text += (index == 0 ? " " : ", which ") + (isParent[index] ? "is in " : "requires ") + next
    }
    return text
  }
}

extension Manifest {
  fileprivate func name(of target: References.Target) -> String {
    switch target {
    case .feature(let feature): "'\(features[feature].id)'"
    case .condition(let condition): "condition '\(conditions[condition].id)'"
    case .assumption(let assumption): "assumption '\(assumptions[assumption].id)'"
    }
  }
}

/// A manifest with its text, for positions.
package struct ManifestFile: Sendable {
  /// The text of the manifest and of the files that it includes.
  package let source: SourceFile
  package let document: JSONDocument
  package let manifest: Manifest
  package let names: ManifestNames

  /// The manifest and the included files. Empty without includes.
  package let parts: [Part]

  package struct Part: Sendable {
    package let source: SourceFile
    package let document: JSONDocument

    /// The path to open; `source` has the one for messages.
    package let path: String
  }
}

extension ManifestFile {
  /// - Parameters:
  /// - path: The manifest's path, to which includes are relative. By default that of `source`.
  /// - files: Nil if the manifest cannot include any.
  package init(
    _ source: SourceFile, at path: String? = nil, including files: (any ManifestFiles)? = nil
  ) throws(InvalidInput) {
    try self.init(source, try source.document(), at: path, including: files)
  }

  package init(
    _ source: SourceFile, _ document: JSONDocument, at path: String? = nil,
    including files: (any ManifestFiles)? = nil
  ) throws(InvalidInput) {
    var reader = ManifestReader()
    let result = reader.read(document)
    if reader.hasIncludes {
      var assembly = ManifestAssembly(source, document, at: path ?? source.path, files)
      self = try assembly.read()
    } else if let (manifest, names) = result {
      self.init(
        source: source, document: document, manifest: manifest, names: names, parts: [])
    } else {
      throw InvalidInput(
        source,
        reader.problems.found(in: source).filter {
          !(reader.hasMisplacedInclude && $0.lacksDeclaration)
        })
    }
  }
}

extension ManifestAssembly {
  fileprivate mutating func read() throws(InvalidInput) -> ManifestFile {
    let (source, document) = assemble()
    var diagnostics = problems
    var reader = ManifestReader()
    let result = reader.read(document, isAssembled: true)
    diagnostics += reader.problems.found(in: source).filter {
      !$0.lacksDeclaration
        || !reader.hasMisplacedInclude && reportsUndeclared(at: $0.range, in: source)
    }
    guard diagnostics.isEmpty, let (manifest, names) = result else {
      throw InvalidInput(source, diagnostics)
    }
    return ManifestFile(
      source: source, document: document, manifest: manifest, names: names, parts: parts)
  }

  private var parts: [ManifestFile.Part] {
    files.compactMap { file in
      file.document.map {
        ManifestFile.Part(source: file.source, document: $0, path: file.path)
      }
    }
  }
}

extension Diagnostic {
  /// Whether the problem is a missing declaration. An unread file may contain it.
  fileprivate var lacksDeclaration: Bool {
    let rules: [InputRule] = [
      .unknownFeature, .unknownProduct, .unknownAttribute, .unknownGroup, .unknownLevel,
      .unknownCondition, .unknownBucket, .emptyGroup,
    ]
    return rules.contains { $0.rawValue == rule }
  }
}
