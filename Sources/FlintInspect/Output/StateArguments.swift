import FlintModel
import FlintManifest
import FlintText

/// The command-line arguments with which `evaluate` reproduces a state. They are options such as `--grant camera` if
/// these can express the state in every shell, otherwise the state as JSON.
struct StateArguments {
  /// A state with which the command-line arguments begin: an argument such as `--fresh` selects it, and further
  /// options, such as `--grant camera`, then change it. The value consists of this state and the argument that selects
  /// it; the default state needs no argument.
  struct Start {
    fileprivate let words: [String]
    fileprivate let state: DeviceState

    private init(_ words: [String], _ state: DeviceState) {
      self.words = words
      self.state = state
    }

    /// - Parameter other: Another manifest, for which the arguments must select a fresh install, too.
    static func freshInstall(of manifest: Manifest, and other: Manifest? = nil) -> Start {
      let isInitial = [manifest, other ?? manifest].allSatisfy {
        $0.initialState == $0.freshInstall
      }
      return Start(isInitial ? [] : ["--fresh"], manifest.freshInstall)
    }

    static func initialState(of manifest: Manifest) -> Start {
      Start([], manifest.initialState)
    }
  }

  private let state: DeviceState
  private let manifest: Manifest
  private let start: Start?

  /// Creates the arguments that reproduce `state`.
  ///
  /// - Parameter start: The state that the arguments select first, and that options then change into `state`. Nil if no
  ///   argument can select such a state; `state` is then written as JSON.
  init(_ state: DeviceState, of manifest: Manifest, from start: Start?) {
    self.state = state
    self.manifest = manifest
    self.start = start
  }

  /// Creates the arguments that reproduce a state. If it is the state in which `evaluate` starts without options, no
  /// arguments are needed. Otherwise, options change a fresh install into the state, or, if options cannot express it,
  /// the state is written as JSON.
  init(_ state: DeviceState, of manifest: Manifest) {
    let isInitial = state == manifest.initialState
    self.init(
      state, of: manifest,
      from: isInitial ? .initialState(of: manifest) : .freshInstall(of: manifest))
  }

  /// The command-line options with which the command `evaluate` reproduces the state, each with its value, such as
  /// `--grant camera`. Empty if it is the state that `evaluate` uses without options.
  var words: [String] {
    if let start, let flags = StateChangeFlags(from: start.state, to: state, of: manifest).words {
      let words = start.words + flags
      if words.allSatisfy(ShellWord.isPortable) { return words }
    }
    var json = JSONWriter(.compact)
    StateWriter.write(state, of: manifest, to: &json)
    return ["--state \(ShellWord.json(json.text))"]
  }

  var text: String { words.joined(separator: " ") }
}
