package import FlintAnalysis
package import FlintCore
package import FlintManifest
package import FlintText

/// A scenario: a story, a table of cases or a claim, with its expectations of features.
package struct Scenario: Sendable {
  package let name: String

  /// The scenario's byte range in the file.
  package let range: Range<Int>
  package let body: Body

  package enum Body: Sendable {
    /// Steps from an initial state; each starts in the state after the previous one.
    case story(given: DeviceState, steps: [Step])

    /// Independent states, each with its expectations.
    case cases([Case])

    /// A claim about every state, with the byte range of its formula.
    case claim(Claim, range: Range<Int>)
  }

  package struct Case: Sendable {
    package let given: DeviceState
    package let expected: [FeatureExpectation]
  }

  package struct Step: Sendable {
    package let action: StepAction?
    package let expected: Expectation?

    /// The step's byte range in the file.
    package let range: Range<Int>
  }

  package enum Expectation: Sendable {
    /// The outcome of the step's action.
    case outcome(StepOutcome, range: Range<Int>)
    case features([FeatureExpectation])
  }
}

/// The expectations of one feature; a property is nil if nothing is expected of it.
package struct FeatureExpectation: Sendable {
  package let feature: Int
  package var status: FeatureStatus?

  /// The names of all blockers, in order; that of an ancestor's constraint is `FEATURE/CONSTRAINT`.
  package var blockers: [String]?
  package var nextStep: ExpectedStep?

  /// Whether the expectation was written as a status only, not as an object.
  package var isStatusAlone = false

  /// The byte range of the feature's entry, including its name.
  package let range: Range<Int>

  package enum ExpectedStep: Equatable, Sendable {
    case action(NextStep.Action)
    /// There is no next step.
    case nothing
  }

  package init(feature: Int, range: Range<Int>) {
    self.feature = feature
    self.range = range
  }
}

/// The outcome of a step's action.
package enum StepOutcome: String, CaseIterable, Sendable {
  case performed
  case refused
  case completed
  case cancelled
}

/// The action of a step. Features and products are given by their index in the manifest.
package enum StepAction: Sendable {
  case set(PartialState)
  case purchase(Int)
  case refund(Int)
  case unlock(Int)
  case lock(Int)
  case enable(Int)
  case disable(Int)
  case credits([(product: Int, held: Int64)])
  case toggle([(feature: Int, isOn: Bool)])

  /// Test overrides on top of the real purchases; nil removes an override.
  case override([(product: Int, status: PurchaseStatus?)])
  /// A decision about a permission, by the user or by the administrator of a managed device.
  case decide(SystemPermission, SystemPermissionStatus)
  case advance(TimeSpan)
  case upgrade(osVersion: InstalledVersion?, appVersion: InstalledVersion?)
  case requestPermissions(AuthorisationScript)
  case perform(feature: Int, action: String)
}

extension StepAction {
  /// The feature that determines the action's outcome; nil if the action has no outcome.
  var feature: Int? {
    switch self {
    case .perform(let feature, _): feature
    case .requestPermissions(let script): script.feature
    case .set, .purchase, .refund, .unlock, .lock, .enable, .disable, .credits, .toggle, .override,
      .decide, .advance, .upgrade:
      nil
    }
  }

  /// Whether the states after the action depend on the permissions that the manifest requires.
  var asksForPermissions: Bool {
    switch self {
    case .requestPermissions: true
    case .set, .purchase, .refund, .unlock, .lock, .enable, .disable, .credits, .toggle, .override,
      .decide, .advance, .upgrade, .perform:
      false
    }
  }
}

/// A permission request flow, with the user's answers.
package struct AuthorisationScript: Sendable {
  package var feature = 0
  package var order: [SystemPermission] = []
  package var skip: [SystemPermission] = []
  package var cancelAt: SystemPermission?
  package var answers = SystemPermissionStatuses()

  package init() {}

  /// The statuses that can be the user's answer to a permission request. Not every permission has all of them; see
  /// ``SystemPermission/allows(_:)``.
  static let answers: [SystemPermissionStatus] = [
    .authorized, .denied, .restricted, .limited, .provisional,
  ]
}

/// A parsed scenario file, with its source text.
package struct ScenarioFile: Sendable {
  package let source: SourceFile
  package let document: JSONDocument
  package let scenarios: [Scenario]

  /// Reads a scenario file, whose ids refer to the declarations of a manifest.
  package init(_ source: SourceFile, for manifest: ManifestFile) throws(InvalidInput) {
    try self.init(source, try source.document(), for: manifest)
  }

  /// - Parameter document: The parsed content of the file.
  package init(
    _ source: SourceFile, _ document: JSONDocument, for manifest: ManifestFile
  ) throws(InvalidInput) {
    var reader = ScenarioReader(manifest)
    let scenarios = document.withRoot { reader.read($0) }
    reader.problems.addDuplicateKeys(of: document)
    guard reader.problems.found.isEmpty else {
      throw InvalidInput(source, reader.problems.found.map(\.diagnostic))
    }
    self.source = source
    self.document = document
    self.scenarios = scenarios
  }
}
