package import FlintManifest
internal import FlintModel
package import FlintText

/// Reads saved results of `audience --format json`.
///
/// Checks types and shapes, so that no position is out of range, and that the result is of the
/// given manifest; not whether numbers agree.
package struct AudienceReader {
  package struct Problem: Equatable, Sendable {
    package var fact: Fact
    package var range: Range<Int>
  }

  package enum Fact: Equatable, Sendable {
    case notAnAudience
    case input(Diagnostic)
    case otherManifest
    /// Parts of the result, or the manifest, differ in features, constraints or keys.
    case irregular
  }

  package struct Problems: Error {
    package let found: [Problem]
  }

  private var problems: [Problem] = []

  /// - Parameter manifest: That of the result; nil for any.
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
    let members = self.members(
      of: root, "the result",
      ["states", "weight", "features", "formatVersion", "fingerprint", "rejected", "ignored"],
      optional: ["affected", "against", "againstFingerprint", "by", "impossible"])
    var audience = totals(members[0...2] + members[7...8])
    if let version = members[3], version.integer != .value(1) {
      add(
        .input(.unsupportedVersion(found: version.source, subject: "formatVersion")),
        version.range)
    }
    audience.fingerprint = text(members[4], "'fingerprint'")
    if let fingerprint = members[4], let manifest, audience.fingerprint != manifest.fingerprint {
      add(.otherManifest, fingerprint.range)
    }
    audience.rejected = number(members[5], "'rejected'")
    if let ignored = expect(.object, members[6], "'ignored'", "an object") {
      for (key, lines) in ignored.members {
        audience.ignored[UndeclaredID(key.string ?? "")] = number(lines, "'ignored'")
      }
    }
    audience.againstFingerprint = members[9].map { text($0, "'againstFingerprint'") }
    let groups = list(members[10], "'by'", of: "a group") { $0.group($1) }
    audience.groups = groups?.map(\.group)
    audience.keys = groups?.first?.group.key.map(\.name) ?? []
    if let impossible = expect(.object, members[11], "'impossible'", "an object") {
      audience.impossible = impossible.members.map { key, weight in
        .init(id: key.string ?? "", weight: number(weight, "'impossible'"))
      }
    }
    let isRegular =
      audience.isRegular(for: manifest?.manifest)
      && (groups ?? []).allSatisfy { group, own in
        own.hasSameShape(as: audience) && group.key.map(\.name) == audience.keys
      } && groups?.first?.group.key.isEmpty != true
    if problems.isEmpty, !isRegular { add(.irregular, brace) }
    return audience
  }

  /// The members that the whole result and each group have.
  private mutating func totals(_ members: ArraySlice<JSONValue?>) -> Audience {
    let members = Array(members)
    var audience = Audience()
    audience.states = number(members[0], "'states'")
    audience.weight = number(members[1], "'weight'")
    audience.features =
      list(members[2], "'features'", of: "a feature") { $0.feature($1) } ?? []
    audience.affected = expect(.object, members[3], "'affected'", "an object").map { affected in
      let names: [StaticString] = ["lost", "gained", "changed"]
      let found = numbers(self.members(of: affected, "'affected'", names)[...], names)
      return Audience.Affected(lost: found[0], gained: found[1], changed: found[2])
    }
    audience.against = list(members[4], "'against'", of: "a comparison") { $0.comparison($1) }
    return audience
  }

  private mutating func feature(_ value: JSONValue) -> Audience.Feature {
    let names: [StaticString] = ["available", "undetermined", "unavailable"]
    let members = self.members(of: value, "a feature", names + ["id", "constraints"])
    let found = numbers(members[...2], names)
    return Audience.Feature(
      id: text(members[3], "'id'"), available: found[0], undetermined: found[1],
      unavailable: found[2],
      constraints: list(members[4], "'constraints'", of: "a constraint") {
        $0.constraint($1)
      } ?? [])
  }

  private mutating func constraint(_ value: JSONValue) -> Audience.Constraint {
    let names: [StaticString] = ["notSatisfied", "notDetermined", "decisive"]
    let members = self.members(of: value, "a constraint", names + ["feature", "constraint"])
    let found = numbers(members[...2], names)
    return Audience.Constraint(
      feature: owner(members[3]), constraint: text(members[4], "'constraint'"),
      notSatisfied: found[0], notDetermined: found[1], decisive: found[2])
  }

  private mutating func comparison(_ value: JSONValue) -> Audience.Comparison {
    let names: [StaticString] = ["lost", "gained"]
    let members = self.members(of: value, "a comparison", names + ["id", "moves", "causes"])
    let found = numbers(members[...1], names)
    var comparison = Audience.Comparison(
      id: text(members[2], "'id'"), lost: found[0], gained: found[1],
      causes: list(members[4], "'causes'", of: "a cause") { $0.cause($1) } ?? [])
    _ = list(members[3], "'moves'", of: "a move") { reader, value in
      let members = reader.members(of: value, "a move", ["old", "new", "weight"])
      let (old, new) = (reader.status(members[0]), reader.status(members[1]))
      let weight = reader.number(members[2], "'weight'")
      let kind = Audience.Moves.kinds.firstIndex { $0.old == old && $0.new == new }
      if let kind { comparison.moves.weights[kind] = weight }
    }
    return comparison
  }

  private mutating func cause(_ value: JSONValue) -> Audience.Cause {
    let names: [StaticString] = ["lost", "gained"]
    let members = self.members(of: value, "a cause", names + ["feature", "constraint"])
    let found = numbers(members[...1], names)
    return Audience.Cause(
      feature: owner(members[2]), constraint: text(members[3], "'constraint'"), lost: found[0],
      gained: found[1])
  }

  private mutating func group(_ value: JSONValue) -> (group: Audience.Group, own: Audience) {
    let members = self.members(
      of: value, "a group", ["states", "weight", "features", "key"],
      optional: ["affected", "against"])
    let own = totals(members[0...2] + members[4...5])
    let key = expect(.object, members[3], "'key'", "an object")?.members.map { name, value in
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

  /// Values of the required keys, then of the optional ones; nil if missing. Reports unknown keys,
  /// and required ones that are missing.
  private mutating func members(
    of object: JSONValue, _ owner: String, _ required: [StaticString],
    optional: [StaticString] = []
  ) -> [JSONValue?] {
    let keys = required + optional
    var found: [JSONValue?] = Array(repeating: nil, count: keys.count)
    for (key, value) in object.members {
      if let index = keys.firstIndex(where: { key.equals($0) }) {
        found[index] = value
      } else {
        let name = key.string ?? ""
        let nearest = nearestName(to: name, among: keys.map(\.description))
        add(.input(.unknownKey(name, in: owner, nearest: nearest)), key.range)
      }
    }
    for (key, value) in zip(required, found) where value == nil {
      add(
        .input(.missingKey(key.description, in: owner)), object.start..<object.start + 1)
    }
    return found
  }

  private mutating func expect(
    _ kind: JSONKind, _ value: JSONValue?, _ subject: String, _ expected: String
  ) -> JSONValue? {
    guard let value else { return nil }
    if value.kind == kind { return value }
    add(.input(.wrongType(value.kind, subject, expected)), value.range)
    return nil
  }

  private mutating func list<Element>(
    _ value: JSONValue?, _ subject: String, of element: String,
    _ read: (inout AudienceReader, JSONValue) -> Element
  ) -> [Element]? {
    guard let list = expect(.array, value, subject, "a list") else { return nil }
    return list.elements.compactMap { value in
      expect(.object, value, element, "an object").map { read(&self, $0) }
    }
  }

  private mutating func text(_ value: JSONValue?, _ subject: String) -> String {
    expect(.string, value, subject, "a string")?.string ?? ""
  }

  private mutating func owner(_ value: JSONValue?) -> String? {
    if value?.kind == .null { return nil }
    return expect(.string, value, "'feature'", "a string or null")?.string ?? ""
  }

  private mutating func status(_ value: JSONValue?) -> FeatureStatus? {
    guard let text = expect(.string, value, "a status", "a string"), let name = text.string else {
      return nil
    }
    let names = FeatureStatus.allCases.map(\.name)
    if let index = names.firstIndex(of: name) { return FeatureStatus.allCases[index] }
    let nearest = nearestName(to: name, among: names)
    add(
      .input(.unknownValue(name, of: "status", allowed: names, nearest: nearest)), text.range)
    return nil
  }

  private mutating func numbers(
    _ values: ArraySlice<JSONValue?>, _ names: [StaticString]
  ) -> [Int64] {
    zip(values, names).map { number($0, "'\($1)'") }
  }

  /// From 0 to 2^63-1. Reports any other value, and returns 0 for it.
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
  /// Whether comparisons, and the given manifest, have the features and constraints of the whole.
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
