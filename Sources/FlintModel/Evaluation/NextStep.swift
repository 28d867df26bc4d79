/// The first step of the app for a feature that is not available.
public struct NextStep: Hashable, Sendable {
  public let action: Action

  /// Subjects of the feature's own constraints, then of ancestors' from the nearest. Without
  /// duplicates.
  public let subjects: [Subject]

  /// Which of the ``subjects`` are needed; nil if all are.
  package let choice: Choice?

  /// Whether one subject is enough, such as one of several products.
  public var isOneEnough: Bool {
    guard case .any(let subjects) = choice else { return false }
    return subjects.allSatisfy { if case .subject = $0 { true } else { false } }
  }

  /// The subjects' names in results. No name repeats, even if a feature and its bucket share one.
  package func names(in manifest: Manifest) -> [String] {
    if subjects.count == 1 { return [subjects[0].name(in: manifest)] }
    return subjects.map { ExactText($0.name(in: manifest)) }.distinctElements.map(\.text)
  }

  package init(action: Action, subjects: [Subject], choice: Choice? = nil) {
    self.action = action
    self.subjects = subjects
    self.choice = choice
  }

  /// The app's actions, in the order to take them. What nobody can change comes first, so that
  /// nobody pays for a feature that remains unavailable.
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

    public var name: String { Self.names[Int(rawValue)] }

    private static let names = allCases.map { "\($0)" }

    /// False for actions that only explain or hide.
    package var canLeadToAvailability: Bool { self > .notEnabled }

    package var namesSubjects: Bool { self != .upgradeOS && self != .upgradeApp }

    /// Whether the action can be taken for one of several alternatives. Explanations and waiting
    /// for facts that the app does not know concern all alternatives.
    package var canChoose: Bool {
      canLeadToAvailability && self != .waitForStatus && self != .waitForPurchaseStatus
    }

    public static func < (one: Action, other: Action) -> Bool { one.rawValue < other.rawValue }
  }

  /// The subject of an action. Products, features, attributes and buckets are indices in the
  /// ``Manifest``.
  public enum Subject: Hashable, Sendable {
    case platform(Platform)

    /// A newer version than the feature accepts. Results show only the platform's name.
    case tooNewVersion(of: Platform)
    case device(DeviceFact)

    /// The earliest date of a state that satisfies the requirement.
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

    /// A constraint that no action satisfies or, inside a `not`, makes false. Constraints with the
    /// same id are equal, so that results list each once.
    public struct Excluding: Hashable, Sendable {
      public let constraint: Constraint

      /// The constraint's id, without `when[2]/`.
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

    /// The permission or declaration; nil for other subjects.
    private var entity: (kind: StateSubject, index: Int)? {
      switch self {
      case .permission(let permission): (.permission, Int(permission.rawValue))
      case .product(let product): (.product, product)
      case .feature(let feature): (.feature, feature)
      case .attribute(let attribute), .age(let attribute, _): (.attribute, attribute)
      case .bucket(let bucket): (.bucket, bucket)
      case .platform, .tooNewVersion, .device, .moment, .constraint: nil
      }
    }

    /// The id or key that results show.
    public func name(in manifest: Manifest) -> String {
      switch self {
      case .platform(let platform), .tooNewVersion(let platform): platform.name
      case .device(let fact): fact.key.description
      case .moment: DeviceFact.date.key.description
      case .constraint(let excluding): excluding.id
      default: entity.map(manifest.id) ?? ""
      }
    }

    /// `“Dynamic Speed”`, `the camera permission`.
    public func displayName(in manifest: Manifest) -> String {
      switch self {
      case .platform(let platform), .tooNewVersion(let platform): platform.name
      case .device(let fact): fact.noun
      case .moment: DeviceFact.date.noun
      case .constraint(let excluding): excluding.constraint.displayName(in: manifest)
      default: entity.map(manifest.displayName) ?? ""
      }
    }
  }
}

extension NextStep {
  /// Whether the sentence says “on iOS” instead of “because of iOS”.
  private var isAboutPlatform: Bool { subjects.count == 1 && subjects[0].isPlatform }

  /// One sentence without a full stop: `Offer “Premium”`.
  public func message(in state: ResolvedState) -> String {
    let beginning =
      switch action {
      case .explainUnsupported:
        "Tell the user: not available " + (isAboutPlatform ? "on " : "because of ")
      case .explainExcluded: "Tell the user: not available because of "
      case .explainRestricted: "Tell the user: this device restricts "
      case .upgradeOS: "Ask the user to update \(state.platform.name)"
      case .upgradeApp: "Ask the user to update the app"
      case .waitForDate, .waitForValue: "Wait "
      case .notEnabled: "Hide the feature: not available because of "
      case .waitForStatus: "Wait until the app knows "
      case .updatePayment: "Ask the user to update the payment method for "
      case .spendCredits: "Offer to spend credits of "
      case .offerPurchase: "Offer "
      case .waitForPurchaseStatus: "Wait for the store to report the status of "
      case .enableToggle: "Let the user turn on "
      case .changeAttribute: "Let the user change "
      case .openSettings: "Send the user to Settings to allow "
      case .requestPermission: "Request "
      }
    return action.namesSubjects ? beginning + subjectNames(in: state) : beginning
  }

  private func subjectNames(in state: ResolvedState) -> String {
    let choice = choice ?? .all(subjects.map { .subject($0) })
    guard choice.isList, choice.subjects.allSatisfy({ $0.permission != nil }) else {
      return choice.text(in: state) { $1.text(of: $1.manifest.phrase(for: $0, of: action)) }
    }
    let names = choice.text(in: state) { subject, _ in subject.permission?.displayName ?? "" }
    let article = action == .explainUnsupported ? "the unsupported" : "the"
    return "\(article) \(names) \(choice.isAny ? "permission" : "permissions")"
  }
}

extension NextStep.Choice {
  fileprivate var isList: Bool {
    switch self {
    case .subject: false
    case .all(let elements), .any(let elements):
      elements.count > 1 || elements.contains(where: \.isList)
    }
  }

  fileprivate var subjects: [NextStep.Subject] {
    switch self {
    case .subject(let subject): [subject]
    case .all(let elements), .any(let elements): elements.flatMap(\.subjects)
    }
  }

  fileprivate var isAny: Bool { if case .any = self { true } else { false } }

  /// - Parameter state: Passed to `name`. If `name` captured it, each level would copy it.
  fileprivate func text(
    in state: ResolvedState, nested: Bool = false,
    _ name: (NextStep.Subject, ResolvedState) -> String
  ) -> String {
    switch self {
    case .subject(let subject): return name(subject, state)
    case .all(let elements), .any(let elements):
      let names = elements.map { $0.text(in: state, nested: elements.count > 1, name) }
      let text = isAny ? alternatives(names) : listed(names)
      return nested ? "(\(text))" : text
    }
  }
}

extension Manifest {
  /// How long to wait for the age: `until 2026-12-03`. Without such a date, `for a high enough
  /// value of “Installed”`.
  package func displayName(
    ofAge seconds: Int64, since value: AttributeValue, in attribute: Int
  ) -> String {
    if case .date(let begin) = value {
      let (end, isTooLate) = begin.seconds.addingReportingOverflow(seconds)
      if !isTooLate, let end = DateTime(seconds: end) { return Self.end(end) }
    }
    return Self.highEnough + "“\(attributes[attribute].name)”"
  }

  fileprivate static let highEnough = "for a high enough value of "

  fileprivate static func end(_ date: DateTime) -> String { "until \(date)" }

  /// The subject in the action's sentence: `the runtime flag of “Dynamic Speed”`.
  package func phrase(for subject: NextStep.Subject, of action: NextStep.Action) -> Sentence {
    let name = subject.displayName(in: self)
    return switch (action, subject) {
    case (_, .tooNewVersion): "\(.system)"
    case (_, .moment(let date)): "\(Self.end(date))"
    case (_, .age(let attribute, let seconds)):
      "\(.end(ofAge: seconds, attribute: attribute))"
    case (.waitForValue, _): "\(Self.highEnough)\(name)"
    case (.notEnabled, .feature), (.waitForStatus, .feature): "the runtime flag of \(name)"
    case (.waitForStatus, .bucket): "the position in \(name)"
    case (.explainUnsupported, .attribute), (.notEnabled, .attribute): "the value of \(name)"
    case (.explainUnsupported, .permission(let permission)):
      "the unsupported \(permission.displayName) permission"
    default: "\(name)"
    }
  }
}

extension NextStep.Subject {
  package var isPlatform: Bool {
    switch self {
    case .platform, .tooNewVersion: true
    default: false
    }
  }

  fileprivate var permission: SystemPermission? {
    switch self {
    case .permission(let permission): permission
    case .constraint(let excluding):
      if case .permission(let requirement) = excluding.constraint {
        requirement.permission
      } else {
        nil
      }
    default: nil
    }
  }
}

extension Constraint {
  /// The required item: `“Premium”`, `the camera permission`, `iOS`.
  package func displayName(in manifest: Manifest) -> String {
    switch self {
    case .platform(let platform, _): platform.name
    case .platforms(let platforms):
      platforms.map { supported in
        supported.platform.name + (supported.versions.map { " \($0)" } ?? "")
      }.joined(separator: " or ")
    case .device(let requirement): requirement.fact.noun
    case .runtimeEnabled: "the app's flag"
    case .userToggled: "the user's toggle"
    case .permission(let requirement):
      "the \(requirement.permission.displayName) permission"
    case .purchase(let expression): manifest.displayName(of: expression)
    case .attribute(let requirement):
      "“\(manifest.attributes[requirement.attribute].name)”"
    case .rollout(let requirement):
      "rollout “\(manifest.buckets[requirement.bucket])”"
    case .feature(let feature): "“\(manifest.features[feature].name)”"
    case .condition(let condition): "“\(manifest.conditions[condition].name)”"
    case .allOf: "several conditions"
    case .anyOf: "alternative conditions"
    case .not: "an excluded condition"
    }
  }
}
