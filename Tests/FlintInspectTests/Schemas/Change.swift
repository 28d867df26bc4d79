import TestSupport

/// A change of a value. Most changes make it invalid.
enum Change: CustomStringConvertible {
  case replacement(String)
  case newKey(String)
  case lackOf(String)
  case repetition

  /// Values that are invalid in nearly every position.
  private static let strays = [
    "null", "true", "{}", "[]", "{ \"unheard\": 1 }", "[[]]", "-0.5", "-1", "\"\"", "\"not an id\"",
    "\"01\"",
  ]

  /// Whether the change is invalid for an attribute of any type.
  var isWrongForEveryAttribute: Bool {
    switch self {
    case .replacement(let stray):
      !["null", "true", "-1", "\"not an id\"", "\"01\""].contains(stray)
    case .newKey, .lackOf, .repetition: true
    }
  }

  static func changes(of value: JSONTree) -> [Change] {
    let replacements = strays.map { Change.replacement($0) }
    return switch value {
    case .object(let members):
      replacements + ["unheard", "$own"].map { .newKey($0) } + members.map { .lackOf($0.key) }
    case .array(let elements): replacements + (elements.isEmpty ? [] : [.repetition])
    case .string, .number, .bool, .null: replacements
    }
  }

  func apply(to value: JSONTree) throws -> JSONTree {
    var value = value
    switch (self, value) {
    case (.replacement(let text), _): return try JSONTree(text)
    case (.newKey(let key), _): value.insert(key, .number("1"), at: false)
    case (.lackOf(let key), _): value.remove(key)
    case (.repetition, .array(let elements)): return .array(elements + elements.prefix(1))
    case (.repetition, _): break
    }
    return value
  }

  var description: String {
    switch self {
    case .replacement(let text): "\(text) in its place"
    case .newKey(let key): "a new key '\(key)'"
    case .lackOf(let key): "without '\(key)'"
    case .repetition: "its first element twice"
    }
  }
}

/// The role of a value: a name for all positions with the same rules.
struct Role: Hashable, CustomStringConvertible {
  private(set) var steps: [String] = []

  /// The positions with a named role. Steps to elements and to members with arbitrary keys are `*`.
  private static let roles: [(steps: [String], name: String)] =
    [
      (["features", "*"], "feature"), (["feature", "features", "*"], "feature"),
      (["feature", "constraints"], "constraints"),
      (["constraints", "conditional", "*", "constraints"], "block"),
      (["constraints", "conditional", "*", "when"], "condition"),
      (["conditions", "*", "is"], "named condition"), (["assume", "*", "that"], "named condition"),
      (["states", "*"], "state"),
      (["scenarios", "*"], "scenario"), (["scenario", "steps", "*"], "step"),
      (["scenario", "cases", "*"], "case"), (["scenario", "where"], "where"),
      (["step", "set"], "state"), (["scenario", "given"], "state"), (["case", "given"], "state"),
      (["case", "expect"], "expectations"), (["step", "expect"], "expectations"),
      (["scenario", "always"], "claim"), (["scenario", "never"], "claim"),
      (["claim", "allOf", "*"], "claim"), (["claim", "anyOf", "*"], "claim"),
      (["claim", "not"], "claim"),
    ] + conditionRoles

  private static let conditionRoles: [(steps: [String], name: String)] = {
    let names: [(outer: String, inner: String)] = [
      ("constraints", "condition"), ("block", "condition"), ("condition", "condition"),
      ("named condition", "named condition"),
    ]
    let operands: [[String]] = [["allOf", "*"], ["anyOf", "*"], ["not"]]
    return names.flatMap { outer, inner in
      operands.map { (steps: [outer] + $0, name: inner) }
    }
  }()

  /// Keys of objects whose own keys are arbitrary names.
  private static let maps: Set = [
    "platforms", "version", "attributes", "permissions", "purchases", "toggles", "runtime",
    "buckets", "states", "credits", "toggle", "override", "answers", "expectations",
  ]

  init(of path: [String]) {
    for step in path {
      if let role = Self.roles.first(where: { $0.steps == steps }) { steps = [role.name] }
      let isNamed = steps.last.map { Self.maps.contains($0) } ?? false
      steps.append(Int(step) != nil || isNamed ? "*" : step)
    }
  }

  /// Whether the position is the value of an attribute, or within one.
  var isOfAttribute: Bool {
    steps.count > 2 && steps[1] == "attributes" && steps[0] != "attributes"
  }

  var description: String { steps.isEmpty ? "the whole" : steps.joined(separator: "/") }
}
