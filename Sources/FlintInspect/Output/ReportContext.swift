import FlintModel
import FlintText

/// The information that a report on an evaluation contains besides the results of the features: the manifest, the state
/// and the options. The results are passed to the report one by one.
struct ReportContext: Sendable {
  let manifestPath: String

  let sentences: Sentences

  let counts: StatusCounts

  /// The indices of the features to list; nil for all features.
  let features: [Int]?

  /// The indices of the features that must be available, as given with the option `--require`.
  let required: Set<Int>

  let origin: StateOrigin

  /// The command-line options that changed the state, such as `--grant camera`, quoted for a shell.
  let flags: [String]

  let baseline: Baseline?

  /// Returns the position of the feature with the given index in the manifest's text. Nil if the output format prints
  /// no positions.
  let position: (@Sendable (Int) -> SourcePosition?)?

  init(
    manifestPath: String, sentences: Sentences, counts: StatusCounts, features: [Int]? = nil,
    required: Set<Int> = [], origin: StateOrigin = .freshInstall, flags: [String] = [],
    baseline: Baseline? = nil, position: (@Sendable (Int) -> SourcePosition?)? = nil
  ) {
    self.manifestPath = manifestPath
    self.sentences = sentences
    self.counts = counts
    self.features = features
    self.required = required
    self.origin = origin
    self.flags = flags
    self.baseline = baseline
    self.position = position
  }

  /// The state with which the evaluated state is compared, as given by `--baseline`.
  struct Baseline: Sendable {
    let sentences: Sentences
    let origin: StateOrigin

    init(sentences: Sentences, origin: StateOrigin) {
      self.sentences = sentences
      self.origin = origin
    }
  }
}

/// The source of a state, before command-line options changed it.
enum StateOrigin: Hashable, Sendable {
  case named(String)

  /// The manifest's default state, given by its name.
  case defaultNamed(String)

  case file(String)

  /// JSON text that was given as the value of the command-line option with this name.
  case json(option: String)

  /// The default if no state is given: a fresh install on the latest iOS.
  case freshInstall
}

struct StatusCounts: Hashable, Sendable {
  private(set) var available = 0
  private(set) var unavailable = 0
  private(set) var undetermined = 0

  init(_ statuses: [FeatureStatus] = []) {
    for status in statuses { count(status) }
  }

  mutating func count(_ status: FeatureStatus) {
    switch status {
    case .available: available += 1
    case .unavailable: unavailable += 1
    case .undetermined: undetermined += 1
    }
  }

  var total: Int { available + unavailable + undetermined }

  subscript(status: FeatureStatus) -> Int {
    switch status {
    case .available: available
    case .unavailable: unavailable
    case .undetermined: undetermined
    }
  }
}
