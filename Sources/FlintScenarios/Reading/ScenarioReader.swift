internal import FlintAnalysis
package import FlintManifest
package import FlintModel
package import FlintText

struct ScenarioReader {
  let manifest: Manifest
  let names: ManifestNames
  var states: StateReader

  var problems: InputProblems {
    _read { yield states.problems }
    _modify { yield &states.problems }
  }

  init(_ file: ManifestFile) {
    manifest = file.manifest
    names = file.names
    states = StateReader(file.manifest, file.names)
  }

  /// The index of a feature or product. Reports an undeclared id. Its hint corrects a display name.
  mutating func index(of id: JSONValue, _ declared: NameKind) -> Int? {
    let ids = declared == .feature ? names.features : names.products
    if let index = ids.index(of: id) { return index }
    let manifest = manifest
    problems.addUndeclared(id, declared, among: ids.names) { manifest.displayNames(of: declared) }
    return nil
  }

  mutating func read(_ root: JSONValue) -> [Scenario] {
    guard problems.isObject(root, "a scenarios file") else { return [] }
    if root.member("scenarioVersion") == nil, let other = FileFormat(of: root) {
      problems.add(.otherFormat(other, wanted: "a scenarios file"), atStartOf: root)
      return []
    }
    for (key, _) in root.members where ScenarioFileKey(key: key) == nil {
      problems.unknownKey(key, in: "a scenarios file", allowed: ScenarioFileKey.allCases)
    }
    problems.checkVersion("scenarioVersion", of: root, in: "a scenarios file")
    guard let list = root.member("scenarios") else {
      problems.missingKey(ScenarioFileKey.scenarios, in: "a scenarios file", of: root)
      return []
    }
    guard problems.isArray(list, "'scenarios'") else { return [] }
    var names = NameIndex()
    return list.elements.compactMap { readScenario($0, &names) }
  }

  // MARK: One scenario

  private struct Fields {
    var given: JSONValue?
    var condition: JSONValue?

    /// The members that decide the scenario's kind; exactly one if valid.
    var bodies: [(name: ScenarioKey, key: JSONValue, value: JSONValue)] = []
  }

  private mutating func readScenario(_ value: JSONValue, _ names: inout NameIndex) -> Scenario? {
    guard problems.isObject(value, "a scenario") else { return nil }
    var fields = Fields()
    var name: JSONValue?
    for (key, written, member) in problems.members(
      of: value, in: "a scenario", as: ScenarioKey.self)
    {
      switch key {
      case .name: name = member
      case .given: fields.given = member
      case .condition: fields.condition = member
      case .steps, .cases, .always, .never: fields.bodies.append((key, written, member))
      }
    }
    let readName = name.flatMap { scenarioName($0, &names) }
    let body = readBody(fields, of: value)
    guard let readName, let body else { return nil }
    return Scenario(name: readName, range: value.range, body: body)
  }

  private mutating func scenarioName(_ value: JSONValue, _ names: inout NameIndex) -> String? {
    guard let name = problems.string(value, "'name'") else { return nil }
    if name.allSatisfy(\.isWhitespace) {
      problems.add(.empty("'name'"), at: value)
    } else if !names.insert(name).isNew {
      problems.add(.duplicateValue(name, in: "'scenarios'"), at: value)
    }
    return name
  }

  private mutating func readBody(_ fields: Fields, of scenario: JSONValue) -> Scenario.Body? {
    guard let (body, _, value) = fields.bodies.first else {
      problems.add(
        Diagnostic(.missingKey, "the scenario has no 'steps', 'cases', 'always' or 'never'"),
        atStartOf: scenario)
      return nil
    }
    func besides(_ name: String) -> Diagnostic { .unexpectedKey(name, besides: body.name) }
    for other in fields.bodies.dropFirst() {
      problems.add(besides(other.name.name), at: other.key)
    }
    switch body {
    case .name, .given, .condition: return nil
    case .steps:
      if let condition = fields.condition { problems.add(besides("where"), at: condition) }
      let given = fields.given.map { readGiven($0) } ?? manifest.initialState
      guard isFilledArray(value, "'steps'") else { return nil }
      let before = problems.found.count
      let steps = value.elements.compactMap { readStep($0) }
      if problems.found.count == before, steps.allSatisfy({ $0.expected == nil }) {
        problems.add(.missingKey("expect", in: "the story"), atStartOf: value)
      }
      return .story(given: given, steps: steps)
    case .cases:
      if let condition = fields.condition { problems.add(besides("where"), at: condition) }
      if let given = fields.given { problems.add(besides("given"), at: given) }
      guard isFilledArray(value, "'cases'") else { return nil }
      return .cases(value.elements.compactMap { readCase($0) })
    case .always, .never:
      if let given = fields.given { problems.add(besides("given"), at: given) }
      return readClaim(body == .always ? .always : .never, value, where: fields.condition)
    }
  }

  private mutating func isFilledArray(_ value: JSONValue, _ subject: String) -> Bool {
    guard problems.isArray(value, subject) else { return false }
    if value.count == 0 { problems.add(.empty(subject), at: value) }
    return value.count > 0
  }

  private mutating func readGiven(_ value: JSONValue) -> DeviceState {
    guard value.kind == .string else {
      return states.read(value)?.applied(to: manifest.freshInstall) ?? manifest.freshInstall
    }
    let names = NameIndex(manifest.states.map(\.name))
    return problems.index(of: value, in: names, .state).map { manifest.states[$0].state }
      ?? manifest.freshInstall
  }

  private mutating func readCase(_ value: JSONValue) -> Scenario.Case? {
    guard problems.isObject(value, "a case") else { return nil }
    var given = manifest.initialState
    var expected: [FeatureExpectation]?
    for (key, _, member) in problems.members(of: value, in: "a case", as: CaseKey.self) {
      switch key {
      case .given: given = readGiven(member)
      case .expect: expected = readFeatures(member)
      }
    }
    return expected.map { Scenario.Case(given: given, expected: $0) }
  }
}

enum ScenarioFileKey: KeyText, ObjectKey {
  case scenarioVersion, scenarios

  var isRequired: Bool { true }

  var grammar: Grammar {
    switch self {
    case .scenarioVersion: .value(.constant(1))
    case .scenarios: .list(of: .scenario)
    }
  }
}

enum ScenarioKey: KeyText, ObjectKey {
  case name, given, steps, cases, always, never
  case condition = "where"

  var isRequired: Bool { self == .name }

  var grammar: Grammar {
    switch self {
    case .name: .value(.nonEmptyText)
    case .given: .given
    case .steps: .list(of: .step).with(["minItems": 1])
    case .cases: .list(of: .object(CaseKey.self)).with(["minItems": 1])
    case .always, .never: .claim
    case .condition: .condition
    }
  }

  /// Exactly one of these keys decides the scenario's kind.
  static let bodies: [ScenarioKey] = [.steps, .cases, .always, .never]

  fileprivate static func exactlyOne(of keys: [ScenarioKey]) -> Schema {
    .oneOf(keys.map { .requires($0.name) })
  }
}

enum CaseKey: KeyText, ObjectKey {
  case given, expect

  var isRequired: Bool { self == .expect }

  var grammar: Grammar {
    switch self {
    case .given: .given
    case .expect: .expectations
    }
  }
}

enum ExpectationKey: KeyText, ObjectKey {
  case status, blockers, nextStep

  var grammar: Grammar {
    switch self {
    case .status: .featureStatus
    case .blockers:
      .set(of: .blocker).described(
        "The exact set of blockers; a constraint of an ancestor is written FEATURE/CONSTRAINT")
    case .nextStep: .orNull(.action)
    }
  }
}

// MARK: - Claims

extension FeatureStatus: ObjectKey {
  package init?(key: JSONValue) { self.init(name: key.string ?? "") }

  /// The value of this key in a claim: a feature's id.
  package var grammar: Grammar { .name(.of(.feature)) }
}

enum ClaimOperator: KeyText, ObjectKey {
  case allOf, anyOf, not

  var grammar: Grammar {
    switch self {
    case .allOf, .anyOf: .list(of: .claim).with(["minItems": 1])
    case .not: .claim
    }
  }

  /// All keys of a claim: statuses and operators.
  static var claims: [any ObjectKey] { FeatureStatus.allCases + allCases }
}

// MARK: - Definitions

extension Grammar {
  package static let scenarios = object(ScenarioFileKey.self)

  static let scenario = named("scenario") {
    .object(ScenarioKey.self)
      .with([
        "allOf": [ScenarioKey.exactlyOne(of: ScenarioKey.bodies)],
        "dependentSchemas": [
          "given": ScenarioKey.exactlyOne(of: [.steps]),
          "where": ScenarioKey.exactlyOne(of: [.always, .never]),
        ],
      ])
      .described("A scenario with steps, cases or a claim")
  }
  static let given = named("given") {
    .anyOf([.name(.of(.state)), .state])
      .described("A state, or the name of a state in the manifest")
  }
  static let claim = named("claim") {
    .oneOf([.exactlyOne(of: FeatureStatus.allCases), .exactlyOne(of: ClaimOperator.allCases)])
  }
  private static func exactlyOne<Key: ObjectKey>(of keys: [Key]) -> Grammar {
    .object(ObjectGrammar(keys)).with(["oneOf": Schema.exactlyOne(of: keys.map(\.name))])
  }
  static let expectations = named("expectations") {
    .map(
      from: .of(.feature),
      to: .anyOf([
        featureStatus,
        .object(ExpectationKey.self).with([
          "anyOf": .array(ExpectationKey.allCases.map { .requires($0.name) })
        ]),
      ])
    ).with(["minProperties": 1]).described("The expected status of each feature, by its id")
  }

  fileprivate static let condition = object(
    ObjectGrammar(StateSection.allCases.filter(\.isCondition)) { $0.condition }
  ).described("A partial state that must match; versions, dates and numbers may be ranges")
}
