internal import FlintAnalysis
import FlintCore
import FlintManifest
import FlintText

/// Reads scenarios against the ids of a manifest and finds everything that is wrong on the way.
struct ScenarioReader {
  static let keys = ["name", "given", "steps", "cases", "always", "never", "where"]

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
    guard problems.isObject(root, "a file of scenarios") else { return [] }
    if root.member("scenarioVersion") == nil, let other = InputProblem.FileFormat(of: root) {
      problems.add(.otherFormat(other, wanted: "a file of scenarios"), atStartOf: root)
      return []
    }
    var (version, list): (JSONValue?, JSONValue?)
    for (key, member) in root.members {
      switch key {
      case "scenarioVersion": version = member
      case "scenarios": list = member
      default:
        problems.unknownKey(
          key, in: "a file of scenarios", allowed: ["scenarioVersion", "scenarios"])
      }
    }
    problems.checkVersion(version, "scenarioVersion", in: "a file of scenarios", of: root)
    guard let list else {
      problems.missingKey("scenarios", in: "a file of scenarios", of: root)
      return []
    }
    guard problems.isArray(list, "'scenarios'") else { return [] }
    return list.elements.compactMap { readScenario($0) }
  }

  // MARK: One scenario

  private struct Fields {
    var given: JSONValue?
    var condition: JSONValue?

    /// The members that say what kind of scenario it is; one is right.
    var bodies: [(key: JSONValue, value: JSONValue)] = []
  }

  private mutating func readScenario(_ value: JSONValue) -> Scenario? {
    guard problems.isObject(value, "a scenario") else { return nil }
    var fields = Fields()
    var name: JSONValue?
    for (key, member) in value.members {
      switch key {
      case "name": name = member
      case "given": fields.given = member
      case "where": fields.condition = member
      case "steps", "cases", "always", "never": fields.bodies.append((key, member))
      default: problems.unknownKey(key, in: "a scenario", allowed: Self.keys)
      }
    }
    if name == nil { problems.missingKey("name", in: "a scenario", of: value) }
    let readName = name.flatMap { problems.string($0, "'name'") }
    let body = readBody(fields, of: value)
    guard let readName, let body else { return nil }
    return Scenario(name: readName, range: value.range, body: body)
  }

  private mutating func readBody(_ fields: Fields, of scenario: JSONValue) -> Scenario.Body? {
    guard let (key, value) = fields.bodies.first else {
      problems.add(.nothingToCheck, atStartOf: scenario)
      return nil
    }
    for other in fields.bodies.dropFirst() {
      let reason = InputProblem.Unexpected.besides(key.string ?? "")
      problems.add(.unexpectedKey(other.key.string ?? "", reason: reason), at: other.key)
    }
    func besides(_ name: String) -> InputProblem.Fact {
      .unexpectedKey(name, reason: .besides(key.string ?? ""))
    }
    switch key {
    case "steps", "cases":
      if let condition = fields.condition { problems.add(besides("where"), at: condition) }
    default:
      if let given = fields.given { problems.add(besides("given"), at: given) }
    }
    switch key {
    case "steps":
      let given = fields.given.map { readGiven($0) } ?? manifest.initialState
      guard problems.isArray(value, "'steps'") else { return nil }
      return .story(given: given, steps: value.elements.compactMap { readStep($0) })
    case "cases":
      if let given = fields.given { problems.add(besides("given"), at: given) }
      guard problems.isArray(value, "'cases'") else { return nil }
      return .cases(value.elements.compactMap { readCase($0) })
    case "always": return readClaim(.always, value, where: fields.condition)
    default: return readClaim(.never, value, where: fields.condition)
    }
  }

  /// A state, or the name of one.
  private mutating func readGiven(_ value: JSONValue) -> DeviceState {
    guard value.kind == .string else {
      return states.read(value)?.applied(to: DeviceState()) ?? DeviceState()
    }
    let names = NameIndex(manifest.states.map(\.name))
    return problems.index(of: value, in: names, .state).map { manifest.states[$0].state }
      ?? DeviceState()
  }

  private mutating func readCase(_ value: JSONValue) -> Scenario.Case? {
    guard problems.isObject(value, "a case") else { return nil }
    var given = manifest.initialState
    var expected: [FeatureExpectation]?
    for (key, member) in value.members {
      switch key {
      case "given": given = readGiven(member)
      case "expect": expected = readFeatures(member)
      default: problems.unknownKey(key, in: "a case", allowed: ["given", "expect"])
      }
    }
    guard let expected else {
      problems.missingKey("expect", in: "a case", of: value)
      return nil
    }
    return Scenario.Case(given: given, expected: expected)
  }
}
