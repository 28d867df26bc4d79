import FlintModel

/// Different without colours, too.
extension FeatureStatus {
  var symbol: String {
    switch self {
    case .available: "✓"
    case .unavailable: "✗"
    case .undetermined: "?"
    }
  }

  var role: Role {
    switch self {
    case .available: .good
    case .unavailable: .bad
    case .undetermined: .open
    }
  }
}

extension ConstraintStatus {
  var symbol: String {
    switch self {
    case .satisfied: "✓"
    case .notSatisfied: "✗"
    case .notDetermined: "?"
    case .notActive: "·"
    }
  }

  var role: Role {
    switch self {
    case .satisfied: .good
    case .notSatisfied: .bad
    case .notDetermined: .open
    case .notActive: .quiet
    }
  }
}
