struct RemoteConfigParameter {
  let key: String
  let description: String?
  let isBoolean: Bool
  /// Values by condition, in order of priority. The first one with a true condition counts.
  let conditionalValues: [(condition: Int, value: RemoteConfigValue)]
  let defaultValue: RemoteConfigValue
}

enum RemoteConfigValue {
  case text(String)
  /// A value that the template lacks. The range is that of its key, such as `useInAppDefault`, or
  /// without such a key that of the parameter's key.
  case served(ExternalValue, Range<Int>)

  /// The text as a Boolean, in any case of letters; nil for other values.
  var bool: Bool? {
    guard case .text(let text) = self else { return nil }
    return [true, false].first { text.utf8.elementsEqual("\($0)".utf8) { $0 | 0x20 == $1 } }
  }
}

/// The source of a value that the template lacks. Ids of attributes for such values end in the raw
/// value.
enum ExternalValue: String {
  case inAppDefault, rollout, personalization, experiment

  var displayName: String { self == .inAppDefault ? "in-app default" : "\(rawValue) value" }
}

/// Reads a template, and collects all of its problems.
struct RemoteConfigReader {
  let builder = RemoteConfigBuilder()
  var problems = InputProblems()
  private(set) var parameters: [RemoteConfigParameter] = []
  private let timeZones: any TimeZoneFiles
  private let duplicateKeys: Set<Int>
  /// Names of all conditions. References to invalid conditions are no further problems.
  private var conditionNames = NameIndex()
  private var parameterKeys = NameIndex()
  /// The offset of each parameter's first declaration.
  private var parameterOffsets: [Int] = []

  init(_ document: JSONDocument, timeZones: any TimeZoneFiles) {
    self.timeZones = timeZones
    duplicateKeys = Set(document.duplicateKeys.map(\.second))
    problems.addDuplicateKeys(of: document)
  }

  /// `root` must be an object.
  mutating func read(_ root: JSONValue) {
    if let version = root.member("version") { _ = problems.isObject(version, "'version'") }
    if let list = root.member("conditions"), problems.isArray(list, "'conditions'") {
      if let condition = list.elements.first(where: Self.isServerCondition) {
        // No other part of the template is checked, because the reader knows only client templates.
        problems.add(
          Diagnostic(
            .missingKey, "Remote Config server templates are not supported",
            hint: "import the project's client template, whose conditions have an 'expression'"),
          atStartOf: condition)
        return
      }
      for condition in list.elements { readCondition(condition) }
    }
    readParameters(of: root)
    guard let groups = root.member("parameterGroups"),
      problems.isObject(groups, "'parameterGroups'")
    else { return }
    for (_, group) in groups.members where problems.isObject(group, "a parameter group") {
      _ = problems.string("description", of: group)
      readParameters(of: group)
    }
  }

  // MARK: Conditions

  private static func isServerCondition(_ value: JSONValue) -> Bool {
    value.kind == .object && value.member("expression") == nil
      && value.member("condition")?.kind == .object
  }

  private mutating func readCondition(_ value: JSONValue) {
    guard problems.isObject(value, "a condition") else { return }
    _ = problems.string("tagColor", of: value)
    let name = requiredText("name", of: value)
    if let name, let text = name.string {
      _ = problems.declare(text, at: name, .condition, in: &conditionNames)
    }
    guard let expression = requiredText("expression", of: value) else { return }
    do throws(ExpressionProblem) {
      var parser = ExpressionParser(expression, builder, timeZones: timeZones)
      let formula = try parser.parse()
      if let name = name?.string { builder.addCondition(name, formula) }
    } catch {
      problems.add(error.diagnostic)
    }
  }

  private mutating func requiredText(_ key: StaticString, of owner: JSONValue) -> JSONValue? {
    guard let value = owner.member(key) else {
      problems.add(.missingKey("\(key)", in: "a condition"), atStartOf: owner)
      return nil
    }
    return problems.string(value, "'\(key)'") == nil ? nil : value
  }

  // MARK: Parameters

  private mutating func readParameters(of owner: JSONValue) {
    guard let list = owner.member("parameters"), problems.isObject(list, "'parameters'") else {
      return
    }
    for (key, value) in list.members { readParameter(key, value) }
  }

  private mutating func readParameter(_ key: JSONValue, _ value: JSONValue) {
    let name = key.string ?? ""
    checkKey(name, key)
    guard problems.isObject(value, "parameter '\(name)'") else { return }
    let description = problems.string("description", of: value)
    let types = ["STRING", "BOOLEAN", "NUMBER", "JSON"]
    let type = value.member("valueType").flatMap {
      problems.index(of: $0, named: "'valueType'", among: types)
    }.map { types[$0] }
    var texts: [(value: RemoteConfigValue, written: JSONValue)] = []
    func read(_ written: JSONValue, _ displayName: String) -> RemoteConfigValue? {
      let value = readValue(written, displayName)
      if case .text? = value, let value { texts.append((value, written)) }
      return value
    }
    let defaultValue = value.member("defaultValue").flatMap { read($0, "'defaultValue'") }
    var conditional: [(condition: Int, value: RemoteConfigValue)] = []
    if let list = value.member("conditionalValues"), problems.isObject(list, "'conditionalValues'")
    {
      for (condition, written) in list.members {
        let index = problems.index(of: condition, in: conditionNames, .condition)
        let name = "the value for condition '\(condition.string ?? "")'"
        if let value = read(written, name), let index { conditional.append((index, value)) }
      }
    }
    parameters.append(
      RemoteConfigParameter(
        key: name, description: description, isBoolean: isBoolean(type, texts),
        conditionalValues: conditional.sorted { $0.condition < $1.condition },
        defaultValue: defaultValue ?? .served(.inAppDefault, key.range)))
  }

  private mutating func checkKey(_ name: String, _ key: JSONValue) {
    guard Self.isParameterKey(name) else {
      problems.add(
        .invalidID, "parameter '\(name)' has a name that Firebase does not accept",
        hint: "use letters, digits and '_', starting with a letter or '_'", at: key)
      return
    }
    let (index, isNew) = parameterKeys.insert(name)
    let offset = key.range.lowerBound
    if isNew {
      parameterOffsets.append(offset)
    } else if !duplicateKeys.contains(key.index) {
      problems.repetitions.append((offset, first: parameterOffsets[index]))
      problems.add(
        .duplicateID, "parameter '\(name)' is declared twice", at: key)
    }
  }

  private mutating func isBoolean(
    _ type: String?, _ texts: [(value: RemoteConfigValue, written: JSONValue)]
  ) -> Bool {
    if type == "NUMBER" || type == "JSON" { return false }
    let others = texts.filter { $0.value.bool == nil }
    guard type == "BOOLEAN" else { return !texts.isEmpty && others.isEmpty }
    for case (.text(let text), let written) in others {
      problems.add(
        .unknownValue, "found '\(text)' for a BOOLEAN parameter; expected 'true' or 'false'",
        at: written)
    }
    return true
  }

  private static let forms =
    "value useInAppDefault rolloutValue personalizationValue experimentValue".words

  /// Reads an object with exactly one key of ``forms``.
  private mutating func readValue(
    _ value: JSONValue, _ displayName: String
  ) -> RemoteConfigValue? {
    guard problems.isObject(value, displayName) else { return nil }
    let forms = value.members.filter { Self.forms.contains($0.key.string ?? "") }
    guard let (key, inner) = forms.first, let form = key.string else {
      problems.add(
        .missingOneOf(["value", "useInAppDefault"], in: displayName), atStartOf: value)
      return nil
    }
    if forms.count > 1 {
      problems.add(
        .unexpectedKey(forms[1].key.string ?? "", besides: form), at: forms[1].key)
      return nil
    }
    switch form {
    case "value": return problems.string(inner, "'value'").map { .text($0) }
    case "useInAppDefault":
      guard let isUsed = problems.bool(inner, "'useInAppDefault'") else { return nil }
      if isUsed { return .served(.inAppDefault, key.range) }
      problems.add(
        .unknownValue, "'useInAppDefault' is false; expected true",
        hint: "give a 'value' instead", at: inner)
      return nil
    default:
      guard problems.isObject(inner, "'\(form)'") else { return nil }
      return ExternalValue(rawValue: String(form.dropLast("Value".count)))
        .map { .served($0, key.range) }
    }
  }

  private static func isParameterKey(_ key: String) -> Bool {
    let isWord = key.unicodeScalars.allSatisfy { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "_": true
      default: false
      }
    }
    return isWord && key.unicodeScalars.first.map { !("0"..."9" ~= $0) } ?? false
  }
}
