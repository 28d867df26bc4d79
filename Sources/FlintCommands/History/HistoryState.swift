internal import FlintAnalysis
internal import FlintCore
internal import FlintManifest
internal import FlintReport
internal import FlintText

/// The state that a line describes for any of several manifests: what each of them declares of it.
struct HistoryState {
  private enum Beginning {
    /// Each manifest's own default state.
    case ownDefault
    case freshInstall

    /// What is given over a fresh install.
    case given(JSONDocument)
  }

  private let beginning: Beginning
  private let flags: [(option: StateOption, value: String)]
  private let naming: Manifest

  /// What is given, by the numbers of the union.
  let given: PartialState
  let origin: StateOrigin?

  /// - Parameters:
  ///   - input: what `--state` gives.
  ///   - union: declares every id that is used, else that is a problem.
  init(
    _ invocation: Invocation, _ input: StateInput?, of union: ManifestUnion,
    problems: inout [ValueProblem]
  ) throws(CommandFailure) {
    naming = union.manifest
    flags = invocation.stateFlags
    var partial = PartialState()
    if let input {
      do throws(InvalidInput) {
        let document = try input.source.document()
        var reader = StateReader(union.manifest, union.names)
        guard let read = reader.read(document) else {
          throw InvalidInput(input.source, reader.takeProblems().map(\.diagnostic))
        }
        partial = read
        beginning = .given(document)
      } catch {
        throw .invalidInput(error)
      }
      origin = input.origin
    } else {
      let isFresh = invocation[.fresh]
      beginning = isFresh ? .freshInstall : .ownDefault
      origin = isFresh ? .freshInstall : nil
    }
    var applied = StateFlags(
      union.manifest, startingFrom: partial.applied(to: union.manifest.freshInstall))
    applied.apply(flags)
    problems += applied.problems
    given = partial.adding(applied.state, changedBy: flags.map(\.option.section))
  }

  /// The state over a manifest's own defaults. What it does not declare, and values that it does not take, are not given
  /// in it.
  func state(of file: ManifestFile) -> DeviceState {
    let manifest = file.manifest
    var state: DeviceState
    switch beginning {
    case .ownDefault: state = manifest.initialState
    case .freshInstall: state = manifest.freshInstall
    case .given(let document):
      var reader = StateReader(manifest, file.names, undeclared: .ignore)
      let partial = document.withRoot { reader.read($0) }
      state = (partial ?? PartialState()).applied(to: manifest.freshInstall)
    }
    var applied = StateFlags(manifest, naming: naming, startingFrom: state)
    applied.apply(flags)
    return applied.state
  }

  /// ``given`` as JSON.
  var json: String {
    var writer = JSONWriter(.facts)
    StateWriter.write(given, of: naming, to: &writer)
    return writer.text
  }
}

/// What `--state` gives to a history.
struct StateInput {
  let source: SourceFile
  let origin: StateOrigin
}

extension StateInput {
  /// The state that a manifest names so, as it is written there; nil where it names none so.
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
  /// What `--state` gives apart from the names of states.
  ///
  /// - Parameter manifest: whose states are meant where there is no such file.
  mutating func stateInput(
    _ name: String, in manifest: Manifest
  ) throws(CommandFailure) -> StateInput {
    let option = Setting.state.name
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
  /// The same with what flags have changed.
  ///
  /// - Parameters:
  ///   - state: what flags have made of this, over a fresh install.
  ///   - sections: those that flags have changed.
  fileprivate func adding(_ state: DeviceState, changedBy sections: [StateSection]) -> PartialState
  {
    var given = self
    for section in sections {
      switch section {
      case .platform:
        // A platform means its latest version, unless that is given.
        (given.platform, given.osVersion) = (state.platform, nil)
        if sections.contains(.osVersion) { given.osVersion = state.osVersion }
      case .osVersion: given.osVersion = state.osVersion
      case .appVersion: given.appVersion = state.appVersion
      case .date: given.date = state.date
      case .permissions: given.permissions = state.permissions
      case .purchases: given.purchases = state.purchases
      case .unlocked: given.unlocked = state.unlocked
      case .toggles: given.toggles = state.toggles
      case .runtime: given.runtime = state.runtime
      case .attributes: given.attributes = state.attributes
      case .buckets: given.buckets = state.buckets
      case .defaults:
        given.permissionDefault = state.defaults.permission
        given.purchaseDefault = state.defaults.purchase
      }
    }
    return given
  }
}
