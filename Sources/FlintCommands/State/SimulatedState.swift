internal import FlintCore
internal import FlintManifest
internal import FlintReport
internal import FlintText

/// The state that a command line describes, and how it came to be.
struct SimulatedState {
  /// What it was before flags changed it.
  let beginning: DeviceState
  var state: DeviceState
  let origin: StateOrigin
  /// The flags that changed it, as they can be typed again.
  var flags: [String] = []

  init(state: DeviceState, origin: StateOrigin) {
    (beginning, self.state, self.origin) = (state, state, origin)
  }

  static func freshInstall(of manifest: Manifest) -> SimulatedState {
    SimulatedState(state: manifest.freshInstall, origin: .freshInstall)
  }
}

/// A state by its name, in a file or as JSON, without defaults for what it does not give.
private enum GivenState {
  /// One of the manifest's states, by its number.
  case named(Int)
  case read(PartialState, StateOrigin)
}

extension CommandContext {
  /// The state of `--state`, else the manifest's default, with every state flag applied.
  ///
  /// What is wrong with the flags goes to `problems`.
  mutating func simulatedState(
    of file: ManifestFile, problems: inout [ValueProblem]
  ) throws(CommandFailure) -> SimulatedState {
    var simulated = try startingState(of: file, problems: &problems)
    let given = invocation.stateFlags
    let partialStates = try partialStates(for: given, of: file, problems: &problems)
    simulated.state = apply(
      given, partialStates, to: simulated.state, of: file.manifest, problems: &problems)
    simulated.flags = given.map { $0.option.typed($0.value) }
    return simulated
  }

  /// A flag that changes nothing is warned of; what is wrong with one goes to `problems`.
  func apply(
    _ given: [(option: StateOption, value: String)], _ partialStates: [String: PartialState],
    to state: DeviceState, of manifest: Manifest, problems: inout [ValueProblem]
  ) -> DeviceState {
    var flags = StateFlags(manifest, startingFrom: state, partialStates: partialStates)
    flags.apply(given)
    problems += flags.problems
    for flag in flags.idle { diagnostics.warn(flag.message) }
    return flags.state
  }

  private mutating func startingState(
    of file: ManifestFile, problems: inout [ValueProblem]
  ) throws(CommandFailure) -> SimulatedState {
    if let name = invocation[.state] {
      return try state(name, of: file, option: Setting.state.name, problems: &problems)
        ?? .freshInstall(of: file.manifest)
    }
    if invocation[.fresh] { return .freshInstall(of: file.manifest) }
    let origin = file.manifest.defaultState.map { StateOrigin.defaultNamed($0) } ?? .freshInstall
    return SimulatedState(state: file.manifest.initialState, origin: origin)
  }

  /// The state with a name, else the one that the name itself is as JSON or that is in the file of that name; nil where
  /// there is none.
  mutating func state(
    _ name: String, of file: ManifestFile, option: String, problems: inout [ValueProblem]
  ) throws(CommandFailure) -> SimulatedState? {
    let manifest = file.manifest
    switch try givenState(name, of: file, option: option, problems: &problems) {
    case nil: return nil
    case .named(let index):
      return SimulatedState(state: manifest.states[index].state, origin: .named(name))
    case .read(let partial, let origin):
      return SimulatedState(state: partial.applied(to: manifest.freshInstall), origin: origin)
    }
  }

  /// The states that `--with` names, by its value; those that are none go to `problems`.
  mutating func partialStates(
    for given: [(option: StateOption, value: String)], of file: ManifestFile,
    problems: inout [ValueProblem]
  ) throws(CommandFailure) -> [String: PartialState] {
    var states: [String: PartialState] = [:]
    let name = StateOption.with.name
    for flag in given where flag.option.name == name && states[flag.value] == nil {
      switch try givenState(flag.value, of: file, option: name, problems: &problems) {
      case nil: break
      case .named: states[flag.value] = file.partialState(named: flag.value)
      case .read(let partial, _): states[flag.value] = partial
      }
    }
    return states
  }

  /// Nil where neither a state nor a file has the name.
  private mutating func givenState(
    _ name: String, of file: ManifestFile, option: String, problems: inout [ValueProblem]
  ) throws(CommandFailure) -> GivenState? {
    if let index = file.manifest.index(of: name, .state) { return .named(index) }
    if name.utf8.first == UInt8(ascii: "{") {
      let source = SourceFile(path: "--\(option)", text: SourceText(Array(name.utf8)))
      return .read(try partialState(in: source, of: file), .json(option: option))
    }
    do throws(CommandFailure) {
      return .read(try partialState(in: try read(name), of: file), .file(FileName.shown(name)))
    } catch {
      guard case .file(let problem) = error, case .notFound(let path) = problem.reason else {
        throw error
      }
      problems.append(unknownState(name, option: option, in: file.manifest, nearestFile: path))
      return nil
    }
  }

  /// - Parameter nearestFile: the path of a file whose name is near.
  func unknownState(
    _ name: String, option: String, in manifest: Manifest, nearestFile: String?
  ) -> ValueProblem {
    let nearest = manifest.nearest(to: name, .state) ?? nearestFile
    let known = nearest.map(NameSuggestions.nearest) ?? .all(manifest.states.map(\.name))
    return .unknownState(name, option: option, known: known)
  }

  /// Reads a state; with `--lenient`, an id that the manifest does not declare is ignored with one warning.
  private mutating func partialState(
    in source: SourceFile, of file: ManifestFile
  ) throws(CommandFailure) -> PartialState {
    let canBeLenient = invocation.command.option(named: Setting.lenient.name) != nil
    do throws(InvalidInput) {
      let isLenient = canBeLenient && invocation[.lenient]
      let (state, warnings) = try file.partialState(in: source, isLenient: isLenient)
      let new = warnings.filter { !ignoredIDs.contains($0.message) }
      ignoredIDs.formUnion(new.map(\.message))
      diagnostics.write(new, in: source)
      return state
    } catch {
      throw .invalidInput(canBeLenient ? error.suggestingLenient : error)
    }
  }
}

extension InvalidInput {
  /// The same problems, where the hints about undeclared ids name the option that ignores them.
  var suggestingLenient: InvalidInput {
    InvalidInput(
      source,
      diagnostics.map { diagnostic in
        guard InputRule.undeclaredInStates.contains(where: { $0.rawValue == diagnostic.rule })
        else {
          return diagnostic
        }
        var diagnostic = diagnostic
        diagnostic.hint = (diagnostic.hint.map { $0 + " or " } ?? "") + "ignore it with --lenient"
        return diagnostic
      })
  }
}
