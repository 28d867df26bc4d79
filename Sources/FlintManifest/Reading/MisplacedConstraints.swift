/// Reports names that belong inside a list or object of `constraints`.
extension ManifestReader {
  /// Reports an unknown key; false for extension keys. For a name such as `camera`, the hint shows
  /// its constraint.
  mutating func noteUnknown(_ key: JSONValue, _ value: JSONValue, _ context: ConditionContext)
    -> Bool
  {
    guard !key.isExtensionKey, let kind = kind(ofNamed: key) else {
      return problems.unknownKey(
        key, in: context.name, allowed: context.form.names)
    }
    let written = value.shortSource ?? "…"
    problems.misplacedKey(
      key, in: context.name, write: constraint(kind, named: key.source, written))
    return true
  }

  private func constraint(_ kind: Kind, named name: String, _ value: String) -> String {
    switch kind {
    case .platform(let platform): "\"platforms\": { \"\(platform)\": \(value) }"
    case .permission(let permission): "\"permissions\": [\"\(permission)\"]"
    case .product: "\"purchases\": [\(name)]"
    case .attribute: "\"attributes\": { \(name): \(value) }"
    }
  }

  /// Whether the value is an object; reports any other value. The hint shows what was probably
  /// meant: `{ "permissions": ["camera"] }` for `"camera"`.
  mutating func isCondition(_ value: JSONValue, _ subject: String) -> Bool {
    if value.kind == .object { return true }
    problems.addWrongType(value, subject, "an object", write: condition(meantBy: value, subject))
    return false
  }

  mutating func isOperandList(_ value: JSONValue, _ subject: String) -> Bool {
    if value.kind != .string { return problems.isArray(value, subject, takesObjects: true) }
    let operand = condition(meantBy: value, subject)
    problems.addWrongType(value, subject, "a list", write: operand.map { "[\($0)]" })
    return false
  }

  private mutating func condition(meantBy value: JSONValue, _ subject: String) -> String? {
    guard let source = value.shortSource else { return nil }
    if value.kind == .array {
      let elements = Array(value.elements)
      guard !elements.isEmpty, elements.allSatisfy({ $0.kind == .object }) else {
        return elements.count == 1 ? condition(meantBy: elements[0], subject) : nil
      }
      // The author of a list after 'not' means that none of its elements is satisfied. The author of any other list
      // means that all of its elements are satisfied.
      let combination = subject == "'not'" ? "anyOf" : "allOf"
      return elements.count == 1 ? elements[0].objectSource : "{ \"\(combination)\": \(source) }"
    }
    guard value.kind == .string else { return nil }
    if conditionNames.index(of: value) != nil { return "{ \"conditions\": [\(source)] }" }
    if allFeatures().index(of: value) != nil { return "{ \"features\": [\(source)] }" }
    guard let kind = kind(ofNamed: value) else { return nil }
    let isAttribute = attributes.names.index(of: value) != nil
    let required = isAttribute ? attributes.example(of: value) : "\"any\""
    return "{ " + constraint(kind, named: source, required) + " }"
  }

  private enum Kind {
    case platform(String)
    case permission(String)
    case product, attribute
  }

  private func kind(ofNamed key: JSONValue) -> Kind? {
    let name = key.string ?? ""
    if attributes.names.index(of: key) != nil { return .attribute }
    if products.names.index(of: key) != nil { return .product }
    if let platform = Synonyms.platform(name) { return .platform(platform) }
    if SystemPermission(name: name) != nil { return .permission(name) }
    return Synonyms.permission(name).map { .permission($0) }
  }
}
