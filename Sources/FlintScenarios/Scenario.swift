package import FlintAnalysis
package import FlintCore
package import FlintManifest
package import FlintText

/// A test of a manifest with its expectations: a story, a table of cases, or a claim.
package struct Scenario: Sendable {
  package let name: String

  /// The byte range of the scenario in the file.
  package let range: Range<Int>
  package let body: Body

  package enum Body: Sendable {
    /// Steps that begin in a given state. Each step begins in the state after the previous one.
    case story(given: DeviceState, steps: [Step])

    /// Independent states, each with expectations about features.
    case cases([Case])

    /// A claim about every possible state, with the byte range of its formula in the file.
    case claim(Claim, range: Range<Int>)
  }

  package struct Case: Sendable {
    package let given: DeviceState
    package let expected: [FeatureExpectation]
  }

  package struct Step: Sendable {
    package let action: StepAction?
    package let expected: Expectation?

    /// The byte range of the step in the file.
    package let range: Range<Int>
  }

  package enum Expectation: Sendable {
    /// The outcome of the step's action, with the byte range of the expectation in the file.
    case outcome(StepOutcome, range: Range<Int>)
    case features([FeatureExpectation])
  }
}

/// The expectations about one feature. A property is nil if the scenario expects nothing of it.
package struct FeatureExpectation: Sendable {
  package let feature: Int
  package var status: FeatureStatus?

  /// The names of all blockers, in order. The name of an ancestor's constraint is `FEATURE/CONSTRAINT`.
  package var blockers: [String]?
  package var nextStep: ExpectedStep?

  /// Whether the file gives only the status, as a string, instead of an object.
  package var isStatusAlone = false

  /// The byte range of the feature's id and expectations in the file.
  package let range: Range<Int>

  package enum ExpectedStep: Equatable, Sendable {
    case action(NextStep.Action)
    /// The feature must have no next step.
    case nothing
  }

  package init(feature: Int, range: Range<Int>) {
    self.feature = feature
    self.range = range
  }
}

/// The outcome of a step's action, which a scenario can expect.
package enum StepOutcome: String, CaseIterable, Sendable {
  case performed
  case refused
  case completed
  case cancelled
}

/// The action of a step. Features and products are given by their indices in the manifest.
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

  /// Simulates purchase statuses that hide the real ones; nil ends the simulation for a product.
  case override([(product: Int, status: PurchaseStatus?)])
  /// Sets a permission's status by a decision of the user or of the administrator of a managed device.
  case decide(SystemPermission, SystemPermissionStatus)
  case advance(TimeSpan)
  case upgrade(osVersion: InstalledVersion?, appVersion: InstalledVersion?)
  case requestPermissions(AuthorisationScript)
  case perform(feature: Int, action: String)
}

extension StepAction {
  /// The index of the feature on which the action's outcome depends; nil if the action has no outcome.
  var feature: Int? {
    switch self {
    case .perform(let feature, _): feature
    case .requestPermissions(let script): script.feature
    case .set, .purchase, .refund, .unlock, .lock, .enable, .disable, .credits, .toggle, .override,
      .decide, .advance, .upgrade:
      nil
    }
  }

  /// Whether the states after the action depend on which permissions the manifest's features require.
  var asksForPermissions: Bool {
    switch self {
    case .requestPermissions: true
    case .set, .purchase, .refund, .unlock, .lock, .enable, .disable, .credits, .toggle, .override,
      .decide, .advance, .upgrade, .perform:
      false
    }
  }
}

/// A script for the authorization flow of a feature: the order of the requests, and the user's answers.
package struct AuthorisationScript: Sendable {
  package var feature = 0
  package var order: [SystemPermission] = []
  package var skip: [SystemPermission] = []
  package var cancelAt: SystemPermission?
  package var answers = SystemPermissionStatuses()

  package init() {}

  /// The statuses that can be the user's answer to a permission request. A permission may allow only some of them; see
  /// ``SystemPermission/allows(_:)``.
  static let answers: [SystemPermissionStatus] = [
    .authorized, .denied, .restricted, .limited, .provisional,
  ]
}

/// A scenario file that was read without errors, with its source text.
package struct ScenarioFile: Sendable {
  package let source: SourceFile
  package let document: JSONDocument
  package let scenarios: [Scenario]

  /// Reads a scenario file. The ids in the file must belong to declarations of the manifest.
  package init(_ source: SourceFile, for manifest: ManifestFile) throws(InvalidInput) {
    try self.init(source, try source.document(), for: manifest)
  }

  /// Reads a scenario file whose JSON has been parsed already.
  ///
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
