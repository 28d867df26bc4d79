/// The state that options describe, before a version of the manifest reads it; see ``state(of:)``.
struct HistoryState {
  /// The state of a version before ``flags``.
  private let start: (ManifestFile) -> DeviceState
  private let flags: [(option: StateOption, value: String)]
  private let naming: Manifest

  private var merged: [String: JSONDocument] = [:]

  /// The facts that options give. Indices are those of ``naming``, which has all versions'
  /// declarations.
  let given: PartialState
  let origin: StateOrigin?
  let problems: [Problem]

  /// A warning for each undeclared id.
  let warnings: [(source: SourceFile, warnings: [Diagnostic])]

  /// - Parameter union: The declarations of all versions.
  init(
    _ invocation: Invocation, _ inputs: [String: StateInput], of union: ManifestUnion,
    isLenient: Bool
  ) throws {
    naming = union.manifest
    flags = invocation.stateFlags
    var told: Set<String> = []
    var warnings: [(source: SourceFile, warnings: [Diagnostic])] = []
    func read(_ source: SourceFile) throws -> (PartialState, JSONDocument) {
      let document = try source.document()
      var reader = StateReader(
        union.manifest, union.names, undeclared: isLenient ? .warn : .refuse)
      guard let state = reader.read(document) else {
        throw InvalidInput(source, reader.takeProblems()).suggestingLenient
      }
      let new = reader.warnings.filter { told.insert($0.message).inserted }
      if !new.isEmpty { warnings.append((source, new)) }
      return (state, document)
    }
    var partial = PartialState()
    if let input = invocation[.state].flatMap({ inputs[$0] }) {
      let (state, document) = try read(input.source)
      partial = state
      start = { Self.read(document, for: $0).applied(to: $0.manifest.freshInstall) }
      origin = input.origin
    } else {
      let isFresh = invocation[.fresh]
      start = { isFresh ? $0.manifest.freshInstall : $0.manifest.initialState }
      origin = isFresh ? .freshInstall : nil
    }
    var partialStates: [String: PartialState] = [:]
    for (option, name) in flags where option.name == StateOption.with.name {
      guard partialStates[name] == nil, let input = inputs[name] else { continue }
      (partialStates[name], merged[name]) = try read(input.source)
    }
    var applied = StateFlags(
      manifest: union.manifest, state: partial.applied(to: union.manifest.freshInstall),
      partialStates: partialStates)
    applied.apply(flags)
    problems = applied.problems
    let changed = flags.flatMap { flag in
      flag.option.section.map { [$0] } ?? partialStates[flag.value]?.sections ?? []
    }
    given = partial.adding(applied.state, changedBy: changed)
    self.warnings = warnings
  }

  /// The state for a version, without facts that it does not accept.
  func state(of file: ManifestFile) -> DeviceState {
    var applied = StateFlags(
      manifest: file.manifest, naming: naming, state: start(file),
      partialStates: merged.mapValues { Self.read($0, for: file) })
    applied.apply(flags)
    return applied.state
  }

  private static func read(_ document: JSONDocument, for file: ManifestFile) -> PartialState {
    var reader = StateReader(file.manifest, file.names, undeclared: .ignore)
    return document.withRoot { reader.read($0) } ?? PartialState()
  }

  var json: String {
    var writer = JSONWriter(.facts)
    StateWriter.write(given, of: naming, to: &writer)
    return writer.text
  }
}

struct StateInput {
  let source: SourceFile
  let origin: StateOrigin
}

/// States by the value of `--state` or `--with`.
extension [String: StateInput] {
  /// Reads the states of `--state` and `--with`. Call it for each version from the newest on, then
  /// with nil. The newest version that declares a name decides; if none does, the value is JSON or
  /// a path.
  /// - Parameters:
  ///   - file: Nil after the oldest version.
  ///   - manifest: Its named states appear in errors.
  mutating func read(
    _ context: inout CommandContext, _ file: ManifestFile?, of manifest: Manifest
  ) throws {
    let with = StateOption.with.name
    var given = context.invocation.stateFlags.filter { $0.option.name == with }
      .map { ($0.value, with) }
    if let name = context[.state] { given.insert((name, Setting.state.name), at: 0) }
    for (name, option) in given {
      if case .named = self[name]?.origin { continue }
      if let state = file.flatMap({ StateInput(named: name, in: $0) }) {
        self[name] = state
      } else if self[name] == nil {
        self[name] = try context.stateInput(name, option: option, in: manifest)
        try context.requireNoProblems()
      }
    }
  }
}

extension StateInput {
  init?(named name: String, in file: ManifestFile) {
    let json = file.document.withRoot { root -> String? in
      return root.member("states")?.members.first { $0.key.string?.isSame(as: name) == true }?.value
        .source
    }
    guard let json else { return nil }
    source = SourceFile(path: file.source.path, text: SourceText(json))
    origin = .named(name)
  }
}

extension PartialState {
  fileprivate func adding(_ state: DeviceState, changedBy sections: [StateSection]) -> PartialState
  {
    var given = self
    // Changing the platform also selects its latest version, unless a version is given.
    if sections.contains(.platform) { given.osVersion = nil }
    for section in sections { given.take(section, from: state) }
    return given
  }
}
