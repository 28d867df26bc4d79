internal import FlintCore
internal import FlintReport

/// The shell command that `browse` prints at its end, with which the user can see the results of the last state again:
/// the command `evaluate` with the state from which `browse` started, and with the user's changes as options.
struct EvaluateLine {
  let manifest: Manifest
  let manifestPath: String
  let base: StartingState
  let state: DeviceState

  var text: String {
    let arguments = StateArguments(state, of: manifest, from: start)
    let command = "\(programName) evaluate \(ShellWord.path(manifestPath))"
    return ([command] + arguments.words).joined(separator: " ")
  }

  private var start: StateArguments.Start? {
    switch (base.origin, base.state) {
    case (.named(let name), let state?), (.file(let name), let state?): .named(name, state)
    case (.defaultNamed, _?): .initialState(of: manifest)
    case (.freshInstall, _): .freshInstall(of: manifest)
    case (.json, _), (_, nil): nil
    }
  }
}
