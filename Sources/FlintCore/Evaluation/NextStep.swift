/// The next step for a feature that is not available: what the app should do first, such as requesting a permission.
public struct NextStep: Hashable, Sendable {
  public let action: Action

  /// The subjects of ``action``: the items to which it applies, such as the products that the app should offer. There
  /// are no duplicates. First come the subjects for the feature's own constraints, then those for the constraints of
  /// its ancestors (the nearest ancestor first).
  public let subjects: [Subject]

  /// Whether the subjects are alternatives: several products to offer, of which any one satisfies the purchase
  /// requirement. If it is false, assume that all ``subjects`` are necessary. It is also false for a single subject.
  public let isOneEnough: Bool

  /// Returns the names that results use for the subjects, each once: a feature and its rollout bucket, for example, can
  /// have the same name.
  package func names(in manifest: Manifest) -> [String] {
    if subjects.count == 1 { return [subjects[0].name(in: manifest)] }
    var names = DistinctList<ExactText>()
    for subject in subjects { names.append(ExactText(subject.name(in: manifest))) }
    return names.elements.map(\.text)
  }

  package init(action: Action, subjects: [Subject], isOneEnough: Bool = false) {
    self.action = action
    self.subjects = subjects
    self.isOneEnough = isOneEnough
  }

  /// An action of the app for a feature that is not available. The order of the cases is the order in which the actions
  /// should be taken. For example, an explanation comes before an offer, so that no user pays for a feature that
  /// remains unavailable, and an offer before a permission request.
  public enum Action: UInt8, NamedCase, Comparable {
    case explainUnsupported
    case explainExcluded
    case explainRestricted
    case upgradeOS
    case upgradeApp
    case waitForDate
    case waitForValue
    case notEnabled
    case waitForStatus
    case updatePayment
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
      case .explainExcluded: "explainExcluded"
      case .explainRestricted: "explainRestricted"
      case .upgradeOS: "upgradeOS"
      case .upgradeApp: "upgradeApp"
      case .waitForDate: "waitForDate"
      case .waitForValue: "waitForValue"
      case .notEnabled: "notEnabled"
      case .waitForStatus: "waitForStatus"
      case .updatePayment: "updatePayment"
      case .spendCredits: "spendCredits"
      case .offerPurchase: "offerPurchase"
      case .waitForPurchaseStatus: "waitForPurchaseStatus"
      case .enableToggle: "enableToggle"
      case .changeAttribute: "changeAttribute"
      case .openSettings: "openSettings"
      case .requestPermission: "requestPermission"
      }
    }

    /// Whether the action can help to make the feature available, alone or with further steps. It is false for actions
    /// that only explain to the user why the feature is not available, or hide the feature.
    package var canLeadToAvailability: Bool {
      switch self {
      case .explainUnsupported, .explainExcluded, .explainRestricted, .notEnabled: false
      case .upgradeOS, .upgradeApp, .waitForDate, .waitForValue, .waitForStatus, .updatePayment,
        .spendCredits, .offerPurchase, .waitForPurchaseStatus, .enableToggle, .changeAttribute,
        .openSettings, .requestPermission:
        true
      }
    }

    /// Whether the sentence about a step with this action names the step's subjects.
    package var namesSubjects: Bool {
      switch self {
      case .upgradeOS, .upgradeApp, .waitForDate: false
      case .explainUnsupported, .explainExcluded, .explainRestricted, .waitForValue, .notEnabled,
        .waitForStatus, .updatePayment, .spendCredits, .offerPurchase, .waitForPurchaseStatus,
        .enableToggle, .changeAttribute, .openSettings, .requestPermission:
        true
      }
    }

    public static func < (one: Action, other: Action) -> Bool { one.rawValue < other.rawValue }
  }

  /// The subject of a next step's action: an item to which the action applies, such as the product to offer. Products,
  /// features, attributes and buckets are given by their index in the ``Manifest``.
  public enum Subject: Hashable, Sendable {
    case platform(Platform)

    /// The installed version of the platform if it is too new for the feature. Its name in JSON results is that of the
    /// platform: `iOS`.
    case tooNewVersion(of: Platform)
    case device(DeviceFact)
    case permission(SystemPermission)
    case product(Int)
    case feature(Int)
    case attribute(Int)
    case bucket(Int)

    /// A constraint that keeps the feature unavailable for this user, because no action can satisfy it or, inside a
    /// `not`, make it false. It is stored indirectly, so that the other cases of this enumeration, which occur more
    /// often, take less memory.
    indirect case constraint(Excluding)

    /// A constraint for which the app can only explain why the feature is not available, as the subject of such an
    /// explanation: no action can satisfy the constraint or, if it is inside a `not`, make it false. Two values with
    /// the same id are equal even if their constraints differ, such as two date ranges with the id `date`, so that
    /// results list each id once.
    public struct Excluding: Hashable, Sendable {
      public let constraint: Constraint

      /// The constraint's id, such as `permission:camera`, without the prefix `when[2]/` of a conditional block.
      public let id: String

      package init(_ constraint: Constraint, in manifest: Manifest) {
        self.constraint = constraint
        id = constraint.name(in: manifest)
      }

      public static func == (one: Excluding, other: Excluding) -> Bool {
        one.id.isSame(as: other.id)
      }

      public func hash(into hasher: inout Hasher) {
        for byte in id.utf8 { hasher.combine(byte) }
      }
    }

    /// A subject in a simplified form: all kinds that have an index, such as products and features, are one case,
    /// ``entity(_:index:)``. Code that only looks up names then need not distinguish them.
    enum Reference {
      case platform(Platform)
      case tooNewVersion(of: Platform)
      case device(DeviceFact)
      case entity(StateSubject, index: Int)
      case constraint(Excluding)
    }

    var reference: Reference {
      switch self {
      case .platform(let platform): .platform(platform)
      case .tooNewVersion(let platform): .tooNewVersion(of: platform)
      case .device(let fact): .device(fact)
      case .permission(let permission): .entity(.permission, index: Int(permission.rawValue))
      case .product(let product): .entity(.product, index: product)
      case .feature(let feature): .entity(.feature, index: feature)
      case .attribute(let attribute): .entity(.attribute, index: attribute)
      case .bucket(let bucket): .entity(.bucket, index: bucket)
      case .constraint(let excluding): .constraint(excluding)
      }
    }

    /// A number that identifies the kind of the subject, such as product or feature. Two subjects are equal if their
    /// kinds and their names are; a feature and its rollout bucket, for example, can have the same name.
    package var kind: Int {
      switch reference {
      case .entity(let kind, _): Int(kind.rawValue)
      case .platform: -1
      case .tooNewVersion: -2
      case .constraint: -3
      case .device: -4
      }
    }

    /// Returns the name that results use for the subject of an action: a platform's name, `appVersion`, `date`, or an
    /// id, such as a product's id.
    public func name(in manifest: Manifest) -> String {
      switch reference {
      case .platform(let platform), .tooNewVersion(let platform): platform.name
      case .device(let fact): fact.key.description
      case .entity(let kind, let index): manifest.id(of: kind, at: index)
      case .constraint(let excluding): excluding.id
      }
    }
  }
}

/// A collector of the actions that could help to satisfy constraints. It keeps the action that should be taken first
/// (the smallest in the order of ``NextStep/Action``) and all subjects of that action.
struct RequestedStep: Sendable {
  /// A part of the list of subjects, to which the collected ``action`` applies: either one subject, such as a product
  /// to offer, or a reference to another list of subjects. That list belongs to the action that an evaluator has stored
  /// in ``Evaluator/StoredResult`` for a feature or named condition to which a constraint refers.
  enum Part: Hashable, Sendable {
    case subject(NextStep.Subject)

    /// One of several products to offer, of which any one satisfies a purchase requirement. The set contains the indices
    /// of all these products, including this one.
    indirect case alternative(product: Int, of: Set<Int>)

    /// A reference to all subjects (such as the permissions to request) of the action in
    /// ``Evaluator/StoredResult/request``: the action that the evaluator has stored for a feature or named condition
    /// that a constraint requires. The reference avoids copies, which would take too much memory for a long chain of
    /// features in which each requires the next.
    case request(of: References.Target)

    /// A reference to all subjects (such as the products to offer) of the action in ``Evaluator/StoredResult/awaited``.
    /// The evaluator has stored this action for a feature or named condition to which a constraint inside a `not`
    /// refers. It is never a permission request, because the app should not request a permission that must not be
    /// granted.
    case awaited(of: References.Target)
  }

  /// Two limits for the number of ``parts`` (the subjects of an action and references to subjects), so that the running
  /// time is not quadratic in this number. A feature copies the parts of a feature or named condition that it requires
  /// only if there are at most `maxForwarded`; otherwise it stores one reference. Duplicates are removed only among the
  /// first `maxDistinct` parts.
  private static let (maxForwarded, maxDistinct) = (64, 16)

  private(set) var action: NextStep.Action?

  /// The subjects of ``action`` (the items to which it applies, such as the products to offer) in the order in which
  /// they were added. An element can also be a reference to all subjects that are stored for a feature or a named
  /// condition. The first 16 elements have no duplicates; later elements are not compared, so that adding them takes
  /// constant time.
  private(set) var parts: [Part] = []

  /// Returns the collected action as a next step, with all its subjects (the items to which it applies, such as the
  /// products to offer) without duplicates; nil if no action was added. References to the subjects stored for other
  /// features or named conditions are followed in a loop instead of by recursion, so that a long chain of features does
  /// not exhaust the call stack.
  func step(in evaluator: Evaluator) -> NextStep? {
    guard let action else { return nil }
    if parts.count <= Self.maxDistinct {
      let plain = parts.compactMap { if case .subject(let subject) = $0 { subject } else { nil } }
      if plain.count == parts.count { return NextStep(action: action, subjects: plain) }
    }
    var subjects = DistinctList<NextStep.Subject>()
    var offers: Set<Set<Int>> = []
    var seen: Set<Part> = []
    var open = [parts[...]]
    while let part = open.last?.first {
      open[open.count - 1].removeFirst()
      if open.last?.isEmpty == true { open.removeLast() }
      switch part {
      case .subject(let subject):
        subjects.append(subject)
        offers.insert([])
      case .alternative(let product, let alternatives):
        subjects.append(.product(product))
        offers.insert(alternatives)
      case .request(let target), .awaited(let target):
        guard seen.insert(part).inserted, let known = evaluator.known[target] else { continue }
        let step = if case .awaited = part { known.awaited } else { known.request }
        open.append(step.parts[...])
      }
    }
    let elements = subjects.elements
    return NextStep(
      action: action, subjects: elements,
      isOneEnough: offers.count == 1 && !offers.contains([]) && elements.count > 1)
  }

  /// Adds an action, such as offering a purchase. Only one action is kept: if `requested` comes later in the order of
  /// ``NextStep/Action`` than the action that was added before, it is ignored; if it comes earlier, it replaces that
  /// action and all subjects of it.
  ///
  /// - Parameter part: A subject of the action, such as a product to offer, or a reference to several subjects.
  mutating func add(_ requested: NextStep.Action, _ part: Part) {
    if let action, action < requested { return }
    if action != requested {
      action = requested
      parts = []
    }
    if parts.count < Self.maxDistinct, parts.contains(part) { return }
    parts.append(part)
  }

  mutating func add(_ other: RequestedStep) {
    guard let requested = other.action else { return }
    guard let action, action <= requested else {
      self = other
      return
    }
    for part in other.parts { add(requested, part) }
  }

  /// Calls `ask` for the action in this collector, once with each subject of the action (such as each product to
  /// offer), or only once with a reference to all subjects.
  ///
  /// - Parameter whole: A reference to the feature or named condition for which this action is stored. `ask` receives
  ///   it instead of the subjects if there are more than 64. If it is nil, `ask` always receives each subject.
  func forEach(as whole: Part? = nil, _ ask: Request) {
    guard let action else { return }
    if let whole, parts.count > Self.maxForwarded { return ask(action, whole) }
    for part in parts { ask(action, part) }
  }
}
