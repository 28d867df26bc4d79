package import FlintLogic
package import FlintModel

/// A change to the state. An `Int` is the index of a product (`purchase`), a bucket
/// (`enterRollout`, `leaveRollout`) or a feature (others).
package enum Change: Hashable, Sendable {
  case purchase(Int)
  case unlock(Int)
  case enableToggle(Int)
  case disableToggle(Int)

  /// `location.always` brings `location.whenInUse`.
  case authorize(SystemPermission, SystemPermissionStatus)
  case enableRuntime(Int)
  case disableRuntime(Int)

  /// To position 0.
  case enterRollout(Int)
  case leaveRollout(Int, Percent)

  case set(Fact, AttributeValue)
  case waitForDate(DateTime)
  case upgradeOS(Platform, Version)
  case upgradeApp(Version)

  case changePlatform(Platform)

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
    case .set: .setAttribute
    case .waitForDate: .waitForDate
    case .upgradeOS: .upgradeOS
    case .upgradeApp: .upgradeApp
    case .changePlatform: .changePlatform
    }
  }

  /// The fact that it is about; see ``settings(in:)`` for its consequences.
  package var fact: Fact {
    switch self {
    case .purchase(let product): .product(product)
    case .unlock(let feature): .unlocked(feature)
    case .enableToggle(let feature), .disableToggle(let feature): .toggle(feature)
    case .authorize(let permission, _): .permission(permission)
    case .enableRuntime(let feature), .disableRuntime(let feature): .runtime(feature)
    case .enterRollout(let bucket), .leaveRollout(let bucket, _): .bucket(bucket)
    case .set(let fact, _): fact
    case .waitForDate: .date
    case .upgradeOS, .changePlatform: .system
    case .upgradeApp: .appVersion
    }
  }

  package var value: FactValue {
    switch self {
    case .purchase: .purchase(.purchased)
    case .unlock, .enableToggle, .enableRuntime: .flag(.yes)
    case .disableToggle, .disableRuntime: .flag(.no)
    case .authorize(_, let status): .permission(status)
    case .enterRollout: .bucket(.zero)
    case .leaveRollout(_, let percent): .bucket(percent)
    case .set(_, let value): .typed(value)
    case .waitForDate(let date): .typed(.date(date))
    case .upgradeOS(let platform, let version): .system(platform, .version(version))
    case .changePlatform(let platform): .system(platform, .latest)
    case .upgradeApp(let version): .typed(.version(.version(version)))
    }
  }

  /// All facts that it sets: a subscription ends the others of its group.
  package func settings(in manifest: Manifest) -> [(fact: Fact, value: FactValue)] {
    var settings = [(fact, value)]
    if case .authorize(.locationAlways, _) = self {
      settings.append((.permission(.locationWhenInUse), value))
    }
    if case .purchase(let product) = self {
      for other in manifest.otherProductsInGroup(of: product) {
        settings.append((.product(other), .purchase(.notPurchased)))
      }
    }
    return settings
  }

  package func applied(to state: DeviceState, in manifest: Manifest) -> DeviceState {
    settings(in: manifest).reduce(into: state) { $0.set($1.fact, to: $1.value) }
  }

  /// The next step that the change carries out in a state. Plans list changes in the order of these steps.
  package func step(in state: ResolvedState) -> NextStep.Action {
    switch self {
    case .changePlatform: .explainUnsupported
    case .enableRuntime(let feature), .disableRuntime(let feature):
      state.runtimeFlag(of: feature) == .unknown ? .waitForStatus : .notEnabled
    case .enterRollout(let bucket), .leaveRollout(let bucket, _):
      state.bucket(bucket) == nil ? .waitForStatus : .notEnabled
    case .upgradeOS: .upgradeOS
    case .upgradeApp: .upgradeApp
    case .waitForDate: .waitForDate
    case .purchase(let product):
      state.status(of: product)?.isPaymentDue == true ? .updatePayment : .offerPurchase
    case .unlock: .spendCredits
    case .enableToggle: .enableToggle
    case .disableToggle: .changeAttribute
    case .authorize(let permission, let new):
      switch state.status(of: permission) {
      case .restricted: .explainRestricted
      case .notDetermined, .unsupported: .requestPermission
      case .provisional where new == .authorized: .requestPermission
      case .authorized, .denied, .writeOnly, .limited, .reducedAccuracy, .provisional, .ephemeral:
        .openSettings
      }
    case .set(let fact, let value):
      switch (owner(in: state.manifest), state.value(of: fact)) {
      case (.user, _): .changeAttribute
      case (_, .typed(.unknown)), (_, .notGiven): .waitForStatus
      case (.developer, _): .notEnabled
      case (.environment, let now): now.isBelow(.typed(value)) ? .waitForValue : .explainUnsupported
      }
    }
  }
}

extension Manifest {
  /// Nil for facts with changes of their own, such as an upgrade.
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

  /// The plans, with the fewest changes first. Without any one change of a plan, the feature is not available. Plans of
  /// equal size are in the order in which the feature's constraints first test the changed facts. The changes of a plan
  /// are in the order in which they are to be made.
  package let plans: [[Change]]

  /// Whether there are more than the limit.
  package let hasMore: Bool

  /// Without a plan: what no allowed change satisfies without breaking an assumption.
  package let impossible: [Blocker]

  package let broken: [Int]

  /// Whether outcomes depend on the date, which the state lacks.
  package let isDateMissing: Bool
}

/// The ``PossibleChanges`` that change something in one state and are allowed.
struct ChangeOptions {
  private let manifest: Manifest
  private let base: ResolvedState
  private let allowances: PlanAllowances
  private let breakpoints: Breakpoints
  private let named: [References.Target]
  private let possible: PossibleChanges

  typealias Option = ChangeSpace.Option

  init(
    _ manifest: Manifest, _ base: ResolvedState, _ allowances: PlanAllowances,
    _ breakpoints: Breakpoints, named: [References.Target], insideNot: Set<Fact>
  ) {
    self.manifest = manifest
    self.base = base
    self.allowances = allowances
    self.breakpoints = breakpoints
    self.named = named
    possible = PossibleChanges(manifest, breakpoints, named: named, insideNot: insideNot)
  }

  /// Nil if there are too many.
  func options(for fact: Fact) -> [Option]? {
    if fact == .date { return dates }
    if manifest.owner(of: fact) == .environment, !allowances.contains(.environment) { return [] }
    let options = possible.changes(of: fact)?.compactMap { possible in
      possible.change(in: base).map {
        Option(change: $0, direction: possible.direction, isNamed: possible.isNamed)
      }
    }
    return options.map { $0 + (fact == .system ? platforms : []) }
  }

  private var platforms: [Option] {
    guard allowances.contains(.platform) else { return [] }
    return Platform.allCases.filter { platform in
      platform != base.platform
        && manifest.app.platforms?.contains { $0.platform == platform } != false
    }.map { Option(change: .changePlatform($0)) }
  }

  private var dates: [Option] {
    guard allowances.contains(.date) else { return [] }
    let known = Dictionary(breakpoints[.date].dates.map { ($0.seconds, $0) }) { first, _ in first }
    return Set(moments).sorted().filter { base.date.map(\.seconds) ?? -1 < $0 }.compactMap {
      moment in
      (known[moment] ?? DateTime(seconds: moment)).map {
        Option(change: .waitForDate($0), direction: .up)
      }
    }
  }

  /// Whether outcomes depend on the date, which the state lacks.
  var isDateMissing: Bool {
    base.date == nil && !(moments.isEmpty && breakpoints.ages.isEmpty)
  }

  /// The dates that constraints test, the ends of purchases, and the dates on which an attribute reaches an age that a
  /// constraint tests.
  private var moments: [Int64] {
    var moments = breakpoints[.date].dates.map(\.seconds)
    let tested = manifest.testedProducts(by: named)
    for case (let product, .until(let end, let graceEnd)) in base.given.purchases
    where tested.contains(product) {
      moments += [end, graceEnd].compactMap { $0?.seconds }
    }
    for attribute in breakpoints.ages.keys {
      guard case .date(let begin) = base.value(of: attribute) else { continue }
      moments += breakpoints.reachableAges(of: attribute).map { begin.seconds + $0 }
    }
    return moments
  }
}

extension Manifest {
  /// Texts that constraints mention, then the default. A pattern gives each combination of its
  /// keys' texts; nil above ``AnalysisLimits/plannedTexts``.
  package func texts(of fact: Fact) -> [AttributeValue]? {
    var named = DistinctList<AttributeValue>()
    var composed = 0
    forEachRequirement { constraint in
      guard let accepted = constraint.accepted(of: fact) else { return }
      for value in accepted.namedValues { named.append(value) }
      guard let pattern = accepted.pattern else { return }
      composed += min(pattern.countOfComposedTexts, AnalysisLimits.plannedTexts + 1)
      guard composed <= AnalysisLimits.plannedTexts else { return }
      for text in pattern.composedTexts { named.append(.text(text)) }
    }
    if composed > AnalysisLimits.plannedTexts { return nil }
    if case .attribute(let attribute) = fact, let value = attributes[attribute].defaultValue {
      named.append(value)
    }
    return named.elements
  }
}

extension Constraint {
  /// Nil if the constraint does not test the fact.
  func accepted(of fact: Fact) -> AttributeRequirement.Accepted? {
    switch self {
    case .requirement(.attribute(let requirement)):
      .attribute(requirement.attribute) == fact ? requirement.accepted : nil
    case .requirement(.device(let requirement)):
      .device(requirement.fact) == fact ? requirement.accepted : nil
    case .requirement, .feature, .condition, .allOf, .anyOf, .not: nil
    }
  }
}

extension TextPattern {
  fileprivate var countOfComposedTexts: Int {
    parts.reduce(1) { count, part in
      let (product, isTooMuch) = count.multipliedReportingOverflow(by: self[part].count)
      return isTooMuch ? .max : product
    }
  }

  fileprivate var composedTexts: [ExactText] {
    parts.reduce([ExactText("")]) { beginnings, part in
      beginnings.flatMap { beginning in
        self[part].map { ExactText(beginning.text + $0.text) }
      }
    }
  }
}
