/// Reads saved results of `audience --format json`.
///
/// Checks types and the lengths of lists, so that no index is out of range, and that the result is
/// of the given manifest. Does not check whether numbers agree.
package struct AudienceReader {
  package struct Problem: Equatable, Sendable {
    package var fact: Fact
    package var range: Range<Int>
  }

  package enum Fact: Equatable, Sendable {
    case notAnAudience
    case input(Diagnostic)
    case otherManifest
    /// A group, comparison or the manifest differs in features, constraints or keys.
    case irregular
  }

  package struct Problems: Error {
    package let found: [Problem]
  }

  private var problems: [Problem] = []

  /// - Parameter manifest: Must be the result's manifest; nil for any.
  package static func read(
    _ document: JSONDocument, of manifest: ManifestFile? = nil
  ) throws(Problems) -> Audience {
    var reader = AudienceReader()
    let audience = document.withRoot { reader.audience($0, of: manifest) }
    for duplicate in document.duplicateKeys {
      document.withValue(at: duplicate.second) { key in
        reader.add(.input(.duplicateKey(key.string ?? "")), key.range)
      }
    }
    guard reader.problems.isEmpty else { throw Problems(found: reader.problems) }
    return audience
  }

  private mutating func audience(_ root: JSONValue, of manifest: ManifestFile?) -> Audience {
    let brace = root.start..<root.start + 1
    guard root.member("formatVersion") != nil, root.member("weight") != nil,
      root.member("features") != nil
    else {
      add(.notAnAudience, brace)
      return Audience()
    }
    check(
      root, "the result",
      ["states", "weight", "features", "formatVersion", "fingerprint", "rejected", "ignored"],
      optional: ["affected", "against", "againstFingerprint", "by", "impossible"])
    var audience = totals(root)
    if let version = root.member("formatVersion"), version.integer != .value(1) {
      add(
        .input(.unsupportedVersion(found: version.source, subject: "formatVersion")),
        version.range)
    }
    audience.fingerprint = text("fingerprint", of: root)
    if let fingerprint = root.member("fingerprint"), let manifest,
      audience.fingerprint != manifest.fingerprint
    {
      add(.otherManifest, fingerprint.range)
    }
    audience.rejected = number("rejected", of: root)
    for (key, lines) in object("ignored", of: root)?.members.map(\.self) ?? [] {
      audience.ignored[UndeclaredID(key.string ?? "")] = number(lines, "'ignored'")
    }
    if root.member("againstFingerprint") != nil {
      audience.againstFingerprint = text("againstFingerprint", of: root)
    }
    let groups = list("by", of: root, "a group") { $0.group($1) }
    audience.groups = groups?.map(\.group)
    audience.keys = groups?.first?.group.key.map(\.name) ?? []
    audience.impossible = object("impossible", of: root)?.members.map { key, weight in
      .init(id: key.string ?? "", weight: number(weight, "'impossible'"))
    }
    let isRegular =
      audience.isRegular(for: manifest?.manifest)
      && (groups ?? []).allSatisfy { group, own in
        own.hasSameShape(as: audience) && group.key.map(\.name) == audience.keys
      } && groups?.first?.group.key.isEmpty != true
    if problems.isEmpty, !isRegular { add(.irregular, brace) }
    return audience
  }

  /// Reads the totals that both the whole result and each group have.
  private mutating func totals(_ value: JSONValue) -> Audience {
    var audience = Audience()
    audience.states = number("states", of: value)
    audience.weight = number("weight", of: value)
    audience.features = list("features", of: value, "a feature") { $0.feature($1) } ?? []
    if let affected = object("affected", of: value) {
      check(affected, "'affected'", ["lost", "gained", "changed"])
      audience.affected = Audience.Affected(
        lost: number("lost", of: affected), gained: number("gained", of: affected),
        changed: number("changed", of: affected))
    }
    audience.against = list("against", of: value, "a comparison") { $0.comparison($1) }
    return audience
  }

  private mutating func feature(_ value: JSONValue) -> Audience.Feature {
    check(value, "a feature", ["available", "undetermined", "unavailable", "id", "constraints"])
    return Audience.Feature(
      id: text("id", of: value), available: number("available", of: value),
      undetermined: number("undetermined", of: value),
      unavailable: number("unavailable", of: value),
      constraints: list("constraints", of: value, "a constraint") { $0.constraint($1) } ?? [])
  }

  private mutating func constraint(_ value: JSONValue) -> Audience.Constraint {
    check(
      value, "a constraint",
      ["notSatisfied", "notDetermined", "decisive", "feature", "constraint"])
    return Audience.Constraint(
      feature: owner(value), constraint: text("constraint", of: value),
      notSatisfied: number("notSatisfied", of: value),
      notDetermined: number("notDetermined", of: value), decisive: number("decisive", of: value))
  }

  private mutating func comparison(_ value: JSONValue) -> Audience.Comparison {
    check(value, "a comparison", ["lost", "gained", "id", "moves", "causes"])
    var comparison = Audience.Comparison(
      id: text("id", of: value), lost: number("lost", of: value),
      gained: number("gained", of: value),
      causes: list("causes", of: value, "a cause") { $0.cause($1) } ?? [])
    _ = list("moves", of: value, "a move") { reader, value in
      reader.check(value, "a move", ["old", "new", "weight"])
      let (old, new) = (reader.status("old", of: value), reader.status("new", of: value))
      let weight = reader.number("weight", of: value)
      let kind = Audience.Moves.kinds.firstIndex { $0.old == old && $0.new == new }
      if let kind { comparison.moves.weights[kind] = weight }
    }
    return comparison
  }

  private mutating func cause(_ value: JSONValue) -> Audience.Cause {
    check(value, "a cause", ["lost", "gained", "feature", "constraint"])
    return Audience.Cause(
      feature: owner(value), constraint: text("constraint", of: value),
      lost: number("lost", of: value), gained: number("gained", of: value))
  }

  private mutating func group(_ value: JSONValue) -> (group: Audience.Group, own: Audience) {
    check(
      value, "a group", ["states", "weight", "features", "key"], optional: ["affected", "against"])
    let own = totals(value)
    let key = object("key", of: value)?.members.map { name, value in
      Audience.Group.Member(name: name.string ?? "", value: groupValue(value))
    }
    let group = Audience.Group(
      key: key ?? [], states: own.states, weight: own.weight, numbers: own.numbers)
    return (group, own)
  }

  private mutating func groupValue(_ value: JSONValue) -> GroupValue {
    switch value.kind {
    case .null: return .null
    case .bool: return .boolean(value.bool ?? false)
    case .string: return .text(ExactText(value.string ?? ""))
    case .number:
      if case .value(let number) = value.integer { return .integer(number) }
      add(
        .input(
          .invalidInteger(value.source, "a key's value", "an integer")),
        value.range)
    case .object, .array:
      _ = expect(.string, value, "a key's value", "a string")
    }
    return .null
  }

  // MARK: Values

  private mutating func add(_ fact: Fact, _ range: Range<Int>) {
    problems.append(Problem(fact: fact, range: range))
  }

  /// Reports unknown keys, and required ones that are missing.
  private mutating func check(
    _ object: JSONValue, _ owner: String, _ required: [StaticString], optional: [StaticString] = []
  ) {
    let keys = required + optional
    for (key, _) in object.members where !keys.contains(where: { key.equals($0) }) {
      let name = key.string ?? ""
      let nearest = nearestName(to: name, among: keys.map(\.description))
      add(.input(.unknownKey(name, in: owner, nearest: nearest)), key.range)
    }
    for key in required where object.member(key) == nil {
      add(
        .input(.missingKey(key.description, in: owner)), object.start..<object.start + 1)
    }
  }

  private mutating func expect(
    _ kind: JSONKind, _ value: JSONValue?, _ subject: String, _ expected: String
  ) -> JSONValue? {
    guard let value else { return nil }
    if value.kind == kind { return value }
    add(.input(.wrongType(value.kind, subject, expected)), value.range)
    return nil
  }

  private mutating func object(_ key: StaticString, of object: JSONValue) -> JSONValue? {
    expect(.object, object.member(key), "'\(key)'", "an object")
  }

  private mutating func list<Element>(
    _ key: StaticString, of object: JSONValue, _ element: String,
    _ read: (inout AudienceReader, JSONValue) -> Element
  ) -> [Element]? {
    guard let list = expect(.array, object.member(key), "'\(key)'", "a list") else { return nil }
    return list.elements.compactMap { value in
      expect(.object, value, element, "an object").map { read(&self, $0) }
    }
  }

  private mutating func text(_ key: StaticString, of object: JSONValue) -> String {
    expect(.string, object.member(key), "'\(key)'", "a string")?.string ?? ""
  }

  private mutating func owner(_ object: JSONValue) -> String? {
    let value = object.member("feature")
    if value?.kind == .null { return nil }
    return expect(.string, value, "'feature'", "a string or null")?.string ?? ""
  }

  private mutating func status(_ key: StaticString, of object: JSONValue) -> FeatureStatus? {
    guard let text = expect(.string, object.member(key), "a status", "a string"),
      let name = text.string
    else { return nil }
    if let status = FeatureStatus(name: name) { return status }
    let names = FeatureStatus.allCases.map(\.name)
    let nearest = nearestName(to: name, among: names)
    add(
      .input(.unknownValue(name, of: "status", allowed: names, nearest: nearest)), text.range)
    return nil
  }

  private mutating func number(_ key: StaticString, of object: JSONValue) -> Int64 {
    number(object.member(key), "'\(key)'")
  }

  /// Reads a number from 0 to 2^63-1. Reports any other value, and returns 0 for it.
  private mutating func number(_ value: JSONValue?, _ subject: String) -> Int64 {
    guard let value = expect(.number, value, subject, "an integer") else { return 0 }
    let expected: String
    switch value.integer {
    case .value(let number) where number >= 0: return number
    case .value: expected = "at least 0"
    case .overflow:
      expected = value.source.hasPrefix("-") ? "at least 0" : "at most \(Int64.max)"
    case .notAnInteger: expected = "an integer"
    }
    add(.input(.invalidInteger(value.source, subject, expected)), value.range)
    return 0
  }
}

extension Audience {
  /// Whether comparisons, and the given manifest, have this result's features and constraints.
  fileprivate func isRegular(for manifest: Manifest?) -> Bool {
    if let manifest {
      let empty = PopulationProgram(manifest).emptyAudience()
      guard hasSameFeatures(as: empty), hasSameAssumptions(as: empty) else { return false }
    }
    guard let against else { return affected == nil }
    return affected != nil && against.count >= features.count
      && zip(against, features).allSatisfy { comparison, feature in
        comparison.id.isSame(as: feature.id)
          && (comparison.causes.isEmpty
            || comparison.causes.starts(with: feature.constraints) { $0.isSame(as: $1) })
      }
  }
}
