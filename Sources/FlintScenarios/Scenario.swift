package struct Scenario: Sendable {
  package let name: String

  /// Where the scenario is in its file, in bytes.
  package let range: Range<Int>
  package let body: Body

  package enum Body: Sendable {
    /// Each step begins where the last ended.
    case story(given: DeviceState, steps: [Step])

    case cases([Case])

    case claim(Claim, range: Range<Int>)
  }

  package struct Case: Sendable {
    package let given: DeviceState
    package let expected: [FeatureExpectation]
  }

  package struct Step: Sendable {
    package let action: StepAction?
    package let expected: Expectation?

    /// Where the step is in its file, in bytes.
    package let range: Range<Int>
  }

  package enum Expectation: Sendable {
    case outcome(StepOutcome, range: Range<Int>)
    case features([FeatureExpectation])
  }
}

/// The expectation of a case or step for a feature. Nil where nothing is expected.
package struct FeatureExpectation: Sendable {
  package let feature: Int
  package var status: FeatureStatus?

  /// All blockers, in order; `FEATURE/CONSTRAINT` for an ancestor's constraint.
  package var blockers: [String]?
  package var nextStep: ExpectedStep?

  /// Whether the expectation is written as a status, not as an object.
  package var isStatusAlone = false

  /// Where the expectation is in its file, in bytes.
  package let range: Range<Int>

  package enum ExpectedStep: Equatable, Sendable {
    case action(NextStep.Action)
    case nothing
  }
}

package enum StepOutcome: String, CaseIterable, Sendable {
  case performed

  case refused

  /// All permissions were requested, except skipped ones.
  case completed

  case cancelled
}

/// The effect of a step, with indices of the manifest.
package enum StepAction: Sendable {
  case change(@Sendable (inout DeviceState) -> Void)
  case purchase(Int)

  /// Overrides products' statuses. Nil lifts the override.
  case override([(product: Int, status: PurchaseStatus?)])
  case advance(TimeSpan)
  case requestPermissions(AuthorisationScript)
  case perform(feature: Int, action: String)
}

extension StepAction {
  /// The feature that the action concerns. Nil for actions without an outcome.
  var feature: Int? {
    switch self {
    case .perform(let feature, _): feature
    case .requestPermissions(let script): script.feature
    case .change, .purchase, .override, .advance: nil
    }
  }
}

package struct AuthorisationScript: Sendable {
  package var feature = 0

  /// Permissions to request first. The feature's others follow in declared order, ancestors' last.
  package var order: [SystemPermission] = []
  package var skip: [SystemPermission] = []

  /// The user cancels before this permission, and no later one is requested.
  package var cancelAt: SystemPermission?
  package var answers = SystemPermissionStatuses()

  /// All possible answers. Not every permission has all; see ``SystemPermission/allows(_:)``.
  static let answers: [SystemPermissionStatus] = [
    .authorized, .denied, .restricted, .limited, .provisional,
  ]
}

package struct ScenarioFile: Sendable {
  package let source: SourceFile
  package let document: JSONDocument
  package let scenarios: [Scenario]

  package init(_ source: SourceFile, for manifest: ManifestFile) throws(InvalidInput) {
    try self.init(source, try source.document(), for: manifest)
  }

  package init(
    _ source: SourceFile, _ document: JSONDocument, for manifest: ManifestFile
  ) throws(InvalidInput) {
    var reader = ScenarioReader(manifest)
    let scenarios = document.withRoot { reader.read($0) }
    reader.problems.addDuplicateKeys(of: document)
    guard reader.problems.found.isEmpty else {
      throw InvalidInput(source, reader.problems.found)
    }
    self.source = source
    self.document = document
    self.scenarios = scenarios
  }
}
