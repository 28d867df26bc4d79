package import FlintCore

/// One thing that somebody can do about a feature; products, features and attributes by their index.
package enum Change: Hashable, Sendable {
  case purchase(Int)
  case unlock(Int)
  case enableToggle(Int)

  /// Authorizing `location.always` authorizes `location.whenInUse` too.
  case authorize(SystemPermission)
  case enableRuntime(Int)
  case setAttribute(Int, AttributeValue)
  case upgradeOS(Platform, Version)
  case upgradeApp(Version)

  /// To the platform's latest version.
  case changePlatform(Platform)

  package func owner(in manifest: Manifest) -> Owner {
    switch self {
    case .purchase, .unlock, .enableToggle, .authorize, .upgradeOS, .upgradeApp: .user
    case .enableRuntime: .developer
    case .changePlatform: .environment
    case .setAttribute(let attribute, _): manifest.attributes[attribute].owner
    }
  }

  package var name: String {
    switch self {
    case .purchase: "purchase"
    case .unlock: "unlock"
    case .enableToggle: "enableToggle"
    case .authorize: "authorize"
    case .enableRuntime: "enableRuntime"
    case .setAttribute: "setAttribute"
    case .upgradeOS: "upgradeOS"
    case .upgradeApp: "upgradeApp"
    case .changePlatform: "changePlatform"
    }
  }

  /// What it changes.
  package var fact: Fact {
    switch self {
    case .purchase(let product): .product(product)
    case .unlock(let feature): .unlocked(feature)
    case .enableToggle(let feature): .toggle(feature)
    case .authorize(let permission): .permission(permission)
    case .enableRuntime(let feature): .runtime(feature)
    case .setAttribute(let attribute, _): .attribute(attribute)
    case .upgradeOS, .changePlatform: .system
    case .upgradeApp: .appVersion
    }
  }

  /// What the fact is then.
  package var value: FactValue {
    switch self {
    case .purchase: .purchase(.purchased)
    case .unlock, .enableToggle, .enableRuntime: .flag(.yes)
    case .authorize: .permission(.authorized)
    case .setAttribute(_, let value): .attribute(value)
    case .upgradeOS(let platform, let version): .system(platform, .version(version))
    case .changePlatform(let platform): .system(platform, .latest)
    case .upgradeApp(let version): .version(.version(version))
    }
  }

  /// Everything that it sets, its own fact first.
  package var settings: [(fact: Fact, value: FactValue)] {
    var settings = [(fact, value)]
    if case .authorize(let implying) = self {
      for permission in SystemPermission.allCases where permission.impliedBy == implying {
        settings.append((.permission(permission), value))
      }
    }
    return settings
  }

  /// The state with the change made.
  package func applied(to state: DeviceState) -> DeviceState {
    var state = state
    for (fact, value) in settings { state.set(fact, to: value) }
    return state
  }

  /// Where somebody can make the change and it changes something: asked of the state that it begins with, or, where it
  /// ``waitsForSystem``, of that state on the system that is changed to.
  package func isPossible(
    in manifest: Manifest, allowing allowances: PlanAllowances = []
  ) -> Formula {
    switch self {
    case .purchase(let product): .not(manifest.status(of: product, .only(.purchased)))
    case .unlock(let feature): .not(.test(.unlocked(feature)))
    case .enableToggle(let feature):
      .not(
        .test(
          .toggle(
            feature, .only(.yes),
            otherwise: Ternary(manifest.features[feature].declaredToggle ?? true))))
    case .authorize(let permission):
      .all([
        .reference(.offered(permission)),
        .reference(
          .status(permission, Verdicts { Ternary($0.canBecomeAuthorized(allowing: allowances)) })),
      ])
    case .enableRuntime(let feature): .not(manifest.runtimeFlag(of: feature, .only(.yes)))
    case .setAttribute(let attribute, let value): .not(manifest.attribute(attribute, is: value))
    case .upgradeOS(let platform, let version): .test(.system(platform, .below(version)))
    case .upgradeApp(let version): manifest.appVersion(in: .below(version))
    case .changePlatform(let platform): .not(.test(.system(platform, nil)))
    }
  }

  /// Whether it is for the system to say if it can be made.
  package var waitsForSystem: Bool {
    switch self {
    case .authorize: true
    case .purchase, .unlock, .enableToggle, .enableRuntime, .setAttribute, .upgradeOS, .upgradeApp,
      .changePlatform:
      false
    }
  }

  /// Every change of a fact that may be made from some state, in declared order.
  package static func changes(
    of fact: Fact, in manifest: Manifest, _ boundaries: VersionBoundaries,
    allowing allowances: PlanAllowances = []
  ) -> [Change] {
    switch fact {
    case .system:
      let upgrades = zip(Platform.allCases, boundaries.systems).flatMap { platform, versions in
        VersionScale(versions).boundaries.map { Change.upgradeOS(platform, $0) }
      }
      let platforms = allowances.contains(.platform) ? Platform.allCases : []
      return upgrades + platforms.map { .changePlatform($0) }
    case .appVersion: return VersionScale(boundaries.app).boundaries.map { .upgradeApp($0) }
    case .permission(let permission): return [.authorize(permission)]
    case .product(let product): return [.purchase(product)]
    case .unlocked(let feature): return [.unlock(feature)]
    case .toggle(let feature): return [.enableToggle(feature)]
    case .runtime(let feature): return [.enableRuntime(feature)]
    case .attribute(let attribute):
      let declaration = manifest.attributes[attribute]
      if declaration.owner == .environment, !allowances.contains(.environment) { return [] }
      let values: [AttributeValue] =
        switch declaration.domain {
        case .boolean: [.boolean(true), .boolean(false)]
        case .choice(let texts): texts.indices.map { .choice($0) }
        }
      return values.map { .setAttribute(attribute, $0) }
    case .permissionDefault, .purchaseDefault: return []
    }
  }
}

extension SystemPermissionStatus {
  /// Whether somebody can still say yes.
  fileprivate func canBecomeAuthorized(allowing allowances: PlanAllowances) -> Bool {
    switch self {
    case .notDetermined, .denied: true
    case .restricted: allowances.contains(.restricted)
    case .authorized, .unsupported: false
    }
  }
}

/// Changes that a plan makes only where it is allowed to.
package struct PlanAllowances: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Authorizing what is restricted.
  package static let restricted = PlanAllowances(rawValue: 1)

  /// Setting the environment's attributes.
  package static let environment = PlanAllowances(rawValue: 2)

  /// Changing to another platform.
  package static let platform = PlanAllowances(rawValue: 4)
}

/// How to make a feature available from a state.
package struct PlanResult: Hashable, Sendable {
  package let feature: Int

  /// The feature's status before anything changes.
  package let status: FeatureStatus

  /// Sets of changes of which no part would do: fewest changes first, then in declared order.
  package let plans: [[Change]]

  /// Whether there are more plans than were asked for.
  package let hasMore: Bool

  /// Where there is no plan: the constraints that no allowed changes meet.
  package let impossible: [Blocker]
}
