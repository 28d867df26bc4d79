extension Command {
  static let audience = Command(
    name: "audience",
    summary: "Count the users of each feature, and why others lack it.",
    arguments: [
      Argument(
        placeholder: "MANIFEST", kind: .file,
        help: "The manifest file, or the first JSON result for --merge."),
      Argument(
        placeholder: "STATES", kind: .file, count: .any,
        help: "Files with one state per line [standard input], or further results for --merge."),
    ],
    options: .list(againstOption, allowMissingOption) + changeOptions
      + .list(
        byOption, maxLossOption, featureOption, mergeOption, strictIDsOption, rejectsOption,
        allowEmptyOption, drawBucketsOption, teamOption, constraintsOption, formatOption, .output),
    examples: [
      "audience manifest.json states.ndjson",
      "audience new.json states.ndjson --against old.json --max-loss 5",
      "audience manifest.json states.ndjson --by platform,osVersion",
      "audience manifest.json states.ndjson --date 2027-01-07",
      "audience --merge one.json two.json",
    ],
    run: { context in
      let isCSV = context.invocation.options.contains(.init(name: "format", value: "csv"))
      if context[constraintsOption], !isCSV {
        throw Problem("option '--constraints' requires '--format csv'")
      }
      return context[mergeOption]
        ? try mergeAudiences(&context) : try countAudience(&context)
    })
}

private let againstOption = Setting.one(
  "against", .file, placeholder: "OLD",
  help: "Compare with this manifest: users lost and gained, and why."
)
.excluding("merge")

private let allowMissingOption = Setting.allowMissing.needing(againstOption.name)

private let byOption = Setting.several(
  "by", .groupKey, takesList: true,
  help: "Also count users for each value of: \(GroupKey.forms)."
)
.excluding("merge")

private let maxLossOption = Setting.one(
  "max-loss", .percent,
  help: "Fail if more than this percentage of all users lose the same feature."
)
.needing("against", "merge")

private let featureOption = Setting.several(
  "feature", .feature, takesList: true,
  help: "Show only this feature in text and CSV, and apply --max-loss only to it.")

private let mergeOption = Setting.flag(
  "merge", help: "Add up JSON results for parts of one population.")

let strictIDsOption = Setting.flag("strict", help: "Reject lines that contain an undeclared id.")
  .excluding("merge")

let drawBucketsOption = Setting.flag(
  "draw-buckets", help: "Derive missing rollout positions from each line's id."
)
.excluding("merge")

/// Options that change the state of each line of a population.
private let changeOptions = StateOption.all.map(\.option).filter {
  [StateOption.with.name, DeviceFact.date.option].contains($0.name)
}.map { option in
  var option = option
  option.excludes = ["merge"]
  option.section = .command
  return option
}

private let teamOption = Setting.team.excluding("merge")

private let rejectsOption = Setting.one(
  "rejects", .file, help: "Write rejected lines to this file."
)
.excluding("merge")

private let allowEmptyOption = Setting.flag(
  "allow-empty", help: "Accept an empty input.")

private let formatOption: Setting<Renderer<CountedAudience>> =
  .format(
    (
      "text",
      { counted, context, sink in
        AudienceText(
          style: context.textStyle,
          comparedCount: counted.listed == nil ? nil : counted.audience.against?.count,
          listsUnchanged: counted.listed != nil || !context[.team].isEmpty,
          changes: context.invocation.stateFlags.map { $0.option.typed($0.value) },
          manifest: counted.manifest, sentences: counted.sentences
        )
        .write(counted.shown, into: &sink)
      }
    ),
    ("json", { AudienceJSON.write($0.audience, into: &$2) }),
    (
      "csv",
      { counted, context, sink in
        counted.shown.writeCSV(listsConstraints: context[constraintsOption], into: &sink)
      }
    ))

private let constraintsOption = Setting.flag(
  "constraints", help: "Add a row for each constraint to CSV.")

private struct CountedAudience {
  var audience: Audience

  /// Ids of the features in `--feature`; nil for all features.
  var listed: [String]?

  /// Nil with `--merge`, which adds up results without a manifest.
  var manifest: Manifest?

  /// Nil without `--against`.
  var sentences: CauseSentences?

  /// The audience with only the features in ``listed``.
  var shown: Audience {
    var shown = audience
    if let listed { shown.keep(listed) }
    return shown
  }
}

private func countAudience(_ context: inout CommandContext) throws -> ExitStatus {
  let manifest = try context.readManifest()
  let old = try context[againstOption].map { try context.readOldManifest($0).file }
  let keys = context.groupKeys(of: manifest.manifest)
  let listed = context.listedFeatures(manifest.manifest, old?.manifest)
  let changes = try context.changes(of: manifest)
  let kept = context.featuresOfTeams(manifest.manifest, old?.manifest)
  try context.requireNoProblems()
  let paths = context.populationPaths()
  let files = try context.population(paths)
  var audience: Audience
  let output = context[.output] ?? "-"
  try context.refuseReplacing(output)
  if let rejects = context[rejectsOption] {
    try context.refuseReplacing(rejects, orOutput: output, of: Setting.output.name)
  }
  let rejects = try RejectedLines(
    of: files, keptIn: context[rejectsOption], reportedTo: context.diagnostics)
  let progress = ReadingProgress(of: files.size)
  let run = PopulationRun(
    manifest,
    LineOptions(
      isStrict: context[strictIDsOption], assignsPositions: context[drawBucketsOption],
      changes: changes),
    against: old, by: keys, listing: kept)
  do throws(PopulationFailure) {
    defer { progress.finish() }
    audience = try run.audience(
      files.input,
      reject: { source, rejection in
        progress.finish()
        rejects.add(source, rejection)
      }, progress: { bytes, lines in progress.update(bytes: bytes, lines: lines) })
  } catch {
    if let problem = files.problem { throw problem }
    switch error {
    case .unreadable: throw Problem.read(paths[0], "unexpected end of input")
    case .weightTooLarge(let source, let line):
      throw InvalidInput(rejects.line(line, in: source), line.problems)
    case .tooManyGroups: throw Problem.tooManyGroups
    }
  }
  try context.requireLines(audience, of: paths)
  try rejects.finish()
  audience.fingerprint = manifest.fingerprint
  audience.againstFingerprint = old?.fingerprint
  let sentences = old.map { CauseSentences(new: manifest.manifest, old: $0.manifest) }
  var counted = CountedAudience(
    audience: audience, listed: listed, manifest: manifest.manifest, sentences: sentences)
  let status = context.status(of: counted.shown)
  if let kept { counted.audience.keep(kept) }
  try context.write(counted, as: formatOption)
  context.diagnostics.warn(ofIgnored: audience.ignored)
  context.diagnostics.warn(ofUndated: audience.undated)
  context.diagnostics.warn(ofLinesWithoutPosition: audience.linesWithoutPosition)
  return status
}

private func mergeAudiences(_ context: inout CommandContext) throws -> ExitStatus {
  var sum: Audience?
  for path in context.distinct(context.arguments) {
    let part = try context.readAudience(path)
    if context.invocation.has(maxLossOption.name), part.against == nil {
      throw Problem(
        "\(quoted(path)) is not a comparison of two manifests, so losses are unknown",
        hint: "create each result with 'audience --against OLD'")
    }
    guard sum != nil else {
      sum = part
      continue
    }
    do throws(Audience.MergeFailure) {
      try sum?.add(part)
    } catch {
      switch error {
      case .otherManifest:
        throw Problem(
          "\(quoted(path)) and the first result come from different manifests",
          hint: "merge results that were counted with the same manifests")
      case .otherKeys:
        throw Problem(
          "\(quoted(path)) and the first result have different groups",
          hint: "merge results that were counted with the same '--by'")
      case .tooLarge:
        throw Problem("the weights of all states add up to more than \(Int64.max)")
      case .tooManyGroups: throw Problem.tooManyGroups
      }
    }
  }
  guard let sum else { return .noResult }
  let listed = try context.listedFeatures(of: sum)
  try context.requireLines(sum, of: context.arguments)
  let counted = CountedAudience(audience: sum, listed: listed)
  try context.write(counted, as: formatOption)
  return context.status(of: counted.shown)
}

extension CommandContext {
  fileprivate mutating func groupKeys(of manifest: Manifest) -> [GroupKey] {
    var keys: [GroupKey] = []
    for text in invocation[byOption] {
      guard let key = attempt(try manifest.groupKey(text, option: byOption.name)) else { continue }
      if keys.contains(key) {
        note(Problem("\(quoted(text)) is given more than once in '--\(byOption.name)'"))
      }
      keys.append(key)
    }
    return keys
  }

  /// The partial states of `--date` and `--with`, from left to right.
  fileprivate mutating func changes(of file: ManifestFile) throws -> [PartialState] {
    let given = invocation.stateFlags
    let states = try partialStates(for: given, of: file)
    return try given.compactMap { option, text in
      if option.section == nil { return states[text] }
      guard let date = attempt(try Clock.date(text, option: option.name)) else {
        return nil
      }
      var state = PartialState()
      state.device[.date] = .date(date)
      return state
    }
  }

  /// Ids of the features that `--feature` names; nil for all. Accepts features of either manifest.
  fileprivate mutating func listedFeatures(_ manifest: Manifest, _ old: Manifest?) -> [String]? {
    let names = invocation[featureOption]
    if names.isEmpty { return nil }
    var ids: [String] = []
    for name in names {
      if manifest.resolve(name, .feature) == nil, let old, let former = old.resolve(name, .feature)
      {
        ids.append(old.features[former].id)
      } else if let own = attempt(try manifest.find(name, .feature, option: featureOption.name)) {
        ids.append(manifest.features[own].id)
      }
    }
    return ids
  }

  fileprivate mutating func featuresOfTeams(_ manifest: Manifest, _ old: Manifest?) -> [String]? {
    guard let own = featuresOfTeams(of: manifest, or: old) else { return nil }
    let former = old.map { old in
      old.features(ofTeams: invocation[.team]).map { old.features[$0].id }
    }
    return own.map { manifest.features[$0].id }
      + ((former ?? []).filter { manifest.index(of: $0, .feature) == nil })
  }

  /// Ids that `--feature` names with `--merge`; nil for all. Display names are not accepted.
  fileprivate mutating func listedFeatures(of audience: Audience) throws -> [String]? {
    let names = invocation[featureOption]
    let known = audience.features.map(\.id) + (audience.against ?? []).map(\.id)
    for name in names where known.index(ofSame: name) == nil {
      note(
        .unknown(
          .feature, name, option: featureOption.name, hint: suggestion(for: name, among: known)))
    }
    try requireNoProblems()
    return names.isEmpty ? nil : names
  }

  fileprivate func status(of audience: Audience) -> ExitStatus {
    guard let limit = invocation[maxLossOption] else {
      return audience.rejected > 0 ? .checkFailed : .success
    }
    let losses = (audience.against ?? []).filter {
      $0.isLost(byMoreThan: limit, of: audience.weight)
    }
    diagnostics.write(
      losses.map { loss in
        Problem(
          """
          feature \(quoted(loss.id)) loses \(loss.lost.grouped) of \
          \(audience.weight.grouped) users; expected at most \(visible(limit))%
          """)
      })
    return audience.rejected > 0 || !losses.isEmpty ? .checkFailed : .success
  }

  /// The arguments after the manifest, or `-` if there are none.
  func populationPaths() -> [String] {
    let named = distinct(Array(arguments.dropFirst()))
    return named.isEmpty ? ["-"] : named
  }

  /// Throws if there are no lines, unless `--allow-empty` is given.
  fileprivate func requireLines(_ audience: Audience, of paths: [String]) throws {
    if invocation[allowEmptyOption] { return }
    if audience.states + audience.rejected == 0 {
      throw Problem(
        "the input contains no states", hint: "to accept an empty input, add --allow-empty")
    }
  }

  /// Opens the files. Throws if standard input (`-`) was already taken.
  mutating func population(_ paths: [String]) throws -> PopulationFiles {
    for path in paths where path == "-" { try reader.takeStandardInput() }
    pathsRead += paths.filter { $0 != "-" }.map { WatchedPath($0) }
    return try PopulationFiles(paths, ConversionAdvice(invocation: invocation))
  }
}

extension Problem {
  fileprivate static let tooManyGroups = Problem(
    "the number of groups exceeds \(Audience.maxGroups)",
    hint: "group by fewer facts, or by facts with fewer values")
}

extension Diagnostics {
  fileprivate func warn(ofUndated lines: Int64) {
    guard lines > 0 else { return }
    warn("--date is missing: the status of a product is unknown in \(counted(lines, "line"))")
  }

  /// Lists undeclared ids in one warning, each with its number of lines.
  func warn(ofIgnored ignored: [UndeclaredID: Int64]) {
    guard !ignored.isEmpty else { return }
    let named = ignored.sorted { $0.key < $1.key }.prefix(100).map { id, lines in
      "'\(id.text)' (\(counted(lines, "line")))"
    }
    let others = ignored.count - named.count
    let least = ignored.count < UndeclaredID.limit ? "" : "at least "
    warn(
      "ignored undeclared ids: \(named.list())"
        + (others > 0 ? " and \(least)\(counted(others, "other"))" : ""))
  }

  func warn(ofLinesWithoutPosition lines: Int64) {
    guard lines > 0 else { return }
    let has = lines == 1 ? "has" : "have"
    warn(
      "\(counted(lines, "line")) \(has) no 'id' that is a text or an integer, and got no rollout position"
    )
  }
}
