import FlintAnalysis
import FlintText

/// Warnings, because a loss can be intended; `--exit-code` decides.
enum DifferenceRule: String, CaseIterable, Sendable {
  case lost = "availability-lost"
  case gained = "availability-gained"
  case changed = "availability-changed"

  var severity: Diagnostic.Severity {
    switch self {
    case .lost, .changed: .warning
    case .gained: .note
    }
  }

  var summary: String {
    switch self {
    case .lost: "a feature that was removed, or is available in fewer states than before"
    case .gained: "a feature that was added, or is available in more states than before"
    case .changed:
      "a feature that is gained in some states and lost in others, or changes between undetermined and unavailable"
    }
  }

  var description: RuleDescription {
    RuleDescription(id: rawValue, severity: severity, summary: summary)
  }

  init(_ change: FeatureDifference.Change) {
    switch change {
    case .lost, .removed: self = .lost
    case .gained, .added: self = .gained
    case .changed, .undecided: self = .changed
    }
  }
}
