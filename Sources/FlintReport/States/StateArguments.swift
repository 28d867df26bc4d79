package import FlintCore
internal import FlintManifest
internal import FlintText

/// What stands behind `evaluate MANIFEST` in a shell so that it simulates a state: flags where they can say it in every
/// shell, else the state itself.
package struct StateArguments {
  /// Where the flags begin.
  package struct Start {
    /// What leads there.
    fileprivate let words: [String]
    fileprivate let state: DeviceState

    private init(_ words: [String], _ state: DeviceState) {
      self.words = words
      self.state = state
    }

    package static func freshInstall(of manifest: Manifest) -> Start {
      let state = manifest.freshInstall
      return Start(manifest.initialState == state ? [] : ["--fresh"], state)
    }

    package static func initialState(of manifest: Manifest) -> Start {
      Start([], manifest.initialState)
    }

    /// One of the manifest's states by its name, or one in a file by its path.
    package static func named(_ name: String, _ state: DeviceState) -> Start {
      Start([ShellWord.option("state", name)], state)
    }
  }

  private let state: DeviceState
  private let manifest: Manifest
  private let start: Start?

  /// - Parameter start: nil where the flags cannot begin anywhere that is at hand again.
  package init(_ state: DeviceState, of manifest: Manifest, from start: Start?) {
    self.state = state
    self.manifest = manifest
    self.start = start
  }

  /// From the manifest's own state where it is that, else from a fresh install.
  package init(_ state: DeviceState, of manifest: Manifest) {
    let isInitial = state == manifest.initialState
    self.init(
      state, of: manifest,
      from: isInitial ? .initialState(of: manifest) : .freshInstall(of: manifest))
  }

  /// Options with their values; none where nothing needs to be said.
  package var words: [String] {
    if let start, let flags = StateChangeFlags(from: start.state, to: state, of: manifest).words {
      let words = start.words + flags
      if words.allSatisfy(ShellWord.isPortable) { return words }
    }
    var json = JSONWriter(.compact)
    StateWriter.write(state, of: manifest, to: &json)
    return ["--state \(ShellWord.json(json.text))"]
  }

  package var text: String { words.joined(separator: " ") }
}
