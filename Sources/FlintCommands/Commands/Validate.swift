internal import FlintManifest
internal import FlintReport
internal import FlintText

extension Command {
  static let validate = Command(
    name: "validate",
    summary: "Everything that is wrong with a manifest, or suspicious.",
    arguments: [
      Argument(
        placeholder: "MANIFEST", kind: .file, count: .oneOrMore,
        help: "The files that declare the features.")
    ],
    options: [
      .strict, .storekit, .infoPlist, .watch, .format(.text, .json, .sarif, .github), .output,
    ],
    examples: [
      "validate manifest.json", "validate manifest.json --storekit Store.storekit",
      "validate manifest.json --info-plist App/Info.plist",
      "validate *.json --strict --format sarif",
    ],
    run: { (context) throws(CommandFailure) in
      var unreadable: [FileProblem] = []
      let project = context.projectFiles(&unreadable)
      var findings: [Findings] = []
      var manifests: [ManifestFile?] = []
      for path in context.invocation.arguments {
        guard let source = context.read(path, orNote: &unreadable) else { continue }
        let (found, manifest) = Findings.inManifest(source, with: project)
        findings.append(found)
        manifests.append(manifest)
      }
      findings += project.findings(with: manifests)
      try context.writeResult { context.write(findings, into: &$0) }
      Diagnostics.write(unreadable.map(\.notice), color: context.colorChoice)
      return unreadable.isEmpty ? context.verdict(on: findings) : .noAnswer
    })
}

extension Option {
  fileprivate static let strict = Option(
    name: "strict", value: .none, help: "Let warnings fail, too: exit with status 1.")

  fileprivate static let storekit = Option(
    name: "storekit", value: .file, repeats: true,
    help: "Hold the products to this store configuration.")

  fileprivate static let infoPlist = Option(
    name: "info-plist", value: .file, repeats: true,
    help: "Hold the permissions to this property list of a target.")
}

extension CommandContext {
  /// The source of a file, nil where it cannot be read.
  fileprivate mutating func read(
    _ path: String, orNote unreadable: inout [FileProblem]
  ) -> SourceFile? {
    do throws(CommandFailure) {
      return try read(path)
    } catch {
      if case .file(let problem) = error { unreadable.append(problem) }
      return nil
    }
  }

  fileprivate mutating func projectFiles(_ unreadable: inout [FileProblem]) -> ProjectFiles {
    var project = ProjectFiles()
    for path in invocation.values(of: .storekit) {
      project.addStore(read(path, orNote: &unreadable))
    }
    for path in invocation.values(of: .infoPlist) {
      project.addPropertyList(read(path, orNote: &unreadable))
    }
    return project
  }

  fileprivate func write(_ findings: [Findings], into sink: inout ByteSink) {
    switch invocation.format {
    case .json: FindingsJSON().write(findings, into: &sink)
    case .sarif:
      FindingsSARIF(rules: Findings.rules, version: programVersion).write(findings, into: &sink)
    case .github: FindingsGitHub().write(findings, into: &sink)
    default: FindingsText(style: textStyle).write(findings, into: &sink)
    }
  }

  fileprivate func verdict(on findings: [Findings]) -> ExitStatus {
    let failing: Set<Diagnostic.Severity> =
      invocation.has(.strict) ? [.error, .warning] : [.error]
    let fails = findings.contains { $0.diagnostics.contains { failing.contains($0.severity) } }
    return fails ? .demandFailed : .success
  }
}
