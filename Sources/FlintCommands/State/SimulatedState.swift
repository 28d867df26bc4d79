internal import FlintCore
internal import FlintManifest
internal import FlintReport
internal import FlintText

/// A simulated device state, and its origin: a named state, a file, JSON on the command line, or a fresh install.
struct SimulatedState {
  /// The state before command-line options changed it.
  let beginning: DeviceState
  var state: DeviceState
  let origin: StateOrigin
  /// The command-line options that changed the state, quoted for a shell, such as `--grant camera`.
  var flags: [String] = []

  init(state: DeviceState, origin: StateOrigin) {
    (beginning, self.state, self.origin) = (state, state, origin)
  }

  static func freshInstall(of manifest: Manifest) -> SimulatedState {
    SimulatedState(state: manifest.freshInstall, origin: .freshInstall)
  }
}

/// The state that an option names, before defaults are filled in.
private enum GivenState {
  /// The index of a state that the manifest declares.
  case named(Int)
  case read(PartialState, StateOrigin)
}

extension CommandContext {
  /// Returns the state that `--state` names, or otherwise the manifest's default state, changed by the other state
  /// options such as `--grant`.
  ///
  /// Invalid values of these options are added to `problems`.
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

  /// Applies command-line options such as `--grant` to a state. Warns about each option without an effect, and adds
  /// invalid values to `problems`.
  func apply(
    _ given: [(option: StateOption, value: String)], _ partialStates: [String: PartialState],
    to state: DeviceState, of manifest: Manifest, problems: inout [ValueProblem]
  ) -> DeviceState {
    var flags = StateFlags(manifest, startingFrom: state, partialStates: partialStates)
    flags.apply(given)
    problems += flags.problems
    for flag in flags.ineffectiveFlags { diagnostics.warn(flag.message) }
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

  /// Returns the state that an option names: a state of the manifest with this name, or otherwise JSON or a file. If
  /// there is none, adds a problem and returns nil.
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

  /// Returns the partial states that the options `--with` name, by the value of the option. Adds a problem for each
  /// value that names no state.
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

  /// Finds the state that an option names. If the name is neither a state of the manifest, nor JSON, nor a file, adds a
  /// problem and returns nil.
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

  /// Returns the problem that a name refers to no state, with suggestions of similar names.
  ///
  /// - Parameter nearestFile: The path of a file with a similar name; nil if there is none.
  func unknownState(
    _ name: String, option: String, in manifest: Manifest, nearestFile: String?
  ) -> ValueProblem {
    let nearest = manifest.nearest(to: name, .state) ?? nearestFile
    let known = nearest.map(NameSuggestions.nearest) ?? .all(manifest.states.map(\.name))
    return .unknownState(name, option: option, known: known)
  }

  /// Reads a partial state. With the option `--lenient`, undeclared ids are ignored, with one warning for each id.
  private mutating func partialState(
    in source: SourceFile, of file: ManifestFile
  ) throws(CommandFailure) -> PartialState {
    let canBeLenient = invocation.command.option(named: Setting.lenient.name) != nil
    do throws(InvalidInput) {
      let isLenient = canBeLenient && invocation[.lenient]
      let (state, warnings) = try file.partialState(in: source, isLenient: isLenient)
      let new = warnings.filter { !writtenIDWarnings.contains($0.message) }
      writtenIDWarnings.formUnion(new.map(\.message))
      diagnostics.write(new, in: source)
      return state
    } catch {
      throw .invalidInput(canBeLenient ? error.suggestingLenient : error)
    }
  }
}

extension InvalidInput {
  /// A copy of these problems. The hints about undeclared ids in it also suggest the option `--lenient`, which ignores
  /// them.
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
