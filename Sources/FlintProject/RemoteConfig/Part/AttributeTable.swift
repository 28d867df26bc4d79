import FlintManifest
import FlintModel

/// The attributes that a template needs, by first use.
struct AttributeTable {
  struct Declaration {
    let id: String
    /// Nil if it is the id.
    let name: String?
    let type: AttributeType
  }

  /// What an attribute represents: a property, or what a manifest cannot express.
  enum Subject: Hashable {
    case appID, country, language, installation
    case build, buildText, versionText
    case firstOpen
    case userProperty(ExactText, AttributeType)
    case customSignal(ExactText, AttributeType)
    /// An inexpressible rule in Firebase's notation.
    case rule(ExactText)
    /// A parameter's value that the template does not have, and where it comes from.
    case served(parameter: String, ExternalValue)
  }

  private(set) var declarations: [Declaration] = []
  private var ids = UniqueIDs<Subject>()

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

  /// `.number`; texts, the most frequent, have none.
  private static func suffix(_ type: AttributeType) -> String {
    switch type {
    case .integer: ".number"
    case .version: ".version"
    case .boolean, .choice, .text, .date: ""
    }
  }

  /// An inexpressible rule's is the rule.
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

/// Buckets for the seeds of a template.
struct BucketTable {
  private var ids = UniqueIDs<ExactText?>()

  init() { _ = ids.id(of: nil, wanted: "percent") }

  mutating func bucket(ofSeed seed: String?) -> String {
    ids.id(of: seed.map(ExactText.init), wanted: "percent." + Slug.of(seed ?? "")).id
  }
}
