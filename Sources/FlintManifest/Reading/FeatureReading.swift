/// Reads features in pre-order.
extension ManifestReader {
  /// The parser limits the depth of the recursion.
  mutating func readFeatures(_ list: JSONValue, parent: Int?) {
    guard problems.isArray(list, "'features'") else { return }
    for element in list.elements where problems.isObject(element, "a feature") {
      if element.isInclude {
        readInclude(element)
        continue
      }
      let index = features.count
      readFeature(element, parent: parent)
      // If a feature has no usable id, its nested features are read as children of its parent.
      if let inner = element.member("features") {
        readFeatures(inner, parent: features.count > index ? index : parent)
      }
    }
  }

  private mutating func readInclude(_ value: JSONValue) {
    hasIncludes = true
    for (key, member) in value.members {
      if key.equals("include") {
        _ = problems.nonEmptyText(member, "'include'")
      } else if !key.isExtensionKey {
        problems.add(.unexpectedKey(key.string ?? "", besides: "include"), at: key)
      }
    }
  }

  /// Whether the element is an object without an include. Reports other elements.
  mutating func isDeclaration(_ element: JSONValue, _ form: ObjectGrammar) -> Bool {
    guard problems.isObject(element, form.owner) else { return false }
    for (key, member) in element.members where key.equals("include") {
      problems.misplacedInclude(key, member, in: form.owner)
      hasMisplacedInclude = true
      return false
    }
    problems.check(element, form)
    return true
  }

  private mutating func readFeature(_ value: JSONValue, parent: Int?) {
    problems.checkRequired(of: value, .feature)
    var facts = FeatureContext(id: value.member("id"))
    owner = .feature(features.count)
    var (name, description, team): (String?, String?, String?)
    var until: DateTime?
    var isEnabled: Ternary?
    var actions: [String] = []
    var constraints: [Constraint] = []
    var conditional: [ConditionalBlock] = []
    for (key, member) in value.members {
      switch key {
      case "id", "features": break
      case "name": name = problems.string(member, "'name'")
      case "description": description = problems.string(member, "'description'")
      case "team": team = problems.string(member, "'team'")
      case "until": until = problems.date(member, "'until'")
      case "isEnabled": isEnabled = problems.flag(member, "'isEnabled'")
      case "actions": actions = problems.names(member, "'actions'", element: "an action")
      case "constraints": (constraints, conditional) = readConstraints(of: member, &facts)
      case "code": problems.checkCode(member)
      case "ignore": _ = problems.names(member, "'ignore'", element: "a rule")
      default: reportUnknownKey(key, member)
      }
    }
    guard let id = problems.declareID(of: value, .feature, in: &featureNames) else { return }
    features.append(
      FeatureDeclaration(
        id: id, name: name, description: description, parent: parent, isEnabled: isEnabled,
        actions: actions, team: team, until: until, constraints: constraints,
        conditional: conditional))
  }

  private mutating func reportUnknownKey(_ key: JSONValue, _ value: JSONValue) {
    if ConstraintKind.position(of: key) == nil, !key.equals("conditional") {
      problems.unknownKey(key, in: .feature)
    } else {
      let value = value.shortSource ?? "…"
      problems.misplacedKey(
        key, in: "a feature", write: "\"constraints\": { \(key.source): \(value) }")
    }
  }

  /// The ids of all features, also of those not read yet. Collected at the first call.
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

extension InputProblems {
  /// Checks one name or a list of names. ``ManifestFile/codes`` reads them.
  fileprivate mutating func checkCode(_ value: JSONValue) {
    let names = value.kind == .array ? Array(value.elements) : [value]
    if value.kind == .array { _ = self.names(value, "'code'", element: "a name in code") }
    for name in names {
      guard let text = value.kind == .array ? name.string : string(name, "'code'"),
        FeatureCode(text) == nil
      else { continue }
      let word = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.last ?? "turbo"
      add(
        .unknownValue, "'\(text)' is not a name in code",
        hint: """
          write "FeatureFlag.\(word)" for a member of a type, or "\\"\(word)\\"" for a string
          """, at: name)
    }
  }
}
