import FlintAnalysis
import FlintModel

/// The report of `history`: the commits that changed the status of features.
struct HistoryReport {
  /// A version of the manifest: that of a commit, or the uncommitted one in the working tree.
  enum Version: Sendable {
    case commit(ReportedCommit)
    case workingTree

    var commit: ReportedCommit? {
      switch self {
      case .commit(let commit): commit
      case .workingTree: nil
      }
    }
  }

  /// A version of the manifest that the report skips, because it is missing or invalid.
  struct Skipped: Sendable {
    /// The index of the skipped version of the manifest in ``HistoryReport/versions``.
    let version: Int
    let message: String

    init(version: Int, message: String) {
      self.version = version
      self.message = message
    }
  }

  let features: [StatusHistory.Feature]

  /// The versions of the manifest, from the oldest to the newest.
  let versions: [Version]
  let skipped: [Skipped]

  /// The facts of the state that the user gave with command-line options, as a JSON object. All other facts have the
  /// default values of the respective version of the manifest.
  let state: String

  /// The state that the user selected, before command-line options change it; nil if none was selected, so that each
  /// version is evaluated in the default state of its own manifest.
  let origin: StateOrigin?

  /// The command-line options that changed the state, quoted for a shell.
  let flags: [String]

  /// Whether the user named the features to report. If so, the report begins with the current status of each of these
  /// features.
  let namesFeatures: Bool

  init(
    _ history: StatusHistory, versions: [Version], skipped: [Skipped], state: String,
    origin: StateOrigin?, flags: [String], namesFeatures: Bool
  ) {
    features = history.features
    self.versions = versions
    self.skipped = skipped
    self.state = state
    self.origin = origin
    self.flags = flags
    self.namesFeatures = namesFeatures
  }

  /// Whether the history contains a loss: a feature that was available in the first manifest that declares it, and that
  /// is unavailable, undetermined or no longer declared in the newest one.
  var hasLoss: Bool {
    features.contains { $0.firstStatus == .available && $0.status != .available }
  }
}
