package import FlintCore

/// A change to the state that may make a feature available, such as a purchase or an upgrade. Products, features,
/// buckets and attributes are given by index.
package enum Change: Hashable, Sendable {
  case purchase(Int)
  case unlock(Int)
  case enableToggle(Int)
  case disableToggle(Int)

  /// Authorizing `location.always` authorizes `location.whenInUse` too.
  case authorize(SystemPermission, SystemPermissionStatus)
  case enableRuntime(Int)
  case disableRuntime(Int)

  /// Moves the user to the first position in a rollout bucket; ``leaveRollout(_:_:)`` moves the user to a percentage.
  case enterRollout(Int)
  case leaveRollout(Int, Percent)
  case setAttribute(Int, AttributeValue)
  case waitForDate(DateTime)
  case upgradeOS(Platform, Version)
  case upgradeApp(Version)

  /// A change to the latest version of another platform.
  case changePlatform(Platform)

  package func owner(in manifest: Manifest) -> Owner {
    if case .setAttribute(let attribute, _) = self { return manifest.attributes[attribute].owner }
    return kind.owner ?? .environment
  }

  /// The kind of a change, with the names that results use.
  package enum Kind: String, CaseIterable, Sendable {
    case purchase, unlock, enableToggle, disableToggle, authorize, enableRuntime, disableRuntime
    case enterRollout, leaveRollout, setAttribute, waitForDate, upgradeOS, upgradeApp
    case changePlatform

    /// The owner of changes of this kind; nil for an attribute, which declares its owner.
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
    switch self {
    case .purchase: .purchase
    case .unlock: .unlock
    case .enableToggle: .enableToggle
    case .disableToggle: .disableToggle
    case .authorize: .authorize
    case .enableRuntime: .enableRuntime
    case .disableRuntime: .disableRuntime
    case .enterRollout: .enterRollout
    case .leaveRollout: .leaveRollout
    case .setAttribute: .setAttribute
    case .waitForDate: .waitForDate
    case .upgradeOS: .upgradeOS
    case .upgradeApp: .upgradeApp
    case .changePlatform: .changePlatform
    }
  }

  /// The fact that the change sets.
  package var fact: Fact {
    switch self {
    case .purchase(let product): .product(product)
    case .unlock(let feature): .unlocked(feature)
    case .enableToggle(let feature), .disableToggle(let feature): .toggle(feature)
    case .authorize(let permission, _): .permission(permission)
    case .enableRuntime(let feature), .disableRuntime(let feature): .runtime(feature)
    case .enterRollout(let bucket), .leaveRollout(let bucket, _): .bucket(bucket)
    case .setAttribute(let attribute, _): .attribute(attribute)
    case .waitForDate: .date
    case .upgradeOS, .changePlatform: .system
    case .upgradeApp: .appVersion
    }
  }

  /// The value of ``fact`` after the change.
  package var value: FactValue {
    switch self {
    case .purchase: .purchase(.purchased)
    case .unlock, .enableToggle, .enableRuntime: .flag(.yes)
    case .disableToggle, .disableRuntime: .flag(.no)
    case .authorize(_, let status): .permission(status)
    case .enterRollout: .bucket(.zero)
    case .leaveRollout(_, let percent): .bucket(percent)
    case .setAttribute(_, let value): .attribute(value)
    case .waitForDate(let date): .date(date)
    case .upgradeOS(let platform, let version): .system(platform, .version(version))
    case .changePlatform(let platform): .system(platform, .latest)
    case .upgradeApp(let version): .version(.version(version))
    }
  }

  /// Returns all facts that the change sets, with their values after it.
  package func settings(in manifest: Manifest) -> [(fact: Fact, value: FactValue)] {
    var settings = [(fact, value)]
    if case .authorize(let implying, .authorized) = self {
      for permission in SystemPermission.allCases where permission.impliedBy == implying {
        settings.append((.permission(permission), value))
      }
    }
    if case .purchase(let product) = self {
      for other in manifest.otherProductsInGroup(of: product) {
        settings.append((.product(other), .purchase(.notPurchased)))
      }
    }
    return settings
  }

  /// Returns the state after the change.
  package func applied(to state: DeviceState, in manifest: Manifest) -> DeviceState {
    settings(in: manifest).reduce(into: state) { $0.set($1.fact, to: $1.value) }
  }
}

/// Kinds of changes that a plan makes only if the caller allows them.
package struct PlanAllowances: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Authorizing a restricted permission.
  package static let restricted = PlanAllowances(rawValue: 1)

  /// Setting attributes that the environment owns.
  package static let environment = PlanAllowances(rawValue: 2)

  /// Changing to another platform.
  package static let platform = PlanAllowances(rawValue: 4)

  /// Waiting for a date.
  package static let date = PlanAllowances(rawValue: 8)
}

/// The plans that make a feature available from a state.
package struct PlanResult: Hashable, Sendable {
  package let feature: Int

  /// The feature's status before any change.
  package let status: FeatureStatus

  /// The plans: minimal sets of changes, in order of their number of changes, then in declared order.
  package let plans: [[Change]]

  /// Whether there are more plans than the limit allows.
  package let hasMore: Bool

  /// If there is no plan, the constraints that no allowed set of changes satisfies without breaking a further
  /// assumption.
  package let impossible: [Blocker]

  /// The assumptions that are false before any change.
  package let broken: [Int]
}
