/// The next step for a feature that is not available: what the app should do first, such as requesting a permission.
public struct NextStep: Hashable, Sendable {
  public let action: Action

  /// The subjects of ``action``: the items to which it applies, such as the products that the app should offer. There
  /// are no duplicates. First come the subjects for the feature's own constraints, then those for the constraints of
  /// its ancestors (the nearest ancestor first).
  public let subjects: [Subject]

  /// Which of the ``subjects`` are needed; nil if all are.
  package let choice: Choice?

  /// Whether any one of several ``subjects`` is enough, such as one of several products to offer.
  public var isOneEnough: Bool {
    guard case .any(let subjects) = choice else { return false }
    return subjects.allSatisfy { if case .subject = $0 { true } else { false } }
  }

  /// Returns the names that results use for the subjects, each once: a feature and its rollout bucket, for example, can
  /// have the same name.
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

  /// An action of the app for a feature that is not available. The order of the cases is the order in which the actions
  /// should be taken. For example, an explanation comes before an offer, so that no user pays for a feature that
  /// remains unavailable, and an offer before a permission request.
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

  /// The subject of a next step's action: an item to which the action applies, such as the product to offer. Products,
  /// features, attributes and buckets are given by their index in the ``Manifest``.
  public enum Subject: Hashable, Sendable {
    case platform(Platform)

    /// The installed version of the platform if it is too new for the feature. Its name in JSON results is that of the
    /// platform: `iOS`.
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
