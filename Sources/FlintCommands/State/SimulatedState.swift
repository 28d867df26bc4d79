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

extension CommandContext {
  /// The state of `--state`, else the manifest's default, with every state flag applied.
  ///
  /// What is wrong with the flags goes to `problems`.
  mutating func simulatedState(
    of file: ManifestFile, problems: inout [ValueProblem]
  ) throws(CommandFailure) -> SimulatedState {
    var simulated = try startingState(of: file, problems: &problems)
    let given = invocation.stateFlags
    simulated.state = apply(given, to: simulated.state, of: file.manifest, problems: &problems)
    simulated.flags = given.map { flag in
      ShellWord.option(flag.option.name, listItem(flag.value))
    }
    return simulated
  }

  /// A flag that changes nothing is warned of; what is wrong with one goes to `problems`.
  func apply(
    _ given: [(option: StateOption, value: String)], to state: DeviceState, of manifest: Manifest,
    problems: inout [ValueProblem]
  ) -> DeviceState {
    var flags = StateFlags(manifest, startingFrom: state)
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
    if let index = file.manifest.index(of: name, .state) {
      return SimulatedState(state: file.manifest.states[index].state, origin: .named(name))
    }
    if name.utf8.first == UInt8(ascii: "{") {
      let source = SourceFile(path: "--\(option)", text: SourceText(Array(name.utf8)))
      return SimulatedState(state: try state(in: source, of: file), origin: .json(option: option))
    }
    do throws(CommandFailure) {
      let state = try state(in: try read(name), of: file)
      return SimulatedState(state: state, origin: .file(FileName.shown(name)))
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
    let known = nearest.map(Known.nearest) ?? .all(manifest.states.map(\.name))
    return .unknownState(name, option: option, known: known)
  }
}
