internal import FlintAnalysis
internal import FlintCore
internal import FlintManifest
internal import FlintReport
internal import FlintText

extension Command {
  static let matrix = Command(
    name: "matrix",
    summary: "Availability across named states, or every combination of things.",
    arguments: [.manifest],
    options: [.states, .vary, .matrixLimit] + Option.stateOptions
      + [.format(.text, .json, .csv, .markdown), .output],
    examples: [
      "matrix manifest.json --states all",
      "matrix manifest.json --vary platform,toggle:speed --format csv",
    ],
    run: { (context) throws(CommandFailure) in
      let file = try context.readManifest(context.invocation.arguments[0])
      var problems: [ValueProblem] = []
      let columns = try context.columns(of: file, problems: &problems)
      guard problems.isEmpty else { throw .values(problems) }
      let evaluators = columns.map { Evaluator(file.manifest, in: $0.state) }
      let report = MatrixReport(columns, of: file.manifest, form: context.matrixForm)
      try context.writeResult { sink in
        let rows = file.manifest.features.indices.lazy.map { feature in
          (feature: feature, statuses: evaluators.map { $0.status(of: feature) })
        }
        report.write(rows, into: &sink)
      }
      return .success
    })
}

extension Option {
  fileprivate static let states = Option(
    name: "states", value: .stateName, repeats: true, takesList: true,
    help: "The manifest's states with these names, or all of them (the default).")

  fileprivate static let vary = Option(
    name: "vary", value: .variable, repeats: true, takesList: true,
    help: "Every combination of: platform, permission:NAME, purchase:ID, toggle:FEATURE, "
      + "runtime:FEATURE, attribute:ID.")

  fileprivate static let matrixLimit = Option(
    name: "limit", value: .text, placeholder: "N",
    help: "Refuse to make more columns than this; 4096 is the default.")
}

extension CommandContext {
  fileprivate var matrixForm: MatrixReport.Form {
    switch invocation.format {
    case .json: .json
    case .csv: .csv
    case .markdown: .markdown
    default: .text(textStyle)
    }
  }

  fileprivate mutating func columns(
    of file: ManifestFile, problems: inout [ValueProblem]
  ) throws(CommandFailure) -> [NamedColumn] {
    let limit = invocation.count(.matrixLimit, default: 4096, problems: &problems)
    if invocation.has(.vary) {
      let simulated = try simulatedState(of: file, problems: &problems)
      if invocation.has(.states) { problems.append(.conflicting("states", "vary")) }
      var things: [VariedThing] = []
      for text in invocation.values(of: .vary) {
        do throws(ValueProblem) {
          let thing = try file.manifest.variedThing(text)
          if !things.contains(thing) { things.append(thing) }
        } catch {
          problems.append(error)
        }
      }
      guard problems.isEmpty else { return [] }
      let varied = VariedStates(things, from: simulated.state, in: file.manifest)
      guard let columns = varied.columns(limit: limit) else {
        problems.append(.tooManyColumns(limit: limit))
        return []
      }
      return columns
    }
    let columns = namedColumns(of: file, problems: &problems)
    if columns.count > limit { problems.append(.tooManyColumns(limit: limit)) }
    return columns
  }

  /// The manifest's states that are asked for, each changed by the state flags.
  private func namedColumns(
    of file: ManifestFile, problems: inout [ValueProblem]
  ) -> [NamedColumn] {
    let names = invocation.values(of: .states)
    if invocation.has(.state) { problems.append(.conflicting("state", "states")) }
    var states: [Manifest.NamedState] = []
    if names.isEmpty || names.contains("all") { states = file.manifest.states }
    for name in names where name != "all" {
      guard let state = file.manifest.state(named: name) else {
        let nearest = nearestName(to: name, among: file.manifest.states.map(\.name))
        problems.append(.unknownNamedState(name, option: Option.states.name, nearest: nearest))
        continue
      }
      if !states.contains(where: { $0.name.isSame(as: name) }) {
        states.append(Manifest.NamedState(name: name, state: state))
      }
    }
    if states.isEmpty, problems.isEmpty { problems.append(.noNamedStates) }
    let given = invocation.given(in: .state).filter { $0.name != Option.state.name }
    return states.map { named in
      var flags = StateFlags(file.manifest, startingFrom: named.state)
      flags.apply(given)
      if states.first == named { problems += flags.problems }
      return NamedColumn(name: named.name, state: flags.state)
    }
  }
}

extension Manifest {
  /// What `permission:camera` and its like name.
  fileprivate func variedThing(_ text: String) throws(ValueProblem) -> VariedThing {
    if text == "platform" { return .platform }
    guard let colon = text.firstIndex(of: ":") else { throw .notVaried(text) }
    let id = String(text[text.index(after: colon)...])
    switch text[..<colon] {
    case "permission":
      guard let permission = SystemPermission(name: id) else {
        throw unknown(.permission, id, among: SystemPermission.allCases.map(\.name))
      }
      return .permission(permission)
    case "purchase":
      guard let product = products.firstIndex(where: { $0.id.isSame(as: id) }) else {
        throw unknown(.product, id, among: products.map(\.id))
      }
      guard products[product].type != .consumable else { throw .variedConsumable(id) }
      return .purchase(product)
    case "toggle": return .toggle(try feature(id))
    case "runtime": return .runtime(try feature(id))
    case "attribute":
      guard let attribute = attributes.firstIndex(where: { $0.id == id }) else {
        throw unknown(.attribute, id, among: attributes.map(\.id))
      }
      return .attribute(attribute)
    default: throw .notVaried(text)
    }
  }

  private func feature(_ id: String) throws(ValueProblem) -> Int {
    guard let feature = features.firstIndex(where: { $0.id == id }) else {
      throw unknown(.feature, id, among: features.map(\.id))
    }
    return feature
  }

  private func unknown(
    _ kind: ValueProblem.Kind, _ id: String, among names: [String]
  ) -> ValueProblem {
    .unknown(kind, id, option: Option.vary.name, nearest: nearestName(to: id, among: names))
  }
}
