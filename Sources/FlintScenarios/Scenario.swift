package import FlintAnalysis
package import FlintModel
package import FlintManifest
package import FlintText

/// A test of a manifest: a story that consists of steps, a table of states with expected results, or a claim about
/// every state.
package struct Scenario: Sendable {
  package let name: String

  /// The byte range of the scenario in the file.
  package let range: Range<Int>
  package let body: Body

  package enum Body: Sendable {
    /// Steps, performed one after the other. The first step begins in the state `given`, and each other step in the
    /// state after the previous step.
    case story(given: DeviceState, steps: [Step])

    /// States that are independent of each other, each with expected results of features.
    case cases([Case])

    /// A claim, which must be true in every possible state, with the byte range of the claim in the file.
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
    /// The expected outcome of the step's action, with the byte range of the expectation in the file.
    case outcome(StepOutcome, range: Range<Int>)
    case features([FeatureExpectation])
  }
}

/// The expected results of one feature. A property is nil if the scenario does not contain this expectation.
package struct FeatureExpectation: Sendable {
  package let feature: Int
  package var status: FeatureStatus?

  /// The expected names of all blockers (constraints that keep the feature from being available), in order; nil if the
  /// scenario expects nothing about the blockers. For a constraint of a feature that contains this feature, the name is
  /// `FEATURE/CONSTRAINT`.
  package var blockers: [String]?
  package var nextStep: ExpectedStep?

  /// Whether the scenario file has only a status for the feature, written as a string. If false, the file has an
  /// object, which can also have blockers (constraints that keep the feature from being available) and a next step.
  package var isStatusAlone = false

  /// The byte range of the feature's id and expectations in the file.
  package let range: Range<Int>

  package enum ExpectedStep: Equatable, Sendable {
    case action(NextStep.Action)
    /// The scenario expects that the feature has no next step.
    case nothing
  }

  package init(feature: Int, range: Range<Int>) {
    self.feature = feature
    self.range = range
  }
}

/// The outcome of the action of a step, such as “the app could not perform the feature's action”. A step can contain
/// the expected outcome.
package enum StepOutcome: String, CaseIterable, Sendable {
  /// The app has performed an action of a feature.
  case performed

  /// The app could not perform an action of a feature, because the feature is not available.
  case refused

  /// The app has made all necessary permission requests of a feature, except those that the scenario skips.
  case completed

  /// The app has cancelled the permission requests of a feature.
  case cancelled
}

/// The action of a step, such as a purchase. Features and products are identified by their indices in the manifest.
package enum StepAction: Sendable {
  /// Changes the state of the device, for example the value of a toggle.
  case change(@Sendable (inout DeviceState) -> Void)
  case purchase(Int)

  /// Replaces the real purchase statuses of products with simulated ones, as a tester of the app can do. If the status
  /// is nil, the real status of the product applies again.
  case override([(product: Int, status: PurchaseStatus?)])
  case advance(TimeSpan)
  case requestPermissions(AuthorisationScript)
  case perform(feature: Int, action: String)
}

extension StepAction {
  /// The index of the feature that this action of a scenario's step is about: the feature that the app uses, or whose
  /// permissions it requests. Whether this succeeds, the outcome of the step, depends on the feature. Nil for actions
  /// without an outcome, such as a purchase.
  var feature: Int? {
    switch self {
    case .perform(let feature, _): feature
    case .requestPermissions(let script): script.feature
    case .change, .purchase, .override, .advance: nil
    }
  }

  /// Whether the action performs permission requests. The states after such an action depend on which permissions the
  /// features require.
  var asksForPermissions: Bool {
    switch self {
    case .requestPermissions: true
    case .change, .purchase, .override, .advance, .perform: false
    }
  }
}

/// The script for the permission requests of a feature: the order of the requests, the user's answer to each, the
/// requests that the app skips, and the request at which the app cancels the remaining ones.
package struct AuthorisationScript: Sendable {
  package var feature = 0

  /// The permissions that the app requests first, in this order. The other permissions follow in the usual order: first
  /// those of the feature's own constraints, then those of the features that contain it.
  package var order: [SystemPermission] = []
  package var skip: [SystemPermission] = []

  /// The permission that the app does not request, and after which it requests no other one; nil if the app does not
  /// cancel the requests.
  package var cancelAt: SystemPermission?
  package var answers = SystemPermissionStatuses()

  package init() {}

  /// The statuses that the user's answer to a permission request can cause. Each permission may allow only some of
  /// them; see ``SystemPermission/allows(_:)``.
  static let answers: [SystemPermissionStatus] = [
    .authorized, .denied, .restricted, .limited, .provisional,
  ]
}

/// A scenario file that was read without errors, with its source text.
package struct ScenarioFile: Sendable {
  package let source: SourceFile
  package let document: JSONDocument
  package let scenarios: [Scenario]

  /// Reads a scenario file. Each id in the file must be declared in the manifest.
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
      throw InvalidInput(source, reader.problems.found.map(\.diagnostic))
    }
    self.source = source
    self.document = document
    self.scenarios = scenarios
  }
}
