package import FlintAnalysis
package import FlintCore
package import FlintManifest
package import FlintText

/// A story, a table of cases or a claim, with what it expects of the features.
package struct Scenario: Sendable {
  package let name: String

  /// The bytes of the file that it takes.
  package let range: Range<Int>
  package let body: Body

  package enum Body: Sendable {
    /// Steps from a state onward, each in the state that the last one left.
    case story(given: DeviceState, steps: [Step])

    /// States of their own, each with what it expects.
    case cases([Case])

    /// What is said of every state; the range is that of what is claimed.
    case claim(Claim, range: Range<Int>)
  }

  package struct Case: Sendable {
    package let given: DeviceState
    package let expected: [FeatureExpectation]
  }

  package struct Step: Sendable {
    package let action: StepAction?
    package let expected: Expectation?

    /// The bytes of the file that it takes.
    package let range: Range<Int>
  }

  package enum Expectation: Sendable {
    /// How the step's action ends.
    case outcome(StepOutcome, range: Range<Int>)
    case features([FeatureExpectation])
  }
}

/// What is expected of one feature; nil where nothing is.
package struct FeatureExpectation: Sendable {
  package let feature: Int
  package var status: FeatureStatus?

  /// All of them, in order, an ancestor's behind its feature's name.
  package var blockers: [String]?
  package var nextStep: ExpectedStep?

  /// Whether it was written as a status alone.
  package var isStatusAlone = false

  /// The bytes of the feature's entry, its name first.
  package let range: Range<Int>

  package enum ExpectedStep: Equatable, Sendable {
    case action(NextStep.Action)
    /// Nothing is left to do.
    case nothing
  }

  package init(feature: Int, range: Range<Int>) {
    self.feature = feature
    self.range = range
  }
}

/// How an action of a step ends.
package enum StepOutcome: String, CaseIterable, Sendable {
  case performed
  case refused
  case completed
  case cancelled
}

/// What a step does. Features and products are given by their index in the manifest.
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

  /// On top of the real purchases; nil lifts it.
  case override([(product: Int, status: PurchaseStatus?)])
  /// What the user, or who manages the device, decides about a permission.
  case decide(SystemPermission, SystemPermissionStatus)
  case advance(TimeSpan)
  case upgrade(osVersion: InstalledVersion?, appVersion: InstalledVersion?)
  case requestPermissions(AuthorisationScript)
  case perform(feature: Int, action: String)
}

extension StepAction {
  /// The feature whose outcome the action has; nil where the action has no outcome.
  var feature: Int? {
    switch self {
    case .perform(let feature, _): feature
    case .requestPermissions(let script): script.feature
    case .set, .purchase, .refund, .unlock, .lock, .enable, .disable, .credits, .toggle, .override,
      .decide, .advance, .upgrade:
      nil
    }
  }

  /// Whether the states after the action depend on which permissions the manifest asks for.
  var asksForPermissions: Bool {
    switch self {
    case .requestPermissions: true
    case .set, .purchase, .refund, .unlock, .lock, .enable, .disable, .credits, .toggle, .override,
      .decide, .advance, .upgrade, .perform:
      false
    }
  }
}

/// A flow of authorisations and what the user answers in it.
package struct AuthorisationScript: Sendable {
  package var feature = 0
  package var order: [SystemPermission] = []
  package var skip: [SystemPermission] = []
  package var cancelAt: SystemPermission?
  package var answers = SystemPermissionStatuses()

  package init() {}

  /// What the answers can be, where the permission has them.
  static let answers: [SystemPermissionStatus] = [
    .authorized, .denied, .restricted, .limited, .provisional,
  ]
}

/// A file of scenarios as it was read, with the text that it came from.
package struct ScenarioFile: Sendable {
  package let source: SourceFile
  package let document: JSONDocument
  package let scenarios: [Scenario]

  /// Reads a file against the ids of a manifest.
  package init(_ source: SourceFile, for manifest: ManifestFile) throws(InvalidInput) {
    try self.init(source, try source.document(), for: manifest)
  }

  /// - Parameter document: What the file holds.
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
