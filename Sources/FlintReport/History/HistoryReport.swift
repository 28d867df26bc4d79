package import FlintAnalysis
internal import FlintCore

/// The report of `history`: the commits that changed the status of features.
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

  /// A version without a valid manifest, which is skipped.
  package struct Skipped: Sendable {
    /// The version's index in ``HistoryReport/versions``.
    package let version: Int
    package let message: String

    package init(version: Int, message: String) {
      self.version = version
      self.message = message
    }
  }

  let features: [StatusHistory.Feature]

  /// The versions, from the oldest to the newest.
  let versions: [Version]
  let skipped: [Skipped]

  /// The part of the state that was given on the command line, as JSON.
  let state: String

  /// The state that each evaluation starts from; nil for the default of each manifest.
  let origin: StateOrigin?

  /// The flags that changed the state, quoted for a shell.
  let flags: [String]

  /// Whether the command line names the features. Each of them then has a line of its own.
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

  /// Whether a feature was available in its first version but is not in its last.
  package var hasLoss: Bool {
    features.contains { $0.firstStatus == .available && $0.status != .available }
  }
}
