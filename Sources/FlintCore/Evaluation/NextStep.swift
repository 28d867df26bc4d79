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

    /// Whether the app or its user can take the step now. After an explanation, and while there is only waiting, no other
    /// step helps.
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

  /// What an action is about; products, features, attributes and buckets by their index in the ``Manifest``.
  public enum Subject: Hashable, Sendable {
    case platform(Platform)
    case appVersion
    case date
    case permission(SystemPermission)
    case product(Int)
    case feature(Int)
    case attribute(Int)
    case bucket(Int)

    /// What excludes somebody; by reference, since subjects are many and few of them are these.
    indirect case constraint(Excluding)

    /// A constraint for which nothing can be done; those of one id are shown as one.
    public struct Excluding: Hashable, Sendable {
      public let constraint: Constraint

      /// The id, without the prefix of a block: that inside a `not`.
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

    /// Tells subjects apart that may have one name, which those of one kind never have.
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

    /// The subject's name in results: a platform's, `appVersion`, `date`, or the id.
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

/// What constraints ask for, of which the first action counts.
struct RequestedStep: Sendable {
  /// Something that is asked for, or all that something else asks for.
  enum Part: Hashable, Sendable {
    case subject(NextStep.Subject)

    /// What is ``Evaluator/known`` of it, where that is much: where features need each other in a chain, each would list
    /// all behind it.
    case request(of: References.Target)
    case awaited(of: References.Target)
  }

  /// How many parts are passed on one by one, and how many are held to those before them, one by one as well.
  private static let (few, fewest) = (64, 16)

  private(set) var action: NextStep.Action?

  /// In the order in which they were asked for; each once while they are few, which they nearly always are.
  private(set) var parts: [Part] = []

  /// Nil while nothing has been asked for. Of subjects with one name, such as a feature and its bucket, the first counts.
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

  /// All subjects, each once; found without a call for each step of a long way.
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

  /// Takes what is asked for, unless something that is worth doing earlier has been asked for already.
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

  /// Calls `ask` with what was asked for first.
  ///
  /// - Parameter whole: the part that stands for all of it.
  func forEach(as whole: Part? = nil, _ ask: Request) {
    guard let action else { return }
    if let whole, parts.count > Self.few { return ask(action, whole) }
    for part in parts { ask(action, part) }
  }
}
