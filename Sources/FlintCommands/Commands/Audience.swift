internal import FlintCore
internal import FlintManifest
internal import FlintPopulation
internal import FlintReport
internal import FlintText

extension Command {
  static let audience = Command(
    name: "audience",
    summary: "Whom each feature reaches in a population, and what holds the rest back.",
    arguments: [
      Argument(
        placeholder: "MANIFEST", kind: .file,
        help: "The file that declares the features; with --merge, a result."),
      .states,
    ],
    options: .list(
      mergeOption, strictIDsOption, rejectsOption, allowEmptyOption, drawBucketsOption,
      teamOption, formatOption, .output),
    examples: [
      "audience manifest.json states.ndjson",
      "audience manifest.json states.ndjson --format json",
      "audience --merge one.json two.json",
    ],
    run: { (context) throws(CommandFailure) in
      context.invocation[mergeOption]
        ? try mergeAudiences(&context) : try countAudience(&context)
    })
}

private let mergeOption = Setting.flag(
  "merge", help: "Add up results of --format json, of parts of one population.")

let strictIDsOption = Setting.flag("strict", help: "Reject a line that names an undeclared id.")
  .excluding("merge")

let drawBucketsOption = Setting.flag(
  "draw-buckets", help: "Draw each id into the buckets that its line does not name."
)
.excluding("merge")

private let teamOption = Setting.team.excluding("merge")

private let rejectsOption = Setting.one(
  "rejects", .file, help: "Keep the lines that cannot be read in this file."
)
.excluding("merge")

private let allowEmptyOption = Setting.flag(
  "allow-empty", help: "Take an input without any state for an answer, as of an empty part.")

private let formatOption: Setting<Renderer<Audience>> =
  .format(
    (.text, { AudienceText(style: $1.textStyle).write($0, into: &$2) }),
    (.json, { AudienceJSON().write($0, into: &$2) }),
    (.csv, { AudienceCSV().write($0, into: &$2) }))

private func countAudience(_ context: inout CommandContext) throws(CommandFailure) -> ExitStatus {
  let invocation = context.invocation
  let manifest = try context.readManifest(invocation.arguments[0])
  var problems: [ValueProblem] = []
  let listed = context.featuresOfTeams(of: manifest.manifest, problems: &problems)
  guard problems.isEmpty else { throw .values(problems) }
  let paths = context.populationPaths
  let files = try context.population(paths)
  var audience: Audience
  do throws(FileProblem) {
    let rejects = try RejectedLines(
      of: paths, keptIn: invocation[rejectsOption], color: context.colorChoice)
    let progress = ReadingProgress(of: files.size)
    defer { progress.finish() }
    let run = PopulationRun(
      manifest,
      LineOptions(
        isStrict: invocation[strictIDsOption], drawsBuckets: invocation[drawBucketsOption]))
    do throws(PopulationFailure) {
      audience = try run.audience(
        files.input,
        reject: { source, rejection in
          progress.finish()
          rejects.add(source, rejection)
        }, progress: { bytes, lines in progress.update(bytes: bytes, lines: lines) })
    } catch {
      if let problem = files.problem { throw problem }
      throw FileProblem(.read, paths[0], .tooMuchWeight)
    }
    try context.hold(audience, of: paths)
    try rejects.finish()
  } catch {
    throw .file(error)
  }
  if let listed { audience.keep(listed.map { manifest.manifest.features[$0].id }) }
  try context.write(audience, as: formatOption)
  Diagnostics.warn(ofIgnored: audience.ignored, color: context.colorChoice)
  return audience.rejected > 0 ? .demandFailed : .success
}

private func mergeAudiences(_ context: inout CommandContext) throws(CommandFailure) -> ExitStatus {
  var sum: Audience?
  for path in context.invocation.arguments {
    let part = try context.readAudience(path)
    guard sum != nil else {
      sum = part
      continue
    }
    do throws(Audience.MergeFailure) {
      try sum?.add(part)
    } catch {
      switch error {
      case .otherManifest: throw .file(FileProblem(.read, path, .otherManifest))
      case .tooLarge: throw .file(FileProblem(.read, path, .tooMuchWeight))
      }
    }
  }
  guard let sum else { return .noAnswer }
  do throws(FileProblem) {
    try context.hold(sum, of: context.invocation.arguments)
  } catch {
    throw .file(error)
  }
  try context.write(sum, as: formatOption)
  return sum.rejected > 0 ? .demandFailed : .success
}

extension CommandContext {
  /// The arguments behind the first, else standard input.
  var populationPaths: [String] {
    let named = Array(invocation.arguments.dropFirst())
    return named.isEmpty ? ["-"] : named
  }

  /// Errors: there was nothing to count, and nobody has said that this is an answer.
  fileprivate func hold(_ audience: Audience, of paths: [String]) throws(FileProblem) {
    if invocation[allowEmptyOption] { return }
    if audience.states + audience.rejected == 0 { throw FileProblem(.read, paths[0], .noStates) }
  }

  /// The files of a population; standard input can be among them once, if nothing else has read it.
  mutating func population(_ paths: [String]) throws(CommandFailure) -> PopulationFiles {
    do throws(FileProblem) {
      for path in paths where path == "-" { try takeStandardInput() }
      return try PopulationFiles(paths)
    } catch {
      throw .file(error)
    }
  }
}

extension Diagnostics {
  /// Names the ids that were passed over, each once.
  static func warn(ofIgnored ignored: [UndeclaredID: Int64], color: ColorChoice) {
    guard !ignored.isEmpty else { return }
    let named = ignored.sorted { $0.key < $1.key }.map { id, lines in
      "'\(id.text)' (\(counted(lines, "line")))"
    }
    warn("ignored what the manifest does not declare: " + named.joined(separator: ", "), color)
  }
}
