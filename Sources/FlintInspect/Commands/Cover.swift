import FlintAnalysis
import FlintModel
import FlintManifest
import FlintScenarios

extension Command {
  static let cover = Command(
    name: "cover",
    summary: "Find the fewest states that show every possible feature status.",
    arguments: [.manifest],
    options: .list(statusesOption, featureOption, startOption, formatOption, .output),
    examples: [
      "cover manifest.json",
      "cover manifest.json --format scenarios --output cover.json",
      "cover manifest.json --format markdown --output checklist.md",
      "cover manifest.json --start subscriber --statuses",
    ],
    run: { (context) throws(CommandFailure) in
      let file = try context.readManifest(context.invocation.arguments[0])
      var problems: [ValueProblem] = []
      let named = context.features(
        context.invocation[featureOption], option: featureOption.name, of: file.manifest,
        problems: &problems)
      var starts: [DeviceState] = []
      for name in context.invocation[startOption] {
        let state = try context.state(
          name, of: file, option: startOption.name, problems: &problems)
        if let state { starts.append(state.state) }
      }
      guard problems.isEmpty else { throw .values(problems) }

      try context.requirePossibleState(of: file)

      let extent =
        context.invocation[statusesOption] ? CoverExtent.statuses : .statusesAndBlockers
      let features = named.isEmpty ? Array(file.manifest.features.indices) : named
      let cover: Cover
      do throws(Cover.TooComplex) {
        var progress = Progress(total: features.count, of: "features", for: context.host)
        defer { progress.clear() }
        cover = try Cover(
          of: features, in: file.manifest, extent, startingWith: starts
        ) { progress.show($0.text) }
      } catch {
        throw .values([.tooLarge(error.reason, feature: error.feature, in: file.manifest)])
      }
      try context.write(CoverReport(cover, of: file.manifest), as: formatOption)
      return .success
    })
}

private let statusesOption = Setting.flag(
  "statuses",
  help: "Cover only the statuses of features, not each constraint as the only blocker.")

private let featureOption = Setting.several(
  "feature", .feature, takesList: true, help: "Cover only this feature.")

private let startOption = Setting.several(
  "start", .state,
  help: "Include this state, and add states only for statuses that it does not show.")

private let formatOption: Setting<Renderer<CoverReport>> =
  .format(
    ("text", { CoverText(style: $1.textStyle).write($0, into: &$2) }),
    ("json", { report, _, sink in report.writeJSON(into: &sink) }),
    ("csv", { CoverCSV(manifestPath: $1.invocation.arguments[0]).write($0, into: &$2) }),
    ("markdown", { CoverMarkdown(manifestPath: $1.invocation.arguments[0]).write($0, into: &$2) }),
    ("scenarios", { report, _, sink in report.suite.write(into: &sink) }))

extension CoverStep {
  fileprivate var text: String {
    switch self {
    case .feature(let number, let count): "\(number) of \(count) features"
    case .comparing(let number, let count):
      "comparing situation \(number) of \(count) with the others"
    case .placing(let number, let count): "finding states: step \(number) of \(count)"
    case .states(let count): "trying \(count) states"
    }
  }
}
