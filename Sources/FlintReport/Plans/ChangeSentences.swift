internal import FlintAnalysis
internal import FlintCore
internal import FlintLogic
internal import FlintText

/// A writer of sentences that describe the changes of a plan (a set of changes that makes a feature available) as
/// instructions.
struct ChangeSentences {
  private let state: ResolvedState

  init(_ state: ResolvedState) { self.state = state }

  /// Returns the changes of a plan, which are a set, in the order in which a reader should make them. Changes to the
  /// device and the app come first, then purchases and toggles. Permissions come last, so that the app does not prompt
  /// the user for them before a purchase.
  static func ordered(_ changes: [Change]) -> [Change] {
    changes.enumerated()
      .sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element)
  }

  /// Returns one sentence without a full stop: `Buy “Premium”, then allow the camera permission when asked`.
  func sentence(for changes: [Change]) -> String {
    var steps: [String] = []
    var permissions: [Authorization] = []
    for change in Self.ordered(changes) {
      if case .authorize(let permission, let status) = change {
        permissions.append((permission, status))
      } else {
        steps.append(step(for: change))
      }
    }
    steps += authorizations(permissions)
    return steps.joined(separator: ", then ").capitalizedFirst
  }

  private func step(for change: Change) -> String {
    guard case .purchase(let product) = change else { return state.manifest.step(for: change) }
    let way = state.status(of: product).map(PurchaseWay.init(from:)) ?? .buying
    let replaced = state.manifest.otherProductsInGroup(of: product).first {
      state.status(of: $0)?.isActive == true
    }
    return state.manifest.step(purchasing: product, by: way, from: replaced)
  }

  private typealias Authorization = (
    permission: SystemPermission, status: SystemPermissionStatus
  )

  /// Returns the instructions to authorize permissions. There is one for each way to authorize them, and it names all
  /// permissions that are authorized in this way: `allow the camera and microphone permissions in Settings`.
  private func authorizations(_ permissions: [Authorization]) -> [String] {
    AuthorizationWay.allCases.compactMap { way in
      let names = permissions.filter {
        AuthorizationWay(from: state.status(of: $0.permission), to: $0.status) == way
      }
      .map { $0.permission.displayName(authorized: $0.status) }
      return names.isEmpty
        ? nil : way.step("the \(listed(names)) \(plural("permission", names.count))")
    }
  }
}

/// A way to authorize a permission: lift a restriction of the device, change the permission in the Settings app, or
/// accept the app's permission request.
enum AuthorizationWay: CaseIterable {
  case liftingRestriction
  case settings
  case asking

  init(from status: SystemPermissionStatus, to wanted: SystemPermissionStatus) {
    switch status {
    case .restricted: self = .liftingRestriction
    case .notDetermined, .unsupported: self = .asking
    case .provisional where wanted == .authorized: self = .asking
    // The user has answered the prompt, so only the Settings can change the status.
    case .authorized, .denied, .writeOnly, .limited, .reducedAccuracy, .provisional, .ephemeral:
      self = .settings
    }
  }

  func step(_ permissions: String) -> String {
    switch self {
    case .liftingRestriction: "lift the restriction on \(permissions)"
    case .settings: "allow \(permissions) in Settings"
    case .asking: "allow \(permissions) when asked"
    }
  }
}

/// A way to purchase a product: pay for a subscription whose renewal has failed, have a pending purchase approved, or
/// buy the product.
enum PurchaseWay: CaseIterable {
  case paying
  case awaitingApproval
  case buying

  init(from status: PurchaseStatus) {
    switch status {
    case .inGracePeriod, .inBillingRetry: self = .paying
    case .pending: self = .awaitingApproval
    case .notPurchased, .expired, .revoked, .purchased, .unknown: self = .buying
    }
  }
}

extension SystemPermission {
  func displayName(authorized status: SystemPermissionStatus) -> String {
    status == .authorized ? displayName : "\(displayName) (\(status.label))"
  }
}

extension Change {
  /// The sort key of the change in a sentence about a plan. Changes with a lower rank come first.
  var rank: Int {
    switch self {
    case .changePlatform: 0
    case .upgradeOS: 1
    case .upgradeApp: 2
    case .waitForDate: 3
    case .enableRuntime, .disableRuntime: 4
    case .enterRollout, .leaveRollout: 5
    case .set: 6
    case .purchase: 7
    case .unlock: 8
    case .enableToggle, .disableToggle: 9
    // Permissions are described together, after all other changes.
    case .authorize: 10
    }
  }
}

extension Manifest {
  /// Describes a change as one step of an instruction: `turn on “Night Mode”`. The current state is not known here. The
  /// step therefore assumes that the app can still prompt the user for a permission, and that the user does not own a
  /// product yet.
  func step(for change: Change) -> String {
    switch change {
    case .changePlatform(let platform): return "use the app on \(platform.name)"
    case .upgradeOS(let platform, let version): return "update \(platform.name) to \(version)"
    case .upgradeApp(let version): return "update the app to \(version)"
    case .waitForDate(let date): return "wait until \(date)"
    case .enableRuntime(let feature):
      return "turn on the runtime flag of “\(features[feature].name)”"
    case .disableRuntime(let feature):
      return "turn off the runtime flag of “\(features[feature].name)”"
    case .enterRollout(let bucket):
      return "set the user's position in rollout “\(buckets[bucket])” to 0 %"
    case .leaveRollout(let bucket, let percent):
      return "set the user's position in rollout “\(buckets[bucket])” to \(percent) %"
    case .set(let fact, let value):
      let words = domain(of: fact).displayName(of: value)
      return step(setting: fact, to: value, displayText: words)
    case .purchase(let product): return step(purchasing: product, by: .buying, from: nil)
    case .unlock(let feature): return "spend credits to unlock “\(features[feature].name)”"
    case .enableToggle(let feature): return "turn on “\(features[feature].name)”"
    case .disableToggle(let feature): return "turn off “\(features[feature].name)”"
    case .authorize(let permission, let status):
      return AuthorizationWay.asking.step(
        "the \(permission.displayName(authorized: status)) permission")
    }
  }

  func step(purchasing product: Int, by way: PurchaseWay, from replaced: Int?) -> String {
    let name = "“\(products[product].name)”"
    switch way {
    case .paying: return "update the payment method for \(name)"
    case .awaitingApproval: return "wait until the purchase of \(name) is approved"
    case .buying:
      return replaced.map { "switch from “\(products[$0].name)” to \(name)" } ?? "buy \(name)"
    }
  }

  /// Describes the change of an attribute, or of a fact such as the date, as one step of an instruction: `set “Role” to
  /// “admin”`.
  ///
  /// - Parameter word: The new value in words.
  func step(
    setting fact: Fact, to value: AttributeValue, displayText word: String
  ) -> String {
    let name: String
    if case .device(let device) = fact {
      name = device.noun
    } else {
      name = fact.subject.map { "“\(self.name(of: $0.kind, at: $0.index))”" } ?? ""
    }
    guard let type = value.type else { return "clear \(name)" }
    let isAwaited =
      type.structure == .ordered && owner(of: fact) == .environment && type != .date
    return isAwaited ? "wait until \(name) is \(word)" : "set \(name) to \(word)"
  }
}

extension String {
  package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
  var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
