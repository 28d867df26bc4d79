import FlintAnalysis
import FlintModel

struct HistoryReport {
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

  struct Skipped: Sendable {
    let version: Int
    let message: String

    init(version: Int, message: String) {
      self.version = version
      self.message = message
    }
  }

  let features: [StatusHistory.Feature]

  /// The oldest first.
  let versions: [Version]
  let skipped: [Skipped]

  /// Given facts as JSON; others are each version's defaults.
  let state: String

  /// Nil for each version's own default.
  let origin: StateOrigin?

  let flags: [String]

  /// Then their present status comes first.
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

  /// Available at first, and not at last.
  var hasLoss: Bool {
    features.contains { $0.firstStatus == .available && $0.status != .available }
  }
}
