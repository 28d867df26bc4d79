extension Command {
  static let impact = Command(
    name: "impact",
    summary: "Show what depends on a product, permission, attribute or feature.",
    arguments: [.manifest],
    options: subjectOptions.map(\.option) + .list(scenariosOption, formatOption, .output),
    examples: [
      "impact manifest.json --product PREM0001",
      "impact manifest.json --permission camera --format json",
    ],
    run: { context in
      let (option, declared, name) = try context.namedSubject()
      let file = try context.readManifest()
      let manifest = file.manifest
      try context.requirePossibleState(of: file)
      let subject = Impact.Subject(declared, try manifest.find(name, declared, option: option))
      var sources: [(SourceFile, JSONDocument, Grammar)] = []
      for (_, source) in try context.readScenarioSources(context[scenariosOption]) {
        _ = try ScenarioFile(source, for: file)
        sources.append((source, try source.document(), .scenarios))
      }
      // If the manifest includes other files, search each of its files.
      let files: [(SourceFile, JSONDocument, Grammar)] =
        file.parts.isEmpty
        ? [(file.source, file.document, .manifest)]
        : file.parts.map { ($0.source, $0.document, .manifest) }
      let occurrences = (files + sources).flatMap { source, document, grammar in
        source.occurrences(of: subject, in: manifest, document, as: grammar)
      }
      try context.write(
        ImpactReport(
          subject: subject, manifest: manifest,
          features: Impact.features(on: subject, in: manifest),
          states: Impact.states(mentioning: subject, in: manifest), occurrences: occurrences),
        as: formatOption)
      return .success
    })
}

private let subjectKinds: [EntityKind] = [.product, .permission, .attribute, .feature]

private let subjectOptions = subjectKinds.enumerated().map { index, kind in
  Setting.one(
    kind.rawValue, .declared(kind),
    help: "The \(kind.rawValue)'s \(kind == .permission ? "" : "id or ")name."
  ).excluding(subjectKinds[(index + 1)...].map(\.rawValue))
}

private let scenariosOption = Setting.several(
  "scenarios", .file, help: "Also search these scenarios: a file or a folder.")

private let formatOption: Setting<Renderer<ImpactReport>> =
  .format(
    asText(\.lines),
    asJSON { ImpactReport.json($0.manifest) })

extension CommandContext {
  fileprivate func namedSubject() throws -> (String, EntityKind, String) {
    for (option, kind) in zip(subjectOptions, subjectKinds) {
      if let name = invocation[option] { return (option.name, kind, name) }
    }
    throw Problem.usage(
      "missing option \(alternativeOptions(subjectKinds.map(\.rawValue)))", of: "impact")
  }
}

extension Impact.Subject {
  fileprivate init(_ declared: EntityKind, _ index: Int) {
    switch declared {
    case .product: self = .product(index)
    case .permission: self = .permission(SystemPermission.allCases[index])
    case .attribute: self = .attribute(index)
    case .feature, .group, .bucket, .state, .team: self = .feature(index)
    }
  }

  fileprivate var entity: (kind: StateSubject, index: Int) {
    switch self {
    case .product(let product): (.product, product)
    case .permission(let permission): (.permission, Int(permission.rawValue))
    case .attribute(let attribute): (.attribute, attribute)
    case .feature(let feature): (.feature, feature)
    }
  }
}

extension Manifest {
  fileprivate func id(of subject: Impact.Subject) -> String {
    id(of: subject.entity.kind, at: subject.entity.index)
  }
}

extension SourceFile {
  /// Where the file mentions the subject, in ascending order.
  fileprivate func occurrences(
    of subject: Impact.Subject, in manifest: Manifest, _ document: JSONDocument, as grammar: Grammar
  ) -> [SourcePosition] {
    let (kind, id) = (NameKind(rawValue: subject.kind.rawValue), manifest.id(of: subject))
    var offsets: [Int] = []
    document.withRoot { root in
      NameWalk.visit(root, as: grammar) { name in
        if name.role.kind == kind, name.value.string?.isSame(as: id) == true {
          offsets.append(name.value.range.lowerBound)
        }
      }
    }
    var locator = SourceLocator(text)
    return offsets.sorted().map {
      SourcePosition(path: path, location: locator.location(of: $0))
    }
  }
}

struct ImpactReport {
  let subject: Impact.Subject
  let manifest: Manifest
  let features: [Impact.Feature]

  let states: [String]

  let occurrences: [SourcePosition]

  var id: String { manifest.id(of: subject) }

  var lines: [Line] {
    var lines: [Line] = ["\(named: name, id: id)  \(subject.kind.rawValue, .quiet)", .blank]
    if features.isEmpty {
      lines.append(Line(hanging: 0, "No feature depends on this declaration."))
    }
    for feature in features {
      let (declaration, effect) = (manifest.features[feature.feature], feature.effect)
      let note = feature.namesSubject ? "" : "  (depends on it indirectly)"
      lines.append(
        "\(effect) \(declaration)  \(effect.displayText, effect.role)\(note, .quiet)")
    }
    if !states.isEmpty {
      let names = states.map { "'\($0)'" }.list()
      let title = "Mentioned in \(plural("state", states.count)) "
      lines += [.blank, "\(title, .quiet)\(names)"]
    }
    if !occurrences.isEmpty { lines += [.blank, "\("Mentioned at:", .quiet)"] }
    return lines
      + occurrences.map { "\($0)" }
  }

  private var name: String {
    if case .permission(let permission) = subject { return permission.displayName.capitalizedFirst }
    return manifest.name(of: subject.entity.kind, at: subject.entity.index)
  }
}

extension Impact.Effect: Marked {
  var mark: (symbol: String, role: Role) {
    switch self {
    case .never: ("✗", .bad)
    case .sometimes, .only: ("≠", .open)
    case .unchanged: ("✓", .good)
    case .undecided: ("?", .open)
    }
  }

  fileprivate var displayText: String {
    switch self {
    case .never: "never available without it"
    case .sometimes: "available without it, but in fewer states"
    case .unchanged: "equally available without it"
    case .only: "available only without it"
    case .undecided: "undecided: too complex to compare in every state"
    }
  }
}

extension ImpactReport {
  /// The report as JSON, with ids of `manifest`. An empty manifest is enough for the schema.
  static func json(_ manifest: Manifest = Manifest()) -> JSONOutput<ImpactReport> {
    let subject = JSONOutput<ImpactReport>.object(
      "subject", "The subject of the analysis: the key is its kind, and the value its id or name",
      rules: ["oneOf": .exactlyOne(of: Impact.Subject.Kind.allCases.map(\.rawValue))]
    ) {
      Impact.Subject.Kind.allCases.map { kind in
        JSONMember(named: kind.rawValue, isOptional: true, .nonEmptyText, kind.documentation) {
          report in
          report.subject.kind == kind ? report.id : nil
        }
      }
    }
    let dependent = JSONOutput<Impact.Feature>.object(
      "dependent", "A feature that depends on the subject"
    ) {
      JSONMember("id", .id, "The feature's id") { manifest.features[$0.feature].id }
      JSONMember(
        "asks", .boolean, "Whether the feature's own constraints name the subject", \.namesSubject)
      JSONMember(
        "without", .word,
        """
        Whether the feature can be available without the subject, for example if the product is \
        not purchased: never; sometimes (in fewer states than with it); unchanged; only (never \
        with it); or undecided (too complex to prove)
        """, \.effect)
    }
    let location = JSONOutput<SourcePosition>.object("location", "A position in a file") {
      JSONMember.position
    }
    return .result {
      JSONMember(
        "subject", subject, "The product, permission, attribute or feature under analysis", \.self)
      JSONMember(
        "features", .list(of: dependent, .lines),
        "The features that require the subject or whose status depends on it, in the manifest's order",
        \.features)
      JSONMember(
        "states", .list(of: .text), "The manifest's named states that mention the subject", \.states
      )
      JSONMember(
        "lines", .list(of: location, .lines),
        "The positions of the subject's id in the manifest, its included files and the scenarios",
        \.occurrences)
    }
  }
}

extension Impact.Subject.Kind {
  fileprivate var documentation: String {
    switch self {
    case .product: "The product's id"
    case .permission: "The permission's name"
    case .attribute: "The attribute's id"
    case .feature: "The feature's id"
    }
  }
}
