import FlintManifest
import FlintModel
import FlintText

/// A state and where it came from.
struct SimulatedState {
  var state: DeviceState
  let origin: StateOrigin
  /// Quoted for a shell.
  var flags: [String] = []

  init(state: DeviceState, origin: StateOrigin) {
    (self.state, self.origin) = (state, origin)
  }

  static func freshInstall(of manifest: Manifest) -> SimulatedState {
    SimulatedState(state: manifest.freshInstall, origin: .freshInstall)
  }
}

private enum GivenState {
  case named(Int)
  case read(PartialState, StateOrigin)
}

extension CommandContext {
  /// `--state`, `--fresh` or the default, changed by the other options.
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

  /// Applies command-line options such as `--grant` to a state, and returns the changed state. Warns about each option
  /// that has no effect, and adds invalid values to `problems`.
  ///
  /// - Parameters:
  ///   - given: The options and their values, in the order of the command line.
  ///   - partialStates: The partial states (some facts of a state) that the options `--with` name, by the option's
  ///     value.
  mutating func apply(
    _ given: [(option: StateOption, value: String)], _ partialStates: [String: PartialState],
    to state: DeviceState, of manifest: Manifest, problems: inout [ValueProblem]
  ) -> DeviceState {
    let isLenient = invocation[.lenient]
    var flags = StateFlags(
      manifest, startingFrom: state, partialStates: partialStates, isLenient: isLenient)
    flags.apply(given)
    for problem in flags.problems {
      guard isLenient, let warning = problem.lenientWarning else {
        problems.append(problem)
        continue
      }
      if writtenIDWarnings.insert(warning).inserted { diagnostics.warn(warning) }
    }
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

  /// A name, JSON, or a path; else a problem and nil.
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

  /// By `--with` value.
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

  /// Suggests a similar name, else lists all.
  /// - Parameter nearestFile: Nil if there is none.
  func unknownState(
    _ name: String, option: String, in manifest: Manifest, nearestFile: String?
  ) -> ValueProblem {
    let nearest = manifest.nearest(to: name, .state) ?? nearestFile
    let known = nearest.map(NameSuggestions.nearest) ?? .all(manifest.states.map(\.name))
    return .unknownState(name, option: option, known: known)
  }

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
  /// Hints for undeclared ids suggest `--lenient`.
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
