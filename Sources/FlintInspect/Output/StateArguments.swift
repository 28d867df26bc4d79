import FlintModel
import FlintManifest
import FlintText

/// Arguments of `evaluate` for a state: options if they can say it in every shell, else JSON.
struct StateArguments {
  /// A state that an argument selects, which options then change.
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

  /// - Parameter start: Nil for JSON.
  init(_ state: DeviceState, of manifest: Manifest, from start: Start?) {
    self.state = state
    self.manifest = manifest
    self.start = start
  }

  /// From the state without options, else from a fresh install, else as JSON.
  init(_ state: DeviceState, of manifest: Manifest) {
    let isInitial = state == manifest.initialState
    self.init(
      state, of: manifest,
      from: isInitial ? .initialState(of: manifest) : .freshInstall(of: manifest))
  }

  /// Empty for the state without options.
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
