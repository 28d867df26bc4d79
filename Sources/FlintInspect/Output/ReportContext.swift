import FlintModel
import FlintText

/// What a report contains beside the results.
struct ReportContext: Sendable {
  let manifestPath: String

  let sentences: Sentences

  let counts: StatusCounts

  /// Nil for all.
  let features: [Int]?

  let required: Set<Int>

  let origin: StateOrigin

  /// Quoted for a shell.
  let flags: [String]

  let baseline: Baseline?

  /// Nil if the format prints none.
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

  struct Baseline: Sendable {
    let sentences: Sentences
    let origin: StateOrigin

    init(sentences: Sentences, origin: StateOrigin) {
      self.sentences = sentences
      self.origin = origin
    }
  }
}

/// Before options changed the state.
enum StateOrigin: Hashable, Sendable {
  case named(String)

  case defaultNamed(String)

  case file(String)

  case json(option: String)

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
