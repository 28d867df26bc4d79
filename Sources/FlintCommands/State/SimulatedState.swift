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
    let given = invocation.given(in: .state).filter { $0.name != Option.state.name }
    var flags = StateFlags(file.manifest, startingFrom: simulated.state)
    flags.apply(given)
    problems += flags.problems
    simulated.state = flags.state
    simulated.flags = given.map(\.typed)
    return simulated
  }

  private mutating func startingState(
    of file: ManifestFile, problems: inout [ValueProblem]
  ) throws(CommandFailure) -> SimulatedState {
    if invocation.has(.state) {
      return try state(.state, of: file, problems: &problems)
        ?? SimulatedState(state: DeviceState(), origin: .freshInstall)
    }
    let origin = file.manifest.defaultState.map { StateOrigin.defaultNamed($0) } ?? .freshInstall
    return SimulatedState(state: file.manifest.initialState, origin: origin)
  }

  /// The state that an option names, or that stands in the file that it names; nil where the option
  /// is not given or names neither.
  mutating func state(
    _ option: Option, of file: ManifestFile, problems: inout [ValueProblem]
  ) throws(CommandFailure) -> SimulatedState? {
    guard let name = invocation.value(of: option) else { return nil }
    if let state = file.manifest.state(named: name) {
      return SimulatedState(state: state, origin: .named(name))
    }
    do throws(CommandFailure) {
      let state = try readState(name, for: file)
      return SimulatedState(state: state, origin: .file(FileName.shown(name)))
    } catch {
      guard case .file(let problem) = error, case .notFound(let path) = problem.reason else {
        throw error
      }
      let nearest = nearestName(to: name, among: file.manifest.states.map(\.name)) ?? path
      problems.append(.unknownState(name, option: option.name, nearest: nearest))
      return nil
    }
  }
}

extension Invocation.Given {
  /// The option with its value as a shell takes it: `--purchase 'a b'`.
  fileprivate var typed: String {
    let escaped = value.split(separator: ",", omittingEmptySubsequences: false)
      .joined(separator: "\\,")
    return ShellWord.option(name, escaped)
  }
}
