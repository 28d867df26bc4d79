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

    /// What excludes somebody.
    case constraint(Excluding)

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
  private(set) var action: NextStep.Action?
  private(set) var subjects = DistinctList<NextStep.Subject>()

  /// Nil while nothing has been asked for. Of subjects with one name, such as a feature and its bucket, the first counts.
  func step(in manifest: Manifest) -> NextStep? {
    guard let action else { return nil }
    let subjects = subjects.elements
    guard let first = subjects.first, subjects.contains(where: { $0.kind != first.kind }) else {
      return NextStep(action: action, subjects: subjects)
    }
    var names: Set<ExactText> = []
    return NextStep(
      action: action,
      subjects: subjects.filter { names.insert(ExactText($0.name(in: manifest))).inserted })
  }

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
