package struct Change: Hashable, Sendable {
  package let fact: Fact
  package let value: FactValue

  package init(_ fact: Fact, _ value: FactValue) { (self.fact, self.value) = (fact, value) }

  package func owner(in manifest: Manifest) -> Owner {
    kind.owner ?? manifest.owner(of: fact) ?? .environment
  }

  package enum Kind: String, CaseIterable, Sendable {
    case purchase, unlock, enableToggle, disableToggle, authorize, enableRuntime, disableRuntime
    case enterRollout, leaveRollout, setAttribute, waitForDate, upgradeOS, upgradeApp
    case changePlatform

    /// Nil for `setAttribute`; see ``FlintCore/Manifest/owner(of:)``.
    package var owner: Owner? {
      switch self {
      case .purchase, .unlock, .enableToggle, .disableToggle, .authorize, .upgradeOS, .upgradeApp:
        .user
      case .enableRuntime, .disableRuntime, .enterRollout, .leaveRollout: .developer
      case .changePlatform, .waitForDate: .environment
      case .setAttribute: nil
      }
    }
  }

  package var kind: Kind {
    switch (fact, value) {
    case (.product, _): .purchase
    case (.unlocked, _): .unlock
    case (.toggle, _): value == .flag(.yes) ? .enableToggle : .disableToggle
    case (.permission, _): .authorize
    case (.runtime, _): value == .flag(.yes) ? .enableRuntime : .disableRuntime
    case (.bucket, _): value == .bucket(.zero) ? .enterRollout : .leaveRollout
    case (.device(.date), _): .waitForDate
    case (.device(.appVersion), _): .upgradeApp
    case (.system, .system(_, .version)): .upgradeOS
    case (.system, _): .changePlatform
    default: .setAttribute
    }
  }

  /// All facts that the change sets. A subscription ends other subscriptions of its group, and
  /// `location.always` brings `location.whenInUse`.
  package func settings(in manifest: Manifest) -> [(fact: Fact, value: FactValue)] {
    var settings = [(fact, value)]
    if fact == .permission(.locationAlways) {
      settings.append((.permission(.locationWhenInUse), value))
    }
    if case .product(let product) = fact {
      for other in manifest.otherProductsInGroup(of: product) {
        settings.append((.product(other), .purchase(.notPurchased)))
      }
    }
    return settings
  }

  package func applied(to state: DeviceState, in manifest: Manifest) -> DeviceState {
    settings(in: manifest).reduce(into: state) { $0.set($1.fact, to: $1.value) }
  }

  /// The next step that the change carries out. Plans list changes in the order of these steps.
  package func step(in state: ResolvedState) -> NextStep.Action {
    let now = state.value(of: fact)
    let isUnknown = [.notGiven, .typed(.unknown), .flag(.unknown)].contains(now)
    switch kind {
    case .changePlatform: return .explainUnsupported
    case .enableRuntime, .disableRuntime, .enterRollout, .leaveRollout:
      return isUnknown ? .waitForStatus : .notEnabled
    case .upgradeOS: return .upgradeOS
    case .upgradeApp: return .upgradeApp
    case .waitForDate: return .waitForDate
    case .purchase: return now.purchase?.isPaymentDue == true ? .updatePayment : .offerPurchase
    case .unlock: return .spendCredits
    case .enableToggle: return .enableToggle
    case .disableToggle: return .changeAttribute
    case .authorize:
      switch now.permission {
      case .restricted: return .explainRestricted
      case .notDetermined, .unsupported: return .requestPermission
      case .provisional where value == .permission(.authorized): return .requestPermission
      default: return .openSettings
      }
    case .setAttribute:
      switch owner(in: state.manifest) {
      case .user: return .changeAttribute
      case _ where isUnknown: return .waitForStatus
      case .developer: return .notEnabled
      case .environment: return now.isBelow(value) ? .waitForValue : .explainUnsupported
      }
    }
  }
}

extension Manifest {
  /// Who can change the fact. Nil if the kind of change, such as `upgradeApp`, determines it.
  package func owner(of fact: Fact) -> Owner? {
    switch fact {
    case .attribute(let attribute), .age(let attribute, _, _): attributes[attribute].owner
    case .device(.appVersion): nil
    case .device(let fact): fact.owner
    case .system, .permission, .permissionDefault, .product, .purchaseDefault, .unlocked, .toggle,
      .runtime, .bucket:
      nil
    }
  }
}

/// Kinds of changes that only `--allow` permits.
package struct PlanAllowances: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let restricted = PlanAllowances(rawValue: 1)

  package static let environment = PlanAllowances(rawValue: 2)

  package static let platform = PlanAllowances(rawValue: 4)

  package static let date = PlanAllowances(rawValue: 8)
}

package struct PlanResult: Hashable, Sendable {
  package let feature: Int

  package let status: FeatureStatus

  /// Fewest changes first, then in the order in which constraints test facts.
  ///
  /// Changes are in the order in which to make them.
  package let plans: [[Change]]

  /// Whether there are more plans than the limit.
  package let hasMore: Bool

  /// Blockers that no allowed change removes without breaking an assumption. Empty with a plan.
  package let impossible: [Blocker]

  package let broken: [Int]

  /// Whether outcomes depend on the date, which the state lacks.
  package let isDateMissing: Bool
}
