import FlintModel
import FlintText

/// Functions that read the list `features` of a manifest. In the result, each feature is followed by the features
/// inside it.
extension ManifestReader {
  private struct FeatureFields {
    var id: JSONValue?
    var name: String?
    var description: String?
    var team: String?
    var until: DateTime?
    var isEnabled: Ternary?
    var actions: [String] = []
    var constraints: JSONValue?
    var features: JSONValue?
    var isInclude = false
  }

  /// Reads a list of features, and the lists of features inside them. The recursion cannot overflow the stack, because
  /// the JSON parser limits the depth of nesting.
  mutating func readFeatures(_ list: JSONValue, parent: Int?) {
    guard problems.isArray(list, "'features'") else { return }
    for element in list.elements where problems.isObject(element, "a feature") {
      let fields = featureFields(element)
      if fields.isInclude {
        readInclude(element)
        continue
      }
      let index = features.count
      readFeature(fields, of: element, parent: parent)
      // If a feature has no usable id, its nested features are read as children of its parent.
      if let inner = fields.features {
        readFeatures(inner, parent: features.count > index ? index : parent)
      }
    }
  }

  private mutating func featureFields(_ value: JSONValue) -> FeatureFields {
    var fields = FeatureFields()
    for (key, member) in value.members {
      switch FeatureKey(key: key) {
      case .id: fields.id = member
      case .name: fields.name = problems.string(member, "'name'")
      case .description: fields.description = problems.string(member, "'description'")
      case .team: fields.team = problems.string(member, "'team'")
      case .until: fields.until = problems.date(member, "'until'")
      case .isEnabled: fields.isEnabled = problems.flag(member, "'isEnabled'")
      case .actions: fields.actions = problems.names(member, "'actions'", element: "an action")
      case .constraints: fields.constraints = member
      case .features: fields.features = member
      case nil where IncludeKey(key: key) != nil: fields.isInclude = true
      case nil where ConstraintKey(key: key) != nil:
        let value = member.shortSource ?? "…"
        problems.misplacedKey(
          key, in: "a feature", write: "\"constraints\": { \(key.source): \(value) }")
      case nil: problems.unknownKey(key, in: "a feature", allowed: FeatureKey.allCases)
      }
    }
    return fields
  }

  /// Checks an include, such as `{ "include": "audio.json" }`, and records that the manifest has includes. It does not
  /// read the included file: ``ManifestAssembly`` has already replaced each include by the features of its file, except
  /// an include whose file cannot be used.
  private mutating func readInclude(_ value: JSONValue) {
    hasIncludes = true
    for (key, member) in value.members {
      if IncludeKey(key: key) == nil {
        if key.isExtensionKey { continue }
        let other = InputProblem.Unexpected.besides(IncludeKey.include.name)
        problems.add(.unexpectedKey(key.string ?? "", reason: other), at: key)
      } else {
        _ = problems.nonEmptyText(member, "'\(IncludeKey.include.name)'")
      }
    }
  }

  /// Returns whether an element of a list of declarations, such as `products`, is a declaration. Reports any other
  /// element, such as an include, which is allowed only in a list of features.
  mutating func isDeclaration(_ element: JSONValue, _ subject: String) -> Bool {
    guard problems.isObject(element, subject) else { return false }
    for (key, member) in element.members where IncludeKey(key: key) != nil {
      problems.misplacedInclude(key, member, in: subject)
      hasMisplacedInclude = true
      return false
    }
    return true
  }

  private mutating func readFeature(_ fields: FeatureFields, of value: JSONValue, parent: Int?) {
    var facts = FeatureContext(id: fields.id)
    owner = .feature(features.count)
    let (constraints, conditional) =
      fields.constraints.map { readConstraints(of: $0, &facts) } ?? ([], [])
    if fields.id == nil { problems.missingKey(FeatureKey.id, in: "a feature", of: value) }
    guard let id = readID(fields.id, of: .feature),
      declare(id, at: fields.id, .feature, in: \.featureNames)
    else { return }
    features.append(
      FeatureDeclaration(
        id: id, name: fields.name, description: fields.description, parent: parent,
        isEnabled: fields.isEnabled, actions: fields.actions, team: fields.team,
        until: fields.until, constraints: constraints, conditional: conditional))
  }

  /// Returns the ids of all features of the manifest, including features that have not been read yet. They are
  /// collected when the function is first called.
  mutating func allFeatures() -> NameIndex {
    if let allFeatureNames { return allFeatureNames }
    var names = NameIndex()
    if let featureList { Self.collect(featureList, into: &names) }
    allFeatureNames = names
    return names
  }

  private static func collect(_ list: JSONValue, into names: inout NameIndex) {
    for feature in list.elements {
      if let id = feature.member("id")?.string { names.insert(id) }
      if let inner = feature.member("features") { collect(inner, into: &names) }
    }
  }
}
