import FlintModel
import FlintManifest
import FlintText

extension ScenarioReader {
  /// - Parameter allowed: Outcomes of the action; empty without one.
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
    if value.count == 0 { problems.add(.empty(subject: "'expect'"), at: value) }
    return value.members.compactMap { readFeature($0.key, $0.value) }
  }

  private mutating func readFeature(_ key: JSONValue, _ value: JSONValue) -> FeatureExpectation? {
    let feature = index(of: key, .feature)
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
        value, "an expectation", .expectation, write: meant.map { "\"\($0.name)\"" })
    }
    return feature == nil ? nil : expectation
  }

  private mutating func readFacts(
    _ value: JSONValue, into expectation: inout FeatureExpectation
  ) {
    if value.members.allSatisfy(\.key.isExtensionKey) {
      problems.add(.empty(subject: "an expectation"), at: value)
    }
    let members = problems.members(of: value, in: "an expectation", as: ExpectationKey.self)
    for (key, _, member) in members {
      switch key {
      case .status: expectation.status = readStatus(member)
      case .blockers:
        expectation.blockers = problems.names(member, "'blockers'", element: "a blocker")
      case .nextStep where member.kind == .null: expectation.nextStep = .nothing
      case .nextStep:
        expectation.nextStep = problems.value(
          member, of: "next step", as: NextStep.Action.self
        ).map { .action($0) }
      }
    }
  }

  private mutating func readStatus(_ value: JSONValue) -> FeatureStatus? {
    problems.value(value, of: "feature status", as: FeatureStatus.self)
  }
}
