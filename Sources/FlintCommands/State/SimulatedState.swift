internal import FlintCore
internal import FlintManifest
internal import FlintReport
internal import FlintText

/// The state that a command line describes, and how it came to be.
struct SimulatedState {
  var state: DeviceState
  var origin: StateOrigin
  /// The flags that changed it, as they can be typed again.
  var flags: [String] = []
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
    var flags = StateFlags(file.manifest, startingFrom: simulated.state)
    flags.apply(given)
    problems += flags.problems
    simulated.state = flags.state
    simulated.flags = given.map { flag in
      ShellWord.option(flag.option.name, listItem(flag.value))
    }
    return simulated
  }

  private mutating func startingState(
    of file: ManifestFile, problems: inout [ValueProblem]
  ) throws(CommandFailure) -> SimulatedState {
    if let name = invocation[.state] {
      return try state(name, of: file, option: Setting.state.name, problems: &problems)
        ?? SimulatedState(state: DeviceState(), origin: .freshInstall)
    }
    let origin = file.manifest.defaultState.map { StateOrigin.defaultNamed($0) } ?? .freshInstall
    return SimulatedState(state: file.manifest.initialState, origin: origin)
  }

  /// The state with a name, else in the file with that name; nil where there is neither.
  mutating func state(
    _ name: String, of file: ManifestFile, option: String, problems: inout [ValueProblem]
  ) throws(CommandFailure) -> SimulatedState? {
    if let index = file.manifest.index(of: name, .state) {
      return SimulatedState(state: file.manifest.states[index].state, origin: .named(name))
    }
    do throws(CommandFailure) {
      let state = try readState(name, for: file)
      return SimulatedState(state: state, origin: .file(FileName.shown(name)))
    } catch {
      guard case .file(let problem) = error, case .notFound(let path) = problem.reason else {
        throw error
      }
      let nearest = file.manifest.nearest(to: name, .state) ?? path
      problems.append(.unknownState(name, option: option, nearest: nearest))
      return nil
    }
  }
}
