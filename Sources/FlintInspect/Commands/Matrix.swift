import FlintAnalysis
import FlintModel
import FlintManifest
import FlintText

extension Command {
  static let matrix = Command(
    name: "matrix",
    summary: "Show each feature's status in several states as a table.",
    arguments: [.manifest],
    options: .list(statesOption, varyOption, limitOption, .baseline)
      + .list(.state.needing("vary"), .fresh.needing("vary")) + StateOption.all.map(\.option)
      + .list(.lenient, formatOption, .output),
    examples: [
      "matrix manifest.json --states all",
      "matrix manifest.json --vary platform,toggle:speed --format csv",
    ],
    run: { (context) throws(CommandFailure) in
      let file = try context.readManifest(context.invocation.arguments[0])
      var problems: [ValueProblem] = []
      let columns = try context.columns(of: file, problems: &problems)
      var baseline: SimulatedState?
      if let name = context.invocation[.baseline] {
        baseline = try context.state(
          name, of: file, option: Setting.baseline.name, problems: &problems)
      }
      guard problems.isEmpty else { throw .values(problems) }
      let matrix = Matrix(manifest: file.manifest, columns: columns, baseline: baseline?.state)
      try context.write(matrix, as: formatOption)
      return .success
    })
}

private struct Matrix: Sendable {
  let manifest: Manifest
  let columns: [NamedColumn]
  /// Features that never differ from it are omitted.
  let baseline: DeviceState?

  func write(_ form: MatrixReport.Form, _ sink: inout ByteSink) {
    let evaluators = columns.map { Evaluator(manifest, in: $0.state) }
    let old = baseline.map { Evaluator(manifest, in: $0) }
    let rows = manifest.features.indices.lazy.map { feature in
      // After a cancellation, stop evaluating: the result will be discarded.
      let isDropped = Cancellation.isRequested
      let statuses = evaluators.map { isDropped ? .undetermined : $0.status(of: feature) }
      return (feature: feature, statuses: statuses)
    }.filter { row in
      guard let old = old?.status(of: row.feature) else { return true }
      return row.statuses.contains { $0 != old }
    }
    MatrixReport(columns, of: manifest, form: form).write(rows, into: &sink)
  }
}

private let formatOption: Setting<Renderer<Matrix>> =
  .format(
    ("text", { $0.write(.text($1.textStyle), &$2) }),
    ("json", { matrix, _, sink in matrix.write(.json, &sink) }),
    ("csv", { matrix, _, sink in matrix.write(.csv, &sink) }),
    ("markdown", { matrix, _, sink in matrix.write(.markdown, &sink) }))

private let statesOption = Setting.several(
  "states", .stateName, takesList: true,
  help: "The named states to show [all]."
)
.excluding("vary")

private let varyOption = Setting.several(
  "vary", .variable, takesList: true,
  help: "Show every combination of: \(VariedKind.all.map(\.form).list())."
)

private let limitOption = Setting.count(
  "limit", default: 4096, help: "The maximum number of columns [4096].")

extension CommandContext {
  fileprivate mutating func columns(
    of file: ManifestFile, problems: inout [ValueProblem]
  ) throws(CommandFailure) -> [NamedColumn] {
    let limit = invocation[limitOption]
    let varied = invocation[varyOption]
    if !varied.isEmpty {
      let simulated = try simulatedState(of: file, problems: &problems)
      var facts: [VariedFact] = []
      for text in varied {
        do throws(ValueProblem) {
          let fact = try file.manifest.variedFact(text, option: varyOption.name)
          if !facts.contains(fact) { facts.append(fact) }
        } catch {
          problems.append(error)
        }
      }
      guard problems.isEmpty else { return [] }
      let varied = VariedStates(facts, from: simulated.state, in: file.manifest)
      guard let columns = varied.columns(limit: limit) else {
        problems.append(.tooManyColumns(limit: limit))
        return []
      }
      if columns.possible.isEmpty {
        diagnostics.warn("no columns: every combination breaks an assumption")
      } else if columns.impossible > 0 {
        let combinations = counted(columns.impossible, "combination")
        diagnostics.warn("omitted \(combinations) that no state can have because of an assumption")
      }
      return columns.possible
    }
    let columns = try namedColumns(of: file, problems: &problems)
    for column in columns where problems.isEmpty {
      let evaluator = Evaluator(file.manifest, in: column.state)
      warnOfImpossibleState(
        breaking: evaluator.brokenAssumptions, of: file.manifest, named: column.name)
    }
    if columns.count > limit { problems.append(.tooManyColumns(limit: limit)) }
    return columns
  }

  private mutating func namedColumns(
    of file: ManifestFile, problems: inout [ValueProblem]
  ) throws(CommandFailure) -> [NamedColumn] {
    let names = invocation[statesOption]
    let all = file.manifest.states
    var states = names.isEmpty || names.contains("all") ? all : []
    for name in names where name != "all" {
      do throws(ValueProblem) {
        let option = statesOption.name
        let state = all[try file.manifest.find(name, .state, option: option)]
        if !states.contains(where: { $0.name.isSame(as: name) }) { states.append(state) }
      } catch {
        problems.append(error)
      }
    }
    if states.isEmpty, problems.isEmpty { problems.append(.noNamedStates) }
    let given = invocation.stateFlags
    let partialStates = try partialStates(for: given, of: file, problems: &problems)
    // Report the problems of the state options once, because they are the same for every state.
    _ = apply(
      given, partialStates, to: DeviceState(), of: file.manifest, problems: &problems)
    return states.map { named in
      var flags = StateFlags(
        file.manifest, startingFrom: named.state, partialStates: partialStates)
      flags.apply(given)
      return NamedColumn(name: named.name, state: flags.state)
    }
  }
}
