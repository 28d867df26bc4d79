import Foundation

/// Validates JSON against a JSON Schema (draft 2020-12). It supports only the keywords that this program's schemas use,
/// and throws for any other keyword, so that none is ignored.
public struct SchemaValidator {
  public struct UnknownKeyword: Error, Equatable {
    public let keyword: String
    public let schema: String
  }

  /// A violation of the schema.
  public struct Problem: CustomStringConvertible {
    public let path: [String]
    public let text: String

    public var description: String { "/" + path.joined(separator: "/") + ": " + text }
  }

  private let root: [Rule]
  private var definitions: [String: [Rule]] = [:]

  public init(_ text: String) throws {
    let schema = try JSONTree(text)
    root = try Self.rules(of: schema)
    guard case .object(let members)? = schema.member("$defs") else { return }
    for (name, definition) in members {
      definitions["#/$defs/" + name] = try Self.rules(of: definition)
    }
  }

  /// Returns the first violation, or nil if the value is valid.
  public func problem(in value: JSONTree) -> Problem? { problem(in: value, root, at: []) }

  // MARK: - Rules

  /// The rule of a keyword, or of several keywords that depend on each other.
  private indirect enum Rule {
    case never
    case types(Set<String>)
    case values([JSONTree])
    case size(of: String, ClosedRange<Int>)
    case pattern(Regex<AnyRegexOutput>)
    case number(atLeast: Decimal?, atMost: Decimal?, below: Decimal?)
    case unique
    case items([Rule])
    case names([Rule])
    case members([String: [Rule]], patterns: [(Regex<AnyRegexOutput>, [Rule])], others: [Rule])
    case required([String])
    case dependent([String: [Rule]])
    case all([[Rule]])
    case any([[Rule]])
    case one([[Rule]])
    case not([Rule])
    case choice(if: [Rule], then: [Rule], else: [Rule])
    case reference(String)
  }

  /// Keywords that are annotations. The keywords in `joint` are handled together with others.
  private static let silent = ["$schema", "$defs", "title", "description", "default"]
  private static let joint = [
    "properties", "patternProperties", "additionalProperties", "if", "then", "else", "minimum",
    "maximum", "exclusiveMaximum",
  ]

  private static func rules(of schema: JSONTree) throws -> [Rule] {
    if case .bool(let isAnything) = schema { return isAnything ? [] : [.never] }
    guard case .object(let members) = schema else {
      throw UnknownKeyword(keyword: "a schema that is no object", schema: schema.text)
    }
    var rules: [Rule] = []
    func decimal(_ key: String) -> Decimal? {
      schema.member(key).flatMap { Decimal(string: $0.text) }
    }
    let keys = Set(members.map(\.key))
    if !keys.isDisjoint(with: ["minimum", "maximum", "exclusiveMaximum"]) {
      rules.append(
        .number(
          atLeast: decimal("minimum"), atMost: decimal("maximum"),
          below: decimal("exclusiveMaximum")))
    }
    if !keys.isDisjoint(with: ["properties", "patternProperties", "additionalProperties"]) {
      let patterns = try map(schema.member("patternProperties")).map {
        (try regex($0.key), $0.value)
      }
      rules.append(
        .members(
          try map(schema.member("properties")), patterns: patterns,
          others: try schema.member("additionalProperties").map { try Self.rules(of: $0) } ?? []))
    }
    if let condition = schema.member("if") {
      rules.append(
        .choice(
          if: try Self.rules(of: condition),
          then: try schema.member("then").map { try Self.rules(of: $0) } ?? [],
          else: try schema.member("else").map { try Self.rules(of: $0) } ?? []))
    }
    for (key, value) in members where !silent.contains(key) && !joint.contains(key) {
      rules.append(try rule(key, value, of: schema))
    }
    return rules
  }

  private static func rule(_ key: String, _ value: JSONTree, of schema: JSONTree) throws -> Rule {
    let number = Int(value.text) ?? 0
    let strings = (value.elements.isEmpty ? [value] : value.elements).compactMap(\.string)
    switch key {
    case "type": return .types(Set(strings))
    case "const": return .values([value])
    case "enum": return .values(value.elements)
    case "minLength": return .size(of: "string", number...Int.max)
    case "minItems": return .size(of: "array", number...Int.max)
    case "maxItems": return .size(of: "array", 0...number)
    case "minProperties": return .size(of: "object", number...Int.max)
    case "pattern": return .pattern(try regex(value.string ?? ""))
    case "uniqueItems": return .unique
    case "items": return .items(try rules(of: value))
    case "propertyNames": return .names(try rules(of: value))
    case "required": return .required(strings)
    case "dependentRequired":
      guard case .object(let members) = value else { break }
      let needed = members.map { ($0.key, [Rule.required($0.value.elements.compactMap(\.string))]) }
      return .dependent(Dictionary(uniqueKeysWithValues: needed))
    case "dependentSchemas": return .dependent(try map(value))
    case "allOf": return .all(try value.elements.map { try rules(of: $0) })
    case "anyOf": return .any(try value.elements.map { try rules(of: $0) })
    case "oneOf": return .one(try value.elements.map { try rules(of: $0) })
    case "not": return .not(try rules(of: value))
    case "$ref": return .reference(value.string ?? "")
    default: break
    }
    throw UnknownKeyword(keyword: key, schema: schema.text)
  }

  private static func map(_ object: JSONTree?) throws -> [String: [Rule]] {
    guard case .object(let members)? = object else { return [:] }
    return try Dictionary(uniqueKeysWithValues: members.map { ($0.key, try rules(of: $0.value)) })
  }

  private static func regex(_ pattern: String) throws -> Regex<AnyRegexOutput> {
    try Regex(pattern).matchingSemantics(.unicodeScalar)
  }

  // MARK: - Validation

  private func problem(in value: JSONTree, _ rules: [Rule], at path: [String]) -> Problem? {
    for rule in rules {
      if let problem = problem(in: value, rule, at: path) { return problem }
    }
    return nil
  }

  private func problem(in value: JSONTree, _ rule: Rule, at path: [String]) -> Problem? {
    func wrong(_ text: String) -> Problem { Problem(path: path, text: text) }
    func isRight(_ rules: [Rule]) -> Bool { problem(in: value, rules, at: path) == nil }
    switch (rule, value) {
    case (.never, _): return wrong("nothing may stand here")
    case (.types(let types), _):
      return types.isDisjoint(with: value.types) ? wrong("no \(types.sorted())") : nil
    case (.values(let values), _):
      return values.contains { $0.isSame(as: value) } ? nil : wrong("none of \(values.map(\.text))")
    case (.size(let type, let range), _):
      guard type == value.types.first, let size = value.size else { return nil }
      return range.contains(size) ? nil : wrong("so many: \(size)")
    case (.pattern(let regex), .string(let text)):
      return text.firstMatch(of: regex) == nil ? wrong("'\(text)' has not the form") : nil
    case (.number(let least, let most, let limit), .number(let text)):
      guard let number = Decimal(string: text) else { return wrong("\(text) is no number") }
      let isInside =
        least.map { $0 <= number } ?? true && most.map { number <= $0 } ?? true
        && limit.map { number < $0 } ?? true
      return isInside ? nil : wrong("\(text) is out of range")
    case (.unique, .array(let elements)):
      let pairs = elements.indices.lazy.map { elements[..<$0].contains(where: elements[$0].isSame) }
      return pairs.contains(true) ? wrong("has the same twice") : nil
    case (.items(let rules), .array(let elements)):
      return elements.enumerated().lazy.compactMap { index, element in
        problem(in: element, rules, at: path + ["\(index)"])
      }.first
    case (.names(let rules), .object(let members)):
      return members.lazy.compactMap { problem(in: .string($0.key), rules, at: path) }.first
    case (.members(let known, let patterns, let others), .object(let members)):
      for (key, member) in members {
        let matching = patterns.filter { key.firstMatch(of: $0.0) != nil }.map(\.1)
        let own = (known[key].map { [$0] } ?? []) + matching
        for rules in own.isEmpty ? [others] : own {
          if let problem = problem(in: member, rules, at: path + [key]) { return problem }
        }
      }
      return nil
    case (.required(let keys), .object):
      return keys.first { value.member($0) == nil }.map { wrong("has no '\($0)'") }
    case (.dependent(let rules), .object(let members)):
      return members.lazy.compactMap { problem(in: value, rules[$0.key] ?? [], at: path) }.first
    case (.all(let several), _):
      return several.lazy.compactMap { problem(in: value, $0, at: path) }.first
    case (.any(let several), _):
      let problems = several.map { problem(in: value, $0, at: path) }
      return problems.contains { $0 == nil } ? nil : wrong("none of these: \(problems)")
    case (.one(let several), _):
      let problems = several.map { problem(in: value, $0, at: path) }
      let count = problems.count { $0 == nil }
      return count == 1 ? nil : wrong(count == 0 ? "none of these: \(problems)" : "\(count) of one")
    case (.not(let rules), _): return isRight(rules) ? wrong("is what it must not be") : nil
    case (.choice(let condition, let then, let other), _):
      return problem(in: value, isRight(condition) ? then : other, at: path)
    case (.reference(let name), _):
      return definitions[name].map { problem(in: value, $0, at: path) }
        ?? wrong("'\(name)' leads nowhere")
    case (.pattern, _), (.number, _), (.unique, _), (.items, _), (.names, _), (.members, _),
      (.required, _), (.dependent, _):
      return nil
    }
  }
}

extension JSONTree {
  fileprivate var types: [String] {
    switch self {
    case .object: ["object"]
    case .array: ["array"]
    case .string: ["string"]
    case .number(let text): Int64(text) == nil ? ["number"] : ["number", "integer"]
    case .bool: ["boolean"]
    case .null: ["null"]
    }
  }

  fileprivate var size: Int? {
    switch self {
    case .object(let members): members.count
    case .array(let elements): elements.count
    case .string(let text): text.unicodeScalars.count
    case .number, .bool, .null: nil
    }
  }
}
