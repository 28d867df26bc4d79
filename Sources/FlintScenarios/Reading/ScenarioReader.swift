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

  mutating func read(_ root: JSONValue) -> [Scenario] {
    guard problems.isFile(root, .scenarios, version: "scenarioVersion") else { return [] }
    guard let list = root.member("scenarios") else {
      problems.add(.missingKey("scenarios", in: "a scenarios file"), atStartOf: root)
      return []
    }
    guard problems.isArray(list, "'scenarios'") else { return [] }
    var names = NameIndex()
    return list.elements.compactMap { readScenario($0, &names) }
  }

  // MARK: One scenario

  private mutating func readScenario(_ value: JSONValue, _ names: inout NameIndex) -> Scenario? {
    guard problems.isObject(value, .scenario) else { return nil }
    let name = value.member("name").flatMap { scenarioName($0, &names) }
    let body = readBody(of: value)
    guard let name, let body else { return nil }
    return Scenario(name: name, range: value.range, body: body)
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

  private mutating func readBody(of scenario: JSONValue) -> Scenario.Body? {
    let bodies = scenario.members.filter { key, _ in
      ObjectGrammar.scenarioBodies.contains { key.equals($0) }
    }
    guard let (key, value) = bodies.first, let body = key.string else {
      problems.add(
        Diagnostic(.missingKey, "the scenario has no 'steps', 'cases', 'always' or 'never'"),
        atStartOf: scenario)
      return nil
    }
    for (other, _) in bodies.dropFirst() {
      problems.add(.unexpectedKey(other.string ?? "", besides: body), at: other)
    }
    let (given, condition) = (scenario.member("given"), scenario.member("where"))
    let isClaim = body == "always" || body == "never"
    if let condition, !isClaim {
      problems.add(.unexpectedKey("where", besides: body), at: condition)
    }
    if let given, body != "steps" {
      problems.add(.unexpectedKey("given", besides: body), at: given)
    }
    if isClaim { return readClaim(body == "always" ? .always : .never, value, where: condition) }
    let initial = body == "steps" ? given.map { readGiven($0) } : nil
    guard isFilledArray(value, "'\(body)'") else { return nil }
    if body == "cases" { return .cases(value.elements.compactMap { readCase($0) }) }
    let before = problems.found.count
    let steps = value.elements.compactMap { readStep($0) }
    if problems.found.count == before, steps.allSatisfy({ $0.expected == nil }) {
      problems.add(.missingKey("expect", in: "the story"), atStartOf: value)
    }
    return .story(given: initial ?? manifest.initialState, steps: steps)
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
    guard problems.isObject(value, .testCase) else { return nil }
    let given = value.member("given").map { readGiven($0) } ?? manifest.initialState
    let expected = value.member("expect").map { readFeatures($0) }
    return expected.map { Scenario.Case(given: given, expected: $0) }
  }
}

extension ObjectGrammar {
  static let scenarios = ObjectGrammar(
    "a scenarios file", requiring: ["scenarioVersion", "scenarios"],
    ["scenarioVersion": .value(.constant(1)), "scenarios": .list(of: .scenario)])

  static let scenario = ObjectGrammar(
    "a scenario", requiring: ["name"],
    [
      "name": .value(.nonEmptyText), "given": .given, "steps": .list(of: .step).nonEmpty,
      "cases": .list(of: .object(testCase)).nonEmpty, "always": .claim, "never": .claim,
      "where": .condition,
    ])

  /// Exactly one of these keys decides the scenario's kind.
  static let scenarioBodies: [String] = ["steps", "cases", "always", "never"]

  static let testCase = ObjectGrammar(
    "a case", requiring: ["expect"], ["given": .given, "expect": .expectations])

  static let expectation = ObjectGrammar(
    "an expectation",
    [
      "status": .featureStatus,
      "blockers": .set(of: .blocker).described(
        "The exact set of blockers; a constraint of an ancestor is written FEATURE/CONSTRAINT"),
      "nextStep": .orNull(.action),
    ])

  static let claim = ObjectGrammar(
    "a claim", members: statusClaim.members + combinedClaim.members)
  fileprivate static let statusClaim = ObjectGrammar(
    "a claim",
    [
      "available": .of(.feature), "unavailable": .of(.feature), "undetermined": .of(.feature),
    ])
  fileprivate static let combinedClaim = ObjectGrammar(
    "a claim",
    [
      "allOf": .list(of: .claim).nonEmpty, "anyOf": .list(of: .claim).nonEmpty, "not": .claim,
    ])

  static let stateCondition = ObjectGrammar(
    "'where'",
    members: StateSection.allCases.filter(\.isCondition).map {
      ($0.name, $0.condition)
    })
}

// MARK: - Definitions

extension Grammar {
  package static let scenarios: Grammar = .object(.scenarios)

  static let scenario = named("scenario") {
    .object(.scenario)
      .with([
        "allOf": [exactlyOne(of: ObjectGrammar.scenarioBodies)],
        "dependentSchemas": [
          "given": exactlyOne(of: ["steps"]), "where": exactlyOne(of: ["always", "never"]),
        ],
      ])
      .described("A scenario with steps, cases or a claim")
  }
  private static func exactlyOne(of keys: [String]) -> Schema {
    .oneOf(keys.map { .requires($0) })
  }
  static let given = named("given") {
    .anyOf([.of(.state), .state])
      .described("A state, or the name of a state in the manifest")
  }
  static let claim: Grammar = .named("claim") {
    .oneOf([exactlyOneKey(.statusClaim), exactlyOneKey(.combinedClaim)])
  }
  private static func exactlyOneKey(_ object: ObjectGrammar) -> Grammar {
    .object(object).with(["oneOf": Schema.exactlyOne(of: object.names)])
  }
  static let expectations = named("expectations") {
    .map(from: .of(.feature), to: .anyOf([featureStatus, .nonEmptyObject(.expectation)]))
      .with(["minProperties": 1]).described("The expected status of each feature, by its id")
  }

  fileprivate static let condition: Grammar = .object(.stateCondition).described(
    "A partial state that must match; versions, dates and numbers may be ranges")
}
