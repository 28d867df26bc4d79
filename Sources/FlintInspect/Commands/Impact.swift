import FlintAnalysis
import FlintManifest
import FlintModel
import FlintScenarios
import FlintText

extension Command {
  static let impact = Command(
    name: "impact",
    summary: "Show what depends on a product, permission, attribute or feature.",
    arguments: [.manifest],
    options: .list(
      productOption, permissionOption, attributeOption, featureOption, scenariosOption,
      formatOption, .output),
    examples: [
      "impact manifest.json --product PREM0001",
      "impact manifest.json --permission camera --format json",
    ],
    run: { context in
      let (option, declared, name) = try context.namedSubject()
      let file = try context.readManifest(context.invocation.arguments[0])
      let manifest = file.manifest
      try context.requirePossibleState(of: file)
      let index = try manifest.find(name, declared, option: option)
      let subject = Impact.Subject(declared, index)
      var sources: [(SourceFile, JSONDocument, Grammar)] = []
      for (_, source) in try context.readScenarioSources(context.invocation[scenariosOption]) {
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
      let report = ImpactReport(
        on: subject, in: manifest, features: Impact.features(on: subject, in: manifest),
        states: Impact.states(mentioning: subject, in: manifest), occurrences: occurrences)
      try context.write(report, as: formatOption)
      return .success
    })
}

private let names = ["product", "permission", "attribute", "feature"]

private let productOption = Setting.one(
  names[0], .declared(.product), help: "The product's id or name."
).excluding(names[1], names[2], names[3])

private let permissionOption = Setting.one(
  names[1], .declared(.permission), help: "The permission's name."
).excluding(names[2], names[3])

private let attributeOption = Setting.one(
  names[2], .declared(.attribute), help: "The attribute's id or name."
).excluding(names[3])

private let featureOption = Setting.one(
  names[3], .feature, help: "The feature's id or name.")

private let scenariosOption = Setting.several(
  "scenarios", .file, help: "Also search these scenarios: a file or a folder.")

private let formatOption: Setting<Renderer<ImpactReport>> =
  .format(
    ("text", { $0.writeText(style: $1.textStyle, into: &$2) }),
    ("json", { report, _, sink in report.writeJSON(into: &sink) }))

extension CommandContext {
  fileprivate func namedSubject() throws -> (String, EntityKind, String) {
    let named: [(Setting<String?>, EntityKind)] = [
      (productOption, .product), (permissionOption, .permission), (attributeOption, .attribute),
      (featureOption, .feature),
    ]
    for (option, declared) in named {
      if let name = invocation[option] { return (option.name, declared, name) }
    }
    throw Problem.usage("missing option \(alternativeOptions(names))", of: "impact")
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

  fileprivate func name(in manifest: Manifest) -> (kind: NameKind, id: String) {
    switch self {
    case .product(let product): (.product, manifest.products[product].id)
    case .permission(let permission): (.permission, permission.name)
    case .attribute(let attribute): (.attribute, manifest.attributes[attribute].id)
    case .feature(let feature): (.feature, manifest.features[feature].id)
    }
  }
}

extension SourceFile {
  /// Ascending.
  fileprivate func occurrences(
    of subject: Impact.Subject, in manifest: Manifest, _ document: JSONDocument, as grammar: Grammar
  ) -> [ImpactReport.Occurrence] {
    let (kind, id) = subject.name(in: manifest)
    var offsets: [Int] = []
    document.withRoot { root in
      NameWalk.visit(root, as: grammar) { name in
        if name.role.kind == kind, name.value.string?.isSame(as: id) == true {
          offsets.append(name.value.range.lowerBound)
        }
      }
    }
    var locator = SourceLocator(text)
    return offsets.sorted().map { ImpactReport.Occurrence(path: path, locator.location(of: $0)) }
  }
}

struct ImpactReport: Sendable {
  let subject: Impact.Subject
  let manifest: Manifest
  let features: [Impact.Feature]

  let states: [String]

  let occurrences: [Occurrence]

  struct Occurrence: Equatable, Sendable {
    let path: String
    let location: SourceLocation

    init(path: String, _ location: SourceLocation) {
      self.path = path
      self.location = location
    }
  }

  init(
    on subject: Impact.Subject, in manifest: Manifest, features: [Impact.Feature],
    states: [String], occurrences: [Occurrence]
  ) {
    self.subject = subject
    self.manifest = manifest
    self.features = features
    self.states = states
    self.occurrences = occurrences
  }

  var id: String {
    switch subject {
    case .product(let product): manifest.products[product].id
    case .permission(let permission): permission.name
    case .attribute(let attribute): manifest.attributes[attribute].id
    case .feature(let feature): manifest.features[feature].id
    }
  }
}

extension ImpactReport {
  func writeText(style: TextStyle, into sink: inout ByteSink) {
    let writer = TerminalWriter(style: style)
    var title = Line(hanging: 2).adding(name, .strong)
    if name != id { title.add("  [\(id)]", .quiet) }
    title.add("  \(subject.kind.rawValue)", .quiet)
    var lines = [title, .blank]
    if features.isEmpty { lines.append(Line().adding("No feature depends on this declaration.")) }
    lines += features.map { line($0) }
    if !states.isEmpty {
      lines.append(.blank)
      var line = Line(hanging: 2).adding("Mentioned in \(plural("state", states.count)) ", .quiet)
      line.add(states.map { "'\($0)'" }.joined(separator: ", "))
      lines.append(line)
    }
    if !occurrences.isEmpty {
      lines += [.blank, Line().adding("Mentioned at:", .quiet)] + occurrenceLines
    }
    writer.write(lines, to: &sink)
  }

  private var name: String {
    switch subject {
    case .product(let product): manifest.products[product].name
    case .permission(let permission): permission.displayName.capitalizedFirst
    case .attribute(let attribute): manifest.attributes[attribute].name
    case .feature(let feature): manifest.features[feature].name
    }
  }

  private func line(_ feature: Impact.Feature) -> Line {
    let declaration = manifest.features[feature.feature]
    var line = Line(hanging: 2)
    line.add(feature.effect.symbol + " ", feature.effect.role)
    line.add(declaration.name, .strong)
    if declaration.name != declaration.id { line.add("  [\(declaration.id)]", .quiet) }
    line.add("  \(feature.effect.displayText)", feature.effect.role)
    if !feature.namesSubject { line.add("  (depends on it indirectly)", .quiet) }
    return line
  }

  private var occurrenceLines: [Line] {
    occurrences.map { occurrence in
      Line(hanging: 2).adding(
        "\(occurrence.path):\(occurrence.location.line):\(occurrence.location.column)")
    }
  }
}

extension Impact.Effect {
  fileprivate var symbol: String {
    switch self {
    case .never: "✗"
    case .sometimes, .only: "≠"
    case .unchanged: "✓"
    case .undecided: "?"
    }
  }

  fileprivate var role: Role {
    switch self {
    case .never: .bad
    case .sometimes, .only, .undecided: .open
    case .unchanged: .good
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
  func writeJSON(into sink: inout ByteSink) { Self.json.write(self, into: &sink) }

  static var json: JSONOutput<ImpactReport> {
    .object(nil, nil, .lines) {
      JSONMember.formatVersion
      JSONMember("subject", subject, "The product, permission, attribute or feature under analysis")
      { $0 }
      JSONMember(
        "features", .list(of: dependent, .lines),
        "The features that require the subject or whose status depends on it, in the manifest's order"
      ) { report in report.features.map { ($0, report.manifest) } }
      JSONMember(
        "states", .list(of: .text), "The manifest's named states that mention the subject"
      ) { $0.states }
      JSONMember(
        "lines", .list(of: location, .lines),
        "The positions of the subject's id in the manifest, its included files and the scenarios"
      ) { $0.occurrences }
    }
  }

  private static var subject: JSONOutput<ImpactReport> {
    .object(
      "subject", "The subject of the analysis: the key is its kind, and the value its id or name",
      rules: ["oneOf": .exactlyOne(of: Impact.Subject.Kind.allCases.map(\.rawValue))]
    ) {
      Impact.Subject.Kind.allCases.map { kind in
        JSONMember(optionalNamed: kind.rawValue, .nonEmptyText, kind.documentation) { report in
          report.subject.kind == kind ? report.id : nil
        }
      }
    }
  }

  private static var dependent: JSONOutput<(Impact.Feature, Manifest)> {
    .object("dependent", "A feature that depends on the subject") {
      JSONMember("id", .id, "The feature's id") { feature, manifest in
        manifest.features[feature.feature].id
      }
      JSONMember("asks", .boolean, "Whether the feature's own constraints name the subject") {
        $0.0.namesSubject
      }
      JSONMember(
        "without", .word,
        """
        Whether the feature can be available without the subject, for example if the product is \
        not purchased: never; sometimes (in fewer states than with it); unchanged; only (never \
        with it); or undecided (too complex to prove)
        """
      ) { $0.0.effect }
    }
  }

  private static var location: JSONOutput<Occurrence> {
    .object("location", "A position in a file") {
      JSONMember("path", .text, "The path of the file") { $0.path }
      JSONMember("line", .ordinal, "The line, counted from 1") { $0.location.line }
      JSONMember("column", .ordinal, "The column in Unicode scalars, counted from 1") {
        $0.location.column
      }
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
