import FlintAnalysis
import FlintModel
import FlintManifest
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
    run: { (context) throws(CommandFailure) in
      let (option, declared, name) = try context.namedSubject()
      let file = try context.readManifest(context.invocation.arguments[0])
      let manifest = file.manifest
      try context.requirePossibleState(of: file)
      let subject: Impact.Subject
      do throws(ValueProblem) {
        let index = try manifest.find(name, declared, option: option)
        subject = Impact.Subject(declared, index)
      } catch {
        throw .values([error])
      }
      var sources: [(SourceFile, JSONDocument, Grammar)] = []
      for (_, source) in try context.readScenarioSources(context.invocation[scenariosOption]) {
        do throws(InvalidInput) {
          _ = try ScenarioFile(source, for: file)
          sources.append((source, try source.document(), .scenarios))
        } catch {
          throw .invalidInput(error)
        }
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
  fileprivate func namedSubject() throws(CommandFailure) -> (String, EntityKind, String) {
    let named: [(Setting<String?>, EntityKind)] = [
      (productOption, .product), (permissionOption, .permission), (attributeOption, .attribute),
      (featureOption, .feature),
    ]
    for (option, declared) in named {
      if let name = invocation[option] { return (option.name, declared, name) }
    }
    throw .usage(UsageProblems(problems: [.missingOption(names)], command: "impact"))
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
