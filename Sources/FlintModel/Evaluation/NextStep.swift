/// What the app should do first for a feature that is not available.
public struct NextStep: Hashable, Sendable {
  public let action: Action

  /// Own constraints' first, then ancestors' from the nearest, without duplicates.
  public let subjects: [Subject]

  /// Which of the ``subjects`` are needed; nil if all are.
  package let choice: Choice?

  /// Whether any one of several ``subjects`` is enough, such as one of several products to offer.
  public var isOneEnough: Bool {
    guard case .any(let subjects) = choice else { return false }
    return subjects.allSatisfy { if case .subject = $0 { true } else { false } }
  }

  /// As in results, each once: a feature and its bucket can share a name.
  package func names(in manifest: Manifest) -> [String] {
    if subjects.count == 1 { return [subjects[0].name(in: manifest)] }
    var names = DistinctList<ExactText>()
    for subject in subjects { names.append(ExactText(subject.name(in: manifest))) }
    return names.elements.map(\.text)
  }

  package init(action: Action, subjects: [Subject], choice: Choice? = nil) {
    self.action = action
    self.subjects = subjects
    self.choice = choice
  }

  /// An action of the app, in the order in which they are taken: nobody pays for what then remains
  /// unavailable.
  public enum Action: UInt8, NamedCase, Comparable {
    case explainUnsupported
    case explainExcluded
    case explainRestricted
    case notEnabled
    case upgradeOS
    case upgradeApp
    case waitForDate
    case waitForValue
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

    /// False for those that explain or hide.
    package var canLeadToAvailability: Bool {
      switch self {
      case .explainUnsupported, .explainExcluded, .explainRestricted, .notEnabled: false
      case .upgradeOS, .upgradeApp, .waitForDate, .waitForValue, .waitForStatus, .updatePayment,
        .spendCredits, .offerPurchase, .waitForPurchaseStatus, .enableToggle, .changeAttribute,
        .openSettings, .requestPermission:
        true
      }
    }

    /// Whether its sentence names the subjects.
    package var namesSubjects: Bool {
      switch self {
      case .upgradeOS, .upgradeApp: false
      case .explainUnsupported, .explainExcluded, .explainRestricted, .notEnabled, .waitForDate,
        .waitForValue, .waitForStatus, .updatePayment, .spendCredits, .offerPurchase,
        .waitForPurchaseStatus,
        .enableToggle, .changeAttribute, .openSettings, .requestPermission:
        true
      }
    }

    /// Whether the action can be taken for one of several alternatives. Explanations and waiting for facts that the app
    /// does not know concern all of them.
    package var canChoose: Bool {
      switch self {
      case .explainUnsupported, .explainExcluded, .explainRestricted, .notEnabled, .waitForStatus,
        .waitForPurchaseStatus:
        false
      case .upgradeOS, .upgradeApp, .waitForDate, .waitForValue, .updatePayment, .spendCredits,
        .offerPurchase, .enableToggle, .changeAttribute, .openSettings, .requestPermission:
        true
      }
    }

    public static func < (one: Action, other: Action) -> Bool { one.rawValue < other.rawValue }
  }

  /// What an action applies to. Entities are indices in the ``Manifest``.
  public enum Subject: Hashable, Sendable {
    case platform(Platform)

    /// Has the platform's name in results.
    case tooNewVersion(of: Platform)
    case device(DeviceFact)

    /// The date from which on the state's date is accepted.
    indirect case moment(DateTime)
    case permission(SystemPermission)
    case product(Int)
    case feature(Int)
    case attribute(Int)

    /// The age in seconds that the date in an attribute must reach.
    indirect case age(Int, seconds: Int64)
    case bucket(Int)

    /// Indirect, so that the frequent cases take less memory.
    indirect case constraint(Excluding)

    /// A constraint that no action satisfies or, inside a `not`, ends. Equal if the ids are, so
    /// that results list each once.
    public struct Excluding: Hashable, Sendable {
      public let constraint: Constraint

      /// Without `when[2]/`.
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

    /// Subjects with all kinds of entities as one case.
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
      case .moment: .device(.date)
      case .permission(let permission): .entity(.permission, index: Int(permission.rawValue))
      case .product(let product): .entity(.product, index: product)
      case .feature(let feature): .entity(.feature, index: feature)
      case .attribute(let attribute), .age(let attribute, _):
        .entity(.attribute, index: attribute)
      case .bucket(let bucket): .entity(.bucket, index: bucket)
      case .constraint(let excluding): .constraint(excluding)
      }
    }

    /// A number that identifies the kind of the subject, such as product or feature. Two subjects are equal if their
    /// kinds and their keys are; a feature and its rollout bucket, for example, can have the same name.
    package var kind: Int {
      switch reference {
      case .entity(let kind, _): Int(kind.rawValue)
      case .platform: -1
      case .tooNewVersion: -2
      case .constraint: -3
      case .device: -4
      }
    }

    /// As in results.
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
