package import FlintAnalysis
internal import FlintCore

/// `history`: the commits that changed features' statuses.
package struct HistoryReport {
  /// A version of the manifest.
  package enum Version: Sendable {
    case commit(ReportedCommit)
    case workingTree

    var commit: ReportedCommit? {
      switch self {
      case .commit(let commit): commit
      case .workingTree: nil
      }
    }
  }

  /// A version that is passed over.
  package struct Skipped: Sendable {
    /// Its number in ``HistoryReport/versions``.
    package let version: Int
    package let message: String

    package init(version: Int, message: String) {
      self.version = version
      self.message = message
    }
  }

  let features: [StatusHistory.Feature]

  /// From the oldest to the newest.
  let versions: [Version]
  let skipped: [Skipped]

  /// What was given of the state, as JSON.
  let state: String

  /// Where the state begins; nil: at each manifest's own default.
  let origin: StateOrigin?

  /// The flags that changed the state, as they can be typed again.
  let flags: [String]

  /// Whether somebody named the features, so that each is worth a line of its own.
  let areNamed: Bool

  package init(
    _ history: StatusHistory, versions: [Version], skipped: [Skipped], state: String,
    origin: StateOrigin?, flags: [String], areNamed: Bool
  ) {
    features = history.features
    self.versions = versions
    self.skipped = skipped
    self.state = state
    self.origin = origin
    self.flags = flags
    self.areNamed = areNamed
  }

  /// Whether a feature was available first and is not now.
  package var hasLoss: Bool {
    features.contains { $0.firstStatus == .available && $0.status != .available }
  }
}
