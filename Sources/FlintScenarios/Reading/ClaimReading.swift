extension ScenarioReader {
  mutating func readClaim(
    _ quantifier: Claim.Quantifier, _ value: JSONValue, where condition: JSONValue?
  ) -> Scenario.Body? {
    let formula = readFormula(value)
    let condition = condition.map { readCondition($0) } ?? StateCondition()
    return formula.map { .claim(Claim(quantifier, $0, where: condition), range: value.range) }
  }

  private mutating func readFormula(_ value: JSONValue) -> ClaimFormula? {
    guard value.kind == .object else {
      let meant = value.kind == .string ? value.shortSource.map { "{ \"available\": \($0) }" } : nil
      problems.addWrongType(value, "a claim", "an object", write: meant)
      return nil
    }
    if isExpectation(value) { return nil }
    let members = value.members.filter { !$0.key.isExtensionKey }
    guard let (key, member) = members.first else {
      problems.add(.empty("a claim"), at: value)
      return nil
    }
    for other in members.dropFirst() {
      problems.add(
        .unexpectedKey(other.key.string ?? "", besides: key.string ?? ""), at: other.key)
    }
    if let status = key.string.flatMap({ FeatureStatus(name: $0) }) {
      return readFeature(member).map { .feature($0, status) }
    }
    switch key {
    case "allOf": return readOperands(member, "'allOf'").map { .allOf($0) }
    case "anyOf": return readOperands(member, "'anyOf'").map { .anyOf($0) }
    case "not": return readFormula(member).map { .not($0) }
    default:
      problems.unknownKey(key, in: .claim)
      return nil
    }
  }

  private mutating func isExpectation(_ claim: JSONValue) -> Bool {
    guard let (key, feature) = claim.members.first(where: { $0.key.equals("feature") }),
      feature.kind == .string
    else { return false }
    let status = claim.member("status")?.string.flatMap { FeatureStatus(name: $0) } ?? .available
    let id = feature.shortSource ?? "…"
    problems.misplacedKey(key, in: "a claim", write: "{ \"\(status.name)\": \(id) }")
    return true
  }

  private mutating func readOperands(
    _ list: JSONValue, _ subject: String
  ) -> [ClaimFormula]? {
    guard problems.isArray(list, subject) else { return nil }
    if list.count == 0 { problems.add(.empty(subject), at: list) }
    return list.elements.compactMap { readFormula($0) }
  }

  // MARK: Conditions

  private mutating func readCondition(_ value: JSONValue) -> StateCondition {
    var condition = StateCondition()
    guard value.kind == .object else {
      problems.addWrongType(
        value, "'where'", "an object", write: "{ \"platform\": \"iOS\", \"osVersion\": \"17.2\" }")
      return condition
    }
    for (key, member) in value.members {
      guard let section = StateSection(key: key), section.isCondition else {
        noteUnknown(key)
        continue
      }
      if section != .unlocked, isList(member, for: key) { continue }
      if member.members.reduce(false, { isList($1.value, for: $1.key) || $0 }) {
        continue
      }
      if section == .purchases { refuseEnds(in: member) }
      switch section {
      case .osVersion where member.kind == .object:
        condition.osVersions = problems.versionRange(member, "'\(section.key)'")
      case .device(let fact)
      where member.kind == .object && fact.domain.type.structure == .ordered:
        condition.ranges[.device(fact)] =
          problems.range(member, of: fact.domain.type, "'\(section.key)'")
      case .attributes: readAttributes(member, into: &condition)
      case .buckets: readBuckets(member, into: &condition)
      case .platform, .osVersion, .device, .permissions, .purchases, .unlocked, .toggles, .runtime,
        .defaults:
        states.read(section, member, into: &condition.required)
      }
    }
    return condition
  }

  private mutating func isList(_ value: JSONValue, for key: JSONValue) -> Bool {
    guard value.kind == .array else { return false }
    problems.add(
      .wrongType, "found a list for '\(key.string ?? "")' in 'where'; expected one value",
      hint: "write a range of versions, dates or numbers, or a claim for each value", at: value)
    return true
  }

  /// Reports end dates of subscriptions. A proof tries their statuses only.
  private mutating func refuseEnds(in purchases: JSONValue) {
    for (_, holding) in purchases.members where holding.kind == .object {
      problems.add(
        .impossibleCondition, "'where' cannot contain the end of a subscription",
        hint: "write a status such as \"purchased\" or \"expired\"", at: holding)
    }
  }

  private mutating func noteUnknown(_ key: JSONValue) {
    // A key that is valid in states is not a misspelling, so no similar key is suggested.
    problems.unknownKey(
      key, in: "'where'",
      allowed: ObjectGrammar.state.has(key) ? [] : ObjectGrammar.stateCondition.names)
  }

  private mutating func readAttributes(_ value: JSONValue, into condition: inout StateCondition) {
    guard problems.isObject(value, "'attributes'") else { return }
    for (key, member) in value.members {
      guard let attribute = problems.index(of: key, in: names.attributes, .attribute) else {
        continue
      }
      let domain = manifest.attributes[attribute].domain
      if member.kind != .object || domain.type.structure != .ordered {
        condition.required.attributes[attribute] = states.readAttribute(attribute, member)
      } else if let range = problems.range(member, of: domain.type) {
        condition.ranges[.attribute(attribute)] = range
      }
    }
  }

  private mutating func readBuckets(_ value: JSONValue, into condition: inout StateCondition) {
    guard problems.isObject(value, "'buckets'") else { return }
    for (key, member) in value.members {
      let bucket = problems.index(of: key, in: names.buckets, .bucket)
      let positions =
        member.kind == .object
        ? problems.bucketRange(member, "a bucket")
        : problems.percent(member, "a bucket", isAssigned: true).map { .only($0) }
      if let bucket, let positions { condition.buckets[bucket] = positions }
    }
  }
}

extension ScenarioReader {
  /// - Parameter allowed: Outcomes of the step's action; empty without any.
  mutating func readExpectation(
    _ value: JSONValue, outcomes allowed: [StepOutcome]
  ) -> Scenario.Expectation? {
    guard value.kind == .string, !allowed.isEmpty else {
      return .features(readFeatures(value))
    }
    return problems.index(of: value, named: "outcome", among: allowed.map(\.rawValue))
      .map { .outcome(allowed[$0], range: value.range) }
  }

  mutating func readFeatures(_ value: JSONValue) -> [FeatureExpectation] {
    guard problems.isObject(value, "'expect'") else { return [] }
    if value.count == 0 { problems.add(.empty("'expect'"), at: value) }
    return value.members.compactMap { readFeature($0.key, $0.value) }
  }

  private mutating func readFeature(_ key: JSONValue, _ value: JSONValue) -> FeatureExpectation? {
    let feature = states.index(of: key, .feature)
    var expectation = FeatureExpectation(
      feature: feature ?? 0, range: key.start..<value.range.upperBound)
    if value.kind == .string {
      expectation.status = readStatus(value)
      expectation.isStatusAlone = true
    } else if value.kind == .object {
      readFacts(value, into: &expectation)
    } else {
      let meant = value.bool.map { $0 ? FeatureStatus.available : .unavailable }
      problems.addWrongType(
        value, "an expectation", "a status or an object",
        write: meant.map { "\"\($0.name)\"" })
    }
    return feature == nil ? nil : expectation
  }

  private mutating func readFacts(
    _ value: JSONValue, into expectation: inout FeatureExpectation
  ) {
    if value.members.allSatisfy(\.key.isExtensionKey) {
      problems.add(.empty("an expectation"), at: value)
    }
    problems.check(value, .expectation)
    expectation.status = value.member("status").flatMap { readStatus($0) }
    expectation.blockers = value.member("blockers").map {
      problems.names($0, "'blockers'", element: "a blocker")
    }
    expectation.nextStep = value.member("nextStep").flatMap { step in
      if step.kind == .null { return .nothing }
      return problems.value(step, of: "next step", as: NextStep.Action.self).map { .action($0) }
    }
  }

  private mutating func readStatus(_ value: JSONValue) -> FeatureStatus? {
    problems.value(value, of: "feature status", as: FeatureStatus.self)
  }
}
