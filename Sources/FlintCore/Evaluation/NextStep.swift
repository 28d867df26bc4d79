/// The one thing to do about a feature that is not available.
public struct NextStep: Hashable, Sendable {
  public let action: Action

  /// All that ask for the action, each once: the feature's own first, then its ancestors' from the nearest.
  public let subjects: [Subject]

  package init(action: Action, subjects: [Subject]) {
    self.action = action
    self.subjects = subjects
  }

  /// What can be done, in the order in which it is worth doing: nobody pays for what they could not use, nobody is
  /// asked before they have paid.
  public enum Action: UInt8, NamedCase, Comparable {
    case explainUnsupported
    case explainRestricted
    case upgradeOS
    case upgradeApp
    case notEnabled
    case waitForStatus
    case spendCredits
    case offerPurchase
    case waitForPurchaseStatus
    case enableToggle
    case changeAttribute
    case openSettings
    case requestPermission

    public var name: String {
      switch self {
      case .explainUnsupported: "explainUnsupported"
      case .explainRestricted: "explainRestricted"
      case .upgradeOS: "upgradeOS"
      case .upgradeApp: "upgradeApp"
      case .notEnabled: "notEnabled"
      case .waitForStatus: "waitForStatus"
      case .spendCredits: "spendCredits"
      case .offerPurchase: "offerPurchase"
      case .waitForPurchaseStatus: "waitForPurchaseStatus"
      case .enableToggle: "enableToggle"
      case .changeAttribute: "changeAttribute"
      case .openSettings: "openSettings"
      case .requestPermission: "requestPermission"
      }
    }

    public static func < (one: Action, other: Action) -> Bool { one.rawValue < other.rawValue }
  }

  /// What an action is about; products, features and attributes by their index in the ``Manifest``.
  public enum Subject: Hashable, Sendable {
    case platform(Platform)
    case appVersion
    case permission(SystemPermission)
    case product(Int)
    case feature(Int)
    case attribute(Int)

    /// The subject's name in results: a platform's, `appVersion`, or the id.
    public func name(in manifest: Manifest) -> String {
      switch self {
      case .platform(let platform): platform.name
      case .appVersion: "appVersion"
      case .permission(let permission): permission.name
      case .product(let product): manifest.products[product].id
      case .feature(let feature): manifest.features[feature].id
      case .attribute(let attribute): manifest.attributes[attribute].id
      }
    }
  }
}

/// What constraints ask for, of which the first action counts.
struct RequestedStep: Sendable {
  private var action: NextStep.Action?
  private var subjects = DistinctList<NextStep.Subject>()

  /// Nil while nothing has been asked for.
  var step: NextStep? { action.map { NextStep(action: $0, subjects: subjects.elements) } }

  /// Takes what is asked for, unless something that is worth doing earlier has been asked for already.
  mutating func add(_ requested: NextStep.Action, _ subject: NextStep.Subject) {
    if let action, action < requested { return }
    if action != requested {
      action = requested
      subjects = DistinctList()
    }
    subjects.append(subject)
  }

  mutating func add(_ other: RequestedStep) {
    guard let requested = other.action else { return }
    for subject in other.subjects.elements { add(requested, subject) }
  }
}

extension Evaluator {
  /// Calls `ask` with everything that could be done about one constraint of a feature; not at all where the constraint is
  /// satisfied or not active.
  public func forEachRequest(
    of evaluation: ConstraintEvaluation, in feature: Int,
    _ ask: (NextStep.Action, NextStep.Subject) -> Void
  ) {
    guard evaluation.status.truth != .yes else { return }
    if evaluation.hasUnknownGuard, let block = evaluation.block {
      let guardian = manifest.features[feature].conditional[block].guardian
      for requirement in guardian.attributes
      where state.value(of: requirement.attribute) == .unknown {
        askForAttribute(requirement.attribute, ask)
      }
      return
    }
    switch evaluation.constraint {
    case .platform(let platform, let constraint):
      let tooLow =
        if case .versions(let range) = constraint {
          range.position(of: state.osVersion) == .tooLow
        } else {
          false
        }
      ask(tooLow ? .upgradeOS : .explainUnsupported, .platform(platform))
    case .appVersion(let range):
      let tooLow = range.position(of: state.appVersion) == .tooLow
      ask(tooLow ? .upgradeApp : .explainUnsupported, .appVersion)
    case .runtimeEnabled:
      ask(evaluation.status == .notDetermined ? .waitForStatus : .notEnabled, .feature(feature))
    case .userToggled: ask(.enableToggle, .feature(feature))
    case .permission(let permission): ask(action(for: permission), .permission(permission))
    case .purchase(let expression): forEachPurchaseRequest(of: expression, ask)
    case .attribute(let requirement): askForAttribute(requirement.attribute, ask)
    }
  }

  private func askForAttribute(
    _ attribute: Int, _ ask: (NextStep.Action, NextStep.Subject) -> Void
  ) {
    let isUnknown = state.value(of: attribute) == .unknown
    let action: NextStep.Action =
      switch manifest.attributes[attribute].owner {
      case .user: .changeAttribute
      case .developer, .environment: isUnknown ? .waitForStatus : .notEnabled
      }
    ask(action, .attribute(attribute))
  }

  private func action(for permission: SystemPermission) -> NextStep.Action {
    switch state.status(of: permission) {
    case .notDetermined: return .requestPermission
    case .denied: return .openSettings
    case .restricted: return .explainRestricted
    case .unsupported, .authorized:
      // A status that the state calls for decides, its default too; else the table tells of a later version.
      let isGiven = state.given.permissions[permission] != nil
      let isOffered = permission.isOffered(on: state.platform, state.osVersion)
      let isOfferedLater = permission.support.firstVersion(on: state.platform) != nil
      return !isGiven && !isOffered && isOfferedLater ? .upgradeOS : .explainUnsupported
    }
  }

  /// Asks for the operands that hold an open purchase back: the false ones of a false one, the unknown ones of an
  /// unknown one, recursively.
  private func forEachPurchaseRequest(
    of expression: PurchaseExpression, _ ask: (NextStep.Action, NextStep.Subject) -> Void
  ) {
    let truth = truth(of: expression)
    switch expression {
    case .product(let product):
      ask(truth == .no ? .offerPurchase : .waitForPurchaseStatus, .product(product))
    case .credits(let product, let quantity):
      let held: Int64 = if case .credits(let held) = state.holding(of: product) { held } else { 0 }
      ask(held >= quantity ? .spendCredits : .offerPurchase, .product(product))
    case .anyOf(let operands), .allOf(let operands):
      for operand in operands where self.truth(of: operand) == truth {
        forEachPurchaseRequest(of: operand, ask)
      }
    }
  }
}
