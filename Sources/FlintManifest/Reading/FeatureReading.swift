import FlintModel
import FlintText

/// In pre-order.
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

  /// The parser limits the depth of the recursion.
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

  /// Reports anything else, such as an include.
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

  /// Collected at the first call, later ones included.
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
