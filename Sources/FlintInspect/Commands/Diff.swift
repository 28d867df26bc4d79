import FlintAnalysis
import FlintModel
import FlintManifest

extension Command {
  static let diff = Command(
    name: "diff",
    otherNames: ["compare"],
    summary: "Find features whose availability changes between two manifests.",
    arguments: [
      Argument(placeholder: "OLD", kind: .file, help: "The old manifest."),
      Argument(placeholder: "NEW", kind: .file, help: "The new manifest."),
    ],
    options: .list(exitCodeOption, .allowMissing, formatOption, .output),
    examples: [
      "diff old.json new.json",
      "diff main:flint.json flint.json --format markdown --exit-code",
      "diff main:flint.json flint.json --allow-missing",
      "diff old.json new.json --format sarif --output diff.sarif",
    ],
    run: { (context) throws(CommandFailure) in
      let paths = context.invocation.arguments
      let (old, isMissing) = try context.readOldManifest(paths[0])
      let new = try context.readManifest(paths[1])
      try context.requirePossibleState(of: old)
      try context.requirePossibleState(of: new)
      let versions = ComparedVersions(
        old: isMissing ? .missing : context.version(named: paths[0]),
        new: context.version(named: paths[1]))
      let difference: ManifestDifference
      do throws(NoPossibleState) {
        difference = try Differences.between(old.manifest, new.manifest)
      } catch {
        throw .values([.noSharedState(error.message)])
      }
      let report = DifferenceReport(difference, from: old, to: new, of: versions)
      try context.write(report, as: formatOption)
      let fails = context.invocation[exitCodeOption] && !difference.features.isEmpty
      return fails ? .checkFailed : .success
    })
}

private let exitCodeOption = Setting.flag(
  "exit-code", help: "Exit with status 1 if anything changed.")

private let formatOption: Setting<Renderer<DifferenceReport>> =
  .format(
    ("text", { $0.writeText(style: $1.textStyle, into: &$2) }),
    ("json", { report, _, sink in report.writeJSON(into: &sink) }),
    ("markdown", { report, _, sink in report.writeMarkdown(into: &sink) }),
    ("github", { report, _, sink in report.writeGitHub(into: &sink) }),
    ("sarif", { report, _, sink in report.writeSARIF(version: programVersion, into: &sink) }))
