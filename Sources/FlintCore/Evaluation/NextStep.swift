/// The next step to take for a feature that is not available.
public struct NextStep: Hashable, Sendable {
  public let action: Action

  /// The subjects of all constraints that request the action, without duplicates: the feature's own first, then those
  /// of its ancestors from the nearest.
  public let subjects: [Subject]

  package init(action: Action, subjects: [Subject]) {
    self.action = action
    self.subjects = subjects
  }

  /// An action of a step. The order of the cases is the order in which the actions should be taken: no user pays for a
  /// feature that would remain unavailable, and the app requests no permission before the purchase.
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

    /// Whether the app or its user can take the step now. After an explanation, and while the app can only wait, no
    /// further step helps.
    package var canBeTaken: Bool {
      switch self {
      case .explainUnsupported, .explainExcluded, .explainRestricted, .waitForDate, .waitForValue,
        .notEnabled, .waitForStatus, .waitForPurchaseStatus:
        false
      case .upgradeOS, .upgradeApp, .updatePayment, .spendCredits, .offerPurchase, .enableToggle,
        .changeAttribute, .openSettings, .requestPermission:
        true
      }
    }

    public static func < (one: Action, other: Action) -> Bool { one.rawValue < other.rawValue }
  }

  /// The subject of an action. Products, features, attributes and buckets are given by their index in the ``Manifest``.
  public enum Subject: Hashable, Sendable {
    case platform(Platform)
    case appVersion
    case date
    case permission(SystemPermission)
    case product(Int)
    case feature(Int)
    case attribute(Int)
    case bucket(Int)

    /// A constraint that excludes the user. It is stored indirectly, because subjects are numerous and few of them are
    /// constraints.
    indirect case constraint(Excluding)

    /// A constraint that no action can satisfy. Constraints with the same id are equal, so that results list them once.
    public struct Excluding: Hashable, Sendable {
      public let constraint: Constraint

      /// The constraint's id without the prefix of a block. Inside a `not`, it is the id of the negated constraint.
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

    /// A number for each kind of subject. Two subjects of the same kind never have the same name; subjects of different
    /// kinds may.
    fileprivate var kind: UInt8 {
      switch self {
      case .platform: 0
      case .appVersion: 1
      case .date: 2
      case .permission: 3
      case .product: 4
      case .feature: 5
      case .attribute: 6
      case .bucket: 7
      case .constraint: 8
      }
    }

    /// Returns the subject's name in results: a platform's name, `appVersion`, `date`, or an id.
    public func name(in manifest: Manifest) -> String {
      switch self {
      case .platform(let platform): platform.name
      case .appVersion: "appVersion"
      case .date: "date"
      case .permission(let permission): permission.name
      case .product(let product): manifest.products[product].id
      case .feature(let feature): manifest.features[feature].id
      case .attribute(let attribute): manifest.attributes[attribute].id
      case .bucket(let bucket): manifest.buckets[bucket]
      case .constraint(let excluding): excluding.id
      }
    }
  }
}

/// The step that constraints request. Only the requests with the first action, in the order of the actions, are kept.
struct RequestedStep: Sendable {
  /// A requested subject, or a reference to all requests of another target.
  enum Part: Hashable, Sendable {
    case subject(NextStep.Subject)

    /// A reference to all requests in ``Evaluator/known`` of a target. It replaces long lists of subjects: otherwise
    /// each feature in a chain of requirements would copy the subjects of all later ones.
    case request(of: References.Target)
    case awaited(of: References.Target)
  }

  /// The limits of linear work: `few` is the maximum number of parts that are passed on one by one, and `fewest` is the
  /// maximum number of parts that are searched for duplicates.
  private static let (few, fewest) = (64, 16)

  private(set) var action: NextStep.Action?

  /// The parts in the order of their requests. The first 16 have no duplicates.
  private(set) var parts: [Part] = []

  /// Returns the step, or nil if nothing was requested. If several subjects have the same name, such as a feature and
  /// its bucket, only the first is kept.
  func step(in evaluator: Evaluator) -> NextStep? {
    guard let action else { return nil }
    let subjects = subjects(in: evaluator)
    guard let first = subjects.first, subjects.contains(where: { $0.kind != first.kind }) else {
      return NextStep(action: action, subjects: subjects)
    }
    var names: Set<ExactText> = []
    return NextStep(
      action: action,
      subjects: subjects.filter {
        names.insert(ExactText($0.name(in: evaluator.manifest))).inserted
      })
  }

  /// Returns all subjects without duplicates. References are followed iteratively, so that a long chain does not
  /// exhaust the call stack.
  func subjects(in evaluator: Evaluator) -> [NextStep.Subject] {
    if parts.count <= Self.fewest {
      let plain = parts.compactMap { if case .subject(let subject) = $0 { subject } else { nil } }
      if plain.count == parts.count { return plain }
    }
    var subjects = DistinctList<NextStep.Subject>()
    var seen: Set<Part> = []
    var open = [parts[...]]
    while let part = open.last?.first {
      open[open.count - 1].removeFirst()
      if open.last?.isEmpty == true { open.removeLast() }
      switch part {
      case .subject(let subject): subjects.append(subject)
      case .request(let target), .awaited(let target):
        guard seen.insert(part).inserted, let known = evaluator.known[target] else { continue }
        let step = if case .awaited = part { known.awaited } else { known.request }
        open.append(step.parts[...])
      }
    }
    return subjects.elements
  }

  /// Adds a request, unless a request with an earlier action is already present. A request with an earlier action than
  /// the present ones replaces them.
  mutating func add(_ requested: NextStep.Action, _ part: Part) {
    if let action, action < requested { return }
    if action != requested {
      action = requested
      parts = []
    }
    if parts.count < Self.fewest, parts.contains(part) { return }
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

  /// Calls `ask` with each request.
  ///
  /// - Parameter whole: the part that replaces all requests if there are more than 64 of them.
  func forEach(as whole: Part? = nil, _ ask: Request) {
    guard let action else { return }
    if let whole, parts.count > Self.few { return ask(action, whole) }
    for part in parts { ask(action, part) }
  }
}
