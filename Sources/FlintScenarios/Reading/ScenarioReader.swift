internal import FlintAnalysis
import FlintModel
import FlintManifest
import FlintText

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

  /// The hint gives the id for a display name.
  mutating func index(of id: JSONValue, _ declared: InputProblem.EntityKind) -> Int? {
    let ids = declared == .feature ? names.features : names.products
    if let index = ids.index(of: id) { return index }
    let manifest = manifest
    problems.addUndeclared(id, declared, among: ids.names) { manifest.displayNames(of: declared) }
    return nil
  }

  mutating func read(_ root: JSONValue) -> [Scenario] {
    guard problems.isObject(root, "a scenarios file") else { return [] }
    if root.member("scenarioVersion") == nil, let other = InputProblem.FileFormat(of: root) {
      problems.add(.otherFormat(other, wanted: "a scenarios file"), atStartOf: root)
      return []
    }
    var (version, list): (JSONValue?, JSONValue?)
    for (key, member) in root.members {
      switch ScenarioFileKey(key: key) {
      case .scenarioVersion: version = member
      case .scenarios: list = member
      case nil:
        problems.unknownKey(key, in: "a scenarios file", allowed: ScenarioFileKey.allCases)
      }
    }
    problems.checkVersion(
      version, ScenarioFileKey.scenarioVersion, in: "a scenarios file", of: root)
    guard let list else {
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

    /// Exactly one if valid.
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
    if name.isEmpty {
      problems.add(.empty(subject: "'name'"), at: value)
    } else if !names.insert(name).isNew {
      problems.add(.duplicateValue(name, in: "'scenarios'"), at: value)
    }
    return name
  }

  private mutating func readBody(_ fields: Fields, of scenario: JSONValue) -> Scenario.Body? {
    guard let (body, _, value) = fields.bodies.first else {
      problems.add(.nothingToCheck, atStartOf: scenario)
      return nil
    }
    func besides(_ name: String) -> InputProblem.Fact {
      .unexpectedKey(name, reason: .besides(body.name))
    }
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
    if value.count == 0 { problems.add(.empty(subject: subject), at: value) }
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
