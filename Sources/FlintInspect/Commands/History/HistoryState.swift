import FlintAnalysis
import FlintModel
import FlintManifest
import FlintText

/// The device state that the command line of `history` describes. The command evaluates it with every version of the
/// manifest, so it is stored independently of a version; ``state(of:)`` converts it to a state of one version.
struct HistoryState {
  private enum Start {
    /// Each version of the manifest is evaluated in the default state that this version declares.
    case ownDefault
    case freshInstall

    /// The state that `--state` names, as a JSON object with some facts. All other facts have the values of a fresh
    /// install (the state of an app that was just installed).
    case given(JSONDocument)
  }

  private let start: Start
  private let flags: [(option: StateOption, value: String)]
  private let naming: Manifest

  /// The partial states (some facts of a state) that the options `--with` merge into the state. The keys are the values
  /// of the options, such as the path of a file.
  private var merged: [String: JSONDocument] = [:]

  /// The facts that the command line sets explicitly. The entities in them, such as features and products, are
  /// identified by their indices in ``naming``, a manifest that contains the declarations of all versions.
  let given: PartialState
  let origin: StateOrigin?

  /// The warnings about ids that no version of the manifest declares, and that were ignored because of `--lenient`.
  /// Each warning occurs once.
  private(set) var warnings: [(source: SourceFile, warnings: [Diagnostic])] = []

  /// Reads the state that the command-line options describe.
  ///
  /// - Parameters:
  ///   - inputs: The texts of the states that `--state` and `--with` name.
  ///   - union: The declarations of all versions of the manifest. An id that is not declared in any version is a
  ///     problem.
  ///   - isLenient: Whether such an id is ignored with a warning instead.
  init(
    _ invocation: Invocation, _ inputs: StateInputs, of union: ManifestUnion, isLenient: Bool,
    problems: inout [ValueProblem]
  ) throws(CommandFailure) {
    naming = union.manifest
    flags = invocation.stateFlags
    var reading = Reading(union: union, isLenient: isLenient)
    var partial = PartialState()
    if let input = invocation[.state].flatMap({ inputs[$0] }) {
      let (read, document) = try reading.read(input.source)
      partial = read
      start = .given(document)
      origin = input.origin
    } else {
      let isFresh = invocation[.fresh]
      start = isFresh ? .freshInstall : .ownDefault
      origin = isFresh ? .freshInstall : nil
    }
    var partialStates: [String: PartialState] = [:]
    for (name, input) in inputs.merged(by: flags) {
      (partialStates[name], merged[name]) = try reading.read(input.source)
    }
    var applied = StateFlags(
      union.manifest, startingFrom: partial.applied(to: union.manifest.freshInstall),
      partialStates: partialStates)
    applied.apply(flags)
    problems += applied.problems
    let changed = flags.flatMap { flag in
      flag.option.section.map { [$0] } ?? partialStates[flag.value]?.sections ?? []
    }
    given = partial.adding(applied.state, changedBy: changed)
    warnings = reading.warnings
  }

  /// A reader of states in JSON. Accepts the ids that any version of the manifest declares.
  private struct Reading {
    let union: ManifestUnion
    let isLenient: Bool
    private(set) var warnings: [(source: SourceFile, warnings: [Diagnostic])] = []
    private var told: Set<String> = []

    init(union: ManifestUnion, isLenient: Bool) {
      (self.union, self.isLenient) = (union, isLenient)
    }

    mutating func read(
      _ source: SourceFile
    ) throws(CommandFailure) -> (PartialState, JSONDocument) {
      do throws(InvalidInput) {
        let document = try source.document()
        var reader = StateReader(
          union.manifest, union.names, undeclared: isLenient ? .warn : .refuse)
        guard let state = reader.read(document) else {
          let problems = reader.takeProblems().map(\.diagnostic)
          throw InvalidInput(source, problems).suggestingLenient
        }
        let new = reader.warnings.map(\.diagnostic).filter { told.insert($0.message).inserted }
        if !new.isEmpty { warnings.append((source, new)) }
        return (state, document)
      } catch {
        throw .invalidInput(error)
      }
    }
  }

  /// Converts this state to a state of one version of the manifest. Facts that the command line does not set have the
  /// default values of this version. Facts about ids that the version does not declare, and values that it does not
  /// accept, are omitted.
  func state(of file: ManifestFile) -> DeviceState {
    let manifest = file.manifest
    func read(_ document: JSONDocument) -> PartialState {
      var reader = StateReader(manifest, file.names, undeclared: .ignore)
      return document.withRoot { reader.read($0) } ?? PartialState()
    }
    let state =
      switch start {
      case .ownDefault: manifest.initialState
      case .freshInstall: manifest.freshInstall
      case .given(let document): read(document).applied(to: manifest.freshInstall)
      }
    var applied = StateFlags(
      manifest, naming: naming, startingFrom: state, partialStates: merged.mapValues(read))
    applied.apply(flags)
    return applied.state
  }

  /// The facts that the command line sets explicitly (``given``), as JSON.
  var json: String {
    var writer = JSONWriter(.facts)
    StateWriter.write(given, of: naming, to: &writer)
    return writer.text
  }
}

/// The text of a state that `--state` or `--with` names, and its origin: a manifest, a file or the command line.
struct StateInput {
  let source: SourceFile
  let origin: StateOrigin
}

/// The texts of the states that `--state` and `--with` name. The keys are the values of these options: names of states
/// in the manifest, paths of files, or JSON. If several versions of the manifest declare a state of this name, the
/// newest one is used.
struct StateInputs {
  private var named: [String: StateInput] = [:]
  private var other: [String: StateInput] = [:]

  subscript(name: String) -> StateInput? { named[name] ?? other[name] }

  /// Returns the states that the options `--with` name, in the order of the command line. A state that is named twice
  /// occurs once.
  func merged(
    by flags: [(option: StateOption, value: String)]
  ) -> [(name: String, input: StateInput)] {
    var names = DistinctList<String>()
    for flag in flags where flag.option.name == StateOption.with.name { names.append(flag.value) }
    return names.elements.compactMap { name in self[name].map { (name, $0) } }
  }

  /// Looks for the states that `--state` and `--with` name in one version of the manifest. The caller passes the
  /// versions from the newest to the oldest until all states are found, and the first state that is found for a name
  /// counts. A value that is not the name of a state in any version is read as JSON or as the path of a file.
  ///
  /// - Parameters:
  ///   - file: The version of the manifest; nil after the oldest one.
  ///   - manifest: A manifest for error messages: if a state is not found, the message suggests the names of this
  ///     manifest's states.
  mutating func read(
    _ context: inout CommandContext, _ file: ManifestFile?, of manifest: Manifest
  ) throws(CommandFailure) {
    if let name = context.invocation[.state] {
      try read(name, option: Setting.state.name, &context, file, of: manifest)
    }
    let with = StateOption.with.name
    for flag in context.invocation.stateFlags where flag.option.name == with {
      try read(flag.value, option: with, &context, file, of: manifest)
    }
  }

  private mutating func read(
    _ name: String, option: String, _ context: inout CommandContext, _ file: ManifestFile?,
    of manifest: Manifest
  ) throws(CommandFailure) {
    if named[name] == nil { named[name] = file.flatMap { StateInput(named: name, in: $0) } }
    if self[name] == nil {
      other[name] = try context.stateInput(name, option: option, in: manifest)
    }
  }
}

extension StateInput {
  /// Finds the state with this name in a manifest and copies its JSON text. Returns nil if the manifest has no such
  /// state.
  init?(named name: String, in file: ManifestFile) {
    let json = file.document.withRoot { root -> String? in
      let states = root.member("states")
      return states?.members.first { $0.key.string?.isSame(as: name) == true }?.value.source
    }
    guard let json else { return nil }
    source = SourceFile(path: file.source.path, text: SourceText(json))
    origin = .named(name)
  }
}

extension CommandContext {
  /// Reads a state that is not declared in a manifest: JSON on the command line, or a file.
  ///
  /// - Parameter manifest: A manifest for error messages: if the file does not exist, the message suggests the names of
  ///   this manifest's states.
  fileprivate mutating func stateInput(
    _ name: String, option: String, in manifest: Manifest
  ) throws(CommandFailure) -> StateInput {
    if name.utf8.first == UInt8(ascii: "{") {
      let source = SourceFile(path: "--\(option)", text: SourceText(Array(name.utf8)))
      return StateInput(source: source, origin: .json(option: option))
    }
    do throws(CommandFailure) {
      return StateInput(source: try read(name), origin: .file(FileName.shown(name)))
    } catch {
      guard case .file(let problem) = error, case .notFound(let path) = problem.reason else {
        throw error
      }
      throw .values([unknownState(name, option: option, in: manifest, nearestFile: path)])
    }
  }
}

extension PartialState {
  /// Returns this partial state together with the facts that command-line options such as `--grant` have changed.
  ///
  /// - Parameters:
  ///   - state: The state after the options were applied.
  ///   - sections: The parts of the state that the options have changed, such as the permissions. Only these parts are
  ///     copied from `state`.
  fileprivate func adding(_ state: DeviceState, changedBy sections: [StateSection]) -> PartialState
  {
    var given = self
    // Changing the platform also selects its latest version, unless a version is given.
    if sections.contains(.platform) { given.osVersion = nil }
    for section in sections { given.take(section, from: state) }
    return given
  }
}
