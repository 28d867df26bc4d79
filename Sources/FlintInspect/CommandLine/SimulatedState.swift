/// A state and where it came from.
struct SimulatedState {
  var state: DeviceState
  let origin: StateOrigin
  /// The options that changed the state, quoted for a shell.
  var flags: [String] = []

  static func freshInstall(of manifest: Manifest) -> SimulatedState {
    SimulatedState(state: manifest.freshInstall, origin: .freshInstall)
  }
}

extension CommandContext {
  /// The state of `--state`, `--fresh` or the default, with other options applied.
  mutating func simulatedState(
    of file: ManifestFile
  ) throws -> SimulatedState {
    var simulated = try startingState(of: file)
    let given = invocation.stateFlags
    simulated.state = apply(
      given, try partialStates(for: given, of: file), to: simulated.state, of: file.manifest)
    simulated.flags = given.map { $0.option.typed($0.value) }
    return simulated
  }

  /// Applies options such as `--grant` in the order of the command line. Warns about options
  /// without effect, and adds invalid values to `problems`. The keys of the partial states are
  /// values of `--with`.
  mutating func apply(
    _ given: [(option: StateOption, value: String)], _ partialStates: [String: PartialState],
    to state: DeviceState, of manifest: Manifest
  ) -> DeviceState {
    let isLenient = invocation[.lenient]
    var flags = StateFlags(
      manifest: manifest, state: state, partialStates: partialStates, isLenient: isLenient)
    flags.apply(given)
    for problem in flags.problems {
      guard isLenient, let warning = problem.lenientWarning else {
        note(problem)
        continue
      }
      if writtenIDWarnings.insert(warning).inserted { diagnostics.warn(warning) }
    }
    for warning in flags.warnings { diagnostics.warn(warning) }
    return flags.state
  }

  private mutating func startingState(
    of file: ManifestFile
  ) throws -> SimulatedState {
    if let name = invocation[.state] {
      return try state(name, of: file, option: Setting.state.name)
        ?? .freshInstall(of: file.manifest)
    }
    if invocation[.fresh] { return .freshInstall(of: file.manifest) }
    let origin = file.manifest.defaultState.map { StateOrigin.defaultNamed($0) } ?? .freshInstall
    return SimulatedState(state: file.manifest.initialState, origin: origin)
  }

  /// The state of `--baseline`; nil without the option.
  mutating func baselineState(of file: ManifestFile) throws -> SimulatedState? {
    guard let name = invocation[.baseline] else { return nil }
    return try state(name, of: file, option: Setting.baseline.name)
  }

  /// Reads the manifest, the named features and the state of a command.
  mutating func readSubject() throws -> (
    file: ManifestFile, features: [Int], simulated: SimulatedState
  ) {
    let file = try readManifest()
    let features = features(arguments.dropFirst(), of: file.manifest)
    let simulated = try simulatedState(of: file)
    try requireNoProblems()
    return (file, features, simulated)
  }

  /// The state with this name, or from JSON or a file. If there is none, adds a problem and returns
  /// nil.
  mutating func state(
    _ name: String, of file: ManifestFile, option: String
  ) throws -> SimulatedState? {
    try givenState(name, of: file, option: option).map { partial, origin in
      SimulatedState(state: partial.applied(to: file.manifest.freshInstall), origin: origin)
    }
  }

  /// The partial states of `--with`, by the value of the option.
  mutating func partialStates(
    for given: [(option: StateOption, value: String)], of file: ManifestFile
  ) throws -> [String: PartialState] {
    var states: [String: PartialState] = [:]
    let name = StateOption.with.name
    for flag in given where flag.option.name == name && states[flag.value] == nil {
      states[flag.value] = try givenState(flag.value, of: file, option: name)?.state
    }
    return states
  }

  private mutating func givenState(
    _ name: String, of file: ManifestFile, option: String
  ) throws -> (state: PartialState, origin: StateOrigin)? {
    if let state = file.partialState(named: name) { return (state, .named(name)) }
    return try stateInput(name, option: option, in: file.manifest).map { input in
      (try partialState(in: input.source, of: file), input.origin)
    }
  }

  /// The state as text: the JSON itself, or from a file. If there is none, adds a problem, which
  /// suggests a name, and returns nil.
  mutating func stateInput(
    _ name: String, option: String, in manifest: Manifest
  ) throws -> StateInput? {
    if name.utf8.first == "{" {
      let source = SourceFile(path: "--\(option)", text: SourceText(name))
      return StateInput(source: source, origin: .json(option: option))
    }
    do {
      return StateInput(source: try read(name), origin: .file(FileName.shown(name)))
    } catch let problem as Problem where problem.absence == .onDisk {
      let names = manifest.states.map(\.name)
      let nearest = nearestName(to: name, among: names) ?? nearestFile(to: name)
      note(
        Problem(
          "no such state or file \(quoted(name)) in '--\(option)'",
          hint: name.contains("=")
            ? "to give values, write JSON: '{\"platform\": \"iOS\"}'"
            : didYouMean(nearest) ?? oneOf(names)
              ?? "the manifest declares no states; use a file or JSON"))
      return nil
    }
  }

  private mutating func partialState(
    in source: SourceFile, of file: ManifestFile
  ) throws -> PartialState {
    let canBeLenient = invocation.command.option(named: Setting.lenient.name) != nil
    do throws(InvalidInput) {
      let isLenient = canBeLenient && invocation[.lenient]
      let (state, warnings) = try file.partialState(in: source, isLenient: isLenient)
      let new = warnings.filter { !writtenIDWarnings.contains($0.message) }
      writtenIDWarnings.formUnion(new.map(\.message))
      diagnostics.write(new, in: source)
      return state
    } catch {
      throw canBeLenient ? error.suggestingLenient : error
    }
  }
}

extension InvalidInput {
  /// Adds `--lenient` to the hints for undeclared ids.
  var suggestingLenient: InvalidInput {
    InvalidInput(
      source,
      diagnostics.map { diagnostic in
        guard InputRule.undeclaredInStates.contains(where: { $0.rawValue == diagnostic.rule })
        else {
          return diagnostic
        }
        var diagnostic = diagnostic
        diagnostic.hint = (diagnostic.hint.map { "\($0) or " } ?? "") + "ignore it with --lenient"
        return diagnostic
      })
  }
}
