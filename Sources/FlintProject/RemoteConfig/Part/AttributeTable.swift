import FlintModel
import FlintManifest

/// The attributes that a manifest needs to represent a Firebase Remote Config template, in the order of their first
/// use. An attribute is a value that the app supplies, such as the user's country.
struct AttributeTable {
  struct Declaration {
    let id: String
    /// The display name of the attribute; nil if it is the same as the id.
    let name: String?
    let type: AttributeType
  }

  /// The fact that an attribute represents: a property of the app, device or user, or a rule or value of the Firebase
  /// Remote Config template that a manifest cannot express.
  enum Subject: Hashable {
    case appID, country, language, installation
    case build, buildText, versionText
    case firstOpen
    case userProperty(ExactText, AttributeType)
    case customSignal(ExactText, AttributeType)
    /// The result, true or false, of a rule of a Firebase Remote Config condition that a manifest cannot express. The
    /// text is the rule in Firebase's notation.
    case rule(ExactText)
    /// A Boolean value of a parameter that the Firebase Remote Config template does not contain, because the app or
    /// Firebase provides it. `parameter` is the key of the parameter. The second associated value is the source of the
    /// value, such as the default value that the app contains.
    case served(parameter: String, ExternalValue)
  }

  private(set) var declarations: [Declaration] = []
  private var ids = UniqueIDs<Subject>()

  /// Returns the id of the attribute that represents a fact. If the table has no such attribute yet, the attribute is
  /// added, and `isNew` is true.
  mutating func id(of subject: Subject) -> (id: String, isNew: Bool) {
    let (id, isNew) = ids.id(of: subject, wanted: subject.wantedID)
    if isNew {
      let name = subject.name.isSame(as: id) ? nil : subject.name
      declarations.append(Declaration(id: id, name: name, type: subject.type))
    }
    return (id, isNew)
  }
}

extension AttributeTable.Subject {
  init(_ subject: ListSubject) {
    switch subject {
    case .country: self = .country
    case .language: self = .language
    case .installation: self = .installation
    }
  }

  init(_ subject: TextSubject) {
    switch subject {
    case .version(.appVersion): self = .versionText
    case .version(.appBuild): self = .buildText
    case .value(let value): self.init(value, .text)
    }
  }

  init(_ value: NamedValue, _ type: AttributeType) {
    switch value.kind {
    case .userProperty: self = .userProperty(ExactText(value.name), type)
    case .customSignal: self = .customSignal(ExactText(value.name), type)
    }
  }

  var wantedID: String {
    switch self {
    case .appID: "app.id"
    case .country: "device.country"
    case .language: "device.language"
    case .installation: "app.firebaseInstallationId"
    case .build: "app.build"
    case .buildText: "app.build.text"
    case .versionText: "app.version.text"
    case .firstOpen: "app.firstOpenTimestamp"
    case .userProperty(let name, let type): "user.\(Slug.of(name.text))\(Self.suffix(type))"
    case .customSignal(let name, let type): "signal.\(Slug.of(name.text))\(Self.suffix(type))"
    case .rule(let rule): Slug.of(rule.text)
    case .served(let parameter, let value): "remote.\(parameter).\(value.rawValue)"
    }
  }

  /// Returns the suffix that the id of an attribute gets for its type, such as `.number`. Texts have no suffix, because
  /// they are the most frequent type.
  private static func suffix(_ type: AttributeType) -> String {
    switch type {
    case .integer: ".number"
    case .version: ".version"
    case .boolean, .choice, .text, .date: ""
    }
  }

  /// The display name of the attribute. If the attribute replaces a rule that a manifest cannot express, the name is
  /// the rule in Firebase's notation.
  var name: String {
    switch self {
    case .appID, .country, .language, .installation, .build, .buildText, .versionText, .firstOpen:
      wantedID
    case .userProperty(let name, let type): "user.\(name.text)\(Self.suffix(type))"
    case .customSignal(let name, let type): "signal.\(name.text)\(Self.suffix(type))"
    case .rule(let rule): rule.text
    case .served(let parameter, let value): "\(parameter): \(value.displayName)"
    }
  }

  var type: AttributeType {
    switch self {
    case .appID, .country, .language, .installation, .buildText, .versionText: .text
    case .build: .version
    case .firstOpen: .date
    case .userProperty(_, let type), .customSignal(_, let type): type
    case .rule, .served: .boolean
    }
  }
}

/// The rollout buckets that represent the seeds of a template. The seed of a percentage in Firebase, like the bucket of
/// a rollout in a manifest, determines the random number of each user.
struct BucketTable {
  private var ids = UniqueIDs<ExactText?>()

  init() { _ = ids.id(of: nil, wanted: "percent") }

  mutating func bucket(ofSeed seed: String?) -> String {
    ids.id(of: seed.map(ExactText.init), wanted: "percent." + Slug.of(seed ?? "")).id
  }
}
