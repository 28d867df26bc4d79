package import FlintCore
package import FlintText

/// What a report on an evaluation is about: everything but the features' results, which follow one by one.
package struct ReportContext: Sendable {
  /// As it was given on the command line.
  package let manifestPath: String

  package let sentences: Sentences

  package let counts: StatusCounts

  /// The features listed, nil for all.
  package let features: [Int]?

  /// The features that must be available.
  package let required: Set<Int>

  package let origin: StateOrigin

  /// The flags that changed the state, as they were given.
  package let flags: [String]

  package let baseline: Baseline?

  /// Where a feature stands in the manifest's text.
  package let place: (@Sendable (Int) -> SourcePosition?)?

  package init(
    manifestPath: String, sentences: Sentences, counts: StatusCounts, features: [Int]? = nil,
    required: Set<Int> = [], origin: StateOrigin = .freshInstall, flags: [String] = [],
    baseline: Baseline? = nil, place: (@Sendable (Int) -> SourcePosition?)? = nil
  ) {
    self.manifestPath = manifestPath
    self.sentences = sentences
    self.counts = counts
    self.features = features
    self.required = required
    self.origin = origin
    self.flags = flags
    self.baseline = baseline
    self.place = place
  }

  /// The state with which another is compared.
  package struct Baseline: Sendable {
    package let sentences: Sentences
    package let origin: StateOrigin

    package init(sentences: Sentences, origin: StateOrigin) {
      self.sentences = sentences
      self.origin = origin
    }
  }
}

/// Where a state came from, before flags changed it.
package enum StateOrigin: Hashable, Sendable {
  /// One that the manifest names and somebody asked for.
  case named(String)

  /// The one that the manifest names as its default.
  case defaultNamed(String)

  /// A file, by its path.
  case file(String)

  /// JSON, which an option gave itself.
  case json(option: String)

  /// Nothing was given: a fresh install on the latest iOS.
  case freshInstall
}

/// How many features have each status.
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
