package import FlintCore
package import FlintText

/// The information that a report on an evaluation contains besides the results of the features: the manifest, the state
/// and the options. The results are passed to the report one by one.
package struct ReportContext: Sendable {
  package let manifestPath: String

  package let sentences: Sentences

  package let counts: StatusCounts

  /// The indices of the features to list; nil for all features.
  package let features: [Int]?

  /// The indices of the features that must be available, as given with the option `--require`.
  package let required: Set<Int>

  package let origin: StateOrigin

  /// The command-line options that changed the state, such as `--grant camera`, quoted for a shell.
  package let flags: [String]

  package let baseline: Baseline?

  /// Returns the position of the feature with the given index in the manifest's text. Nil if the output format prints
  /// no positions.
  package let position: (@Sendable (Int) -> SourcePosition?)?

  package init(
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
  package struct Baseline: Sendable {
    package let sentences: Sentences
    package let origin: StateOrigin

    package init(sentences: Sentences, origin: StateOrigin) {
      self.sentences = sentences
      self.origin = origin
    }
  }
}

/// The source of a state, before command-line options changed it.
package enum StateOrigin: Hashable, Sendable {
  case named(String)

  /// The manifest's default state, given by its name.
  case defaultNamed(String)

  case file(String)

  /// JSON text that was given as the value of the command-line option with this name.
  case json(option: String)

  /// The default if no state is given: a fresh install on the latest iOS.
  case freshInstall
}

package struct StatusCounts: Hashable, Sendable {
  package private(set) var available = 0
  package private(set) var unavailable = 0
  package private(set) var undetermined = 0

  package init(_ statuses: [FeatureStatus] = []) {
    for status in statuses { count(status) }
  }

  package mutating func count(_ status: FeatureStatus) {
    switch status {
    case .available: available += 1
    case .unavailable: unavailable += 1
    case .undetermined: undetermined += 1
    }
  }

  package var total: Int { available + unavailable + undetermined }

  package subscript(status: FeatureStatus) -> Int {
    switch status {
    case .available: available
    case .unavailable: unavailable
    case .undetermined: undetermined
    }
  }
}
