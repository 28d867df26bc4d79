internal import FlintCore
internal import FlintManifest
internal import FlintReport

/// A state as a line for the shell that evaluates it, beginning from where the state came from.
struct EvaluateLine {
  let manifest: Manifest
  let manifestPath: String
  let base: BrowserBase
  let state: DeviceState

  /// What no flags can say, and text that a terminal would obey, goes to the command as JSON.
  var text: String {
    let command = "\(programName) evaluate \(pathWord)"
    guard let words = words,
      !words.contains(where: { $0.unicodeScalars.contains(where: \.isTreacherous) })
    else { return "printf '%s\\n' \(StateFlagsText.quoted(json)) | \(command) --state -" }
    return ([command] + words).joined(separator: " ")
  }

  private var pathWord: String {
    visible(StateFlagsText.quoted(manifestPath.hasPrefix("-") ? "./" + manifestPath : manifestPath))
  }

  private var json: String {
    var writer = JSONWriter(.compact)
    StateWriter.write(state, of: manifest, to: &writer)
    // What is not visible is escaped as JSON does it.
    return visible(writer.text)
  }

  /// Nil where the way from the base to the state cannot be said in flags.
  private var words: [String]? {
    guard let start = startingPoint, let flags = flags(from: start.state) else { return nil }
    return start.words + flags
  }

  private var startingPoint: (words: [String], state: DeviceState)? {
    switch (base.origin, base.state) {
    case (.named(let name), let state?): (["--state \(StateFlagsText.quoted(name))"], state)
    case (.file(let path), let state?): (["--state \(StateFlagsText.quoted(path))"], state)
    case (.defaultNamed, let state?): ([], state)
    // Where the manifest has a default, nothing is named that would begin with a fresh install.
    case (.freshInstall, _): ([], manifest.initialState)
    case (_, nil): nil
    }
  }

  private func flags(from old: DeviceState) -> [String]? {
    guard old.defaults == state.defaults, let system = systemFlags(from: old) else { return nil }
    var change = DeviceState()
    for permission in SystemPermission.allCases
    where old.permissions[permission] != state.permissions[permission] {
      guard let status = state.permissions[permission] else { return nil }
      change.permissions[permission] = status
    }
    guard let purchases = Self.added(old.purchases, state.purchases),
      let attributes = Self.added(old.attributes, state.attributes),
      Set(old.unlocked).isSubset(of: state.unlocked)
    else { return nil }
    change.purchases = purchases
    change.attributes = attributes
    change.unlocked = state.unlocked.filter { !old.unlocked.contains($0) }
    change.toggles = state.toggles.filter { old.toggles[$0.key] != $0.value }
    change.runtime = state.runtime.filter { old.runtime[$0.key] != $0.value }
    return system + StateFlagsText(change, in: manifest).flags
      + unset("toggle", old.toggles.keys.filter { state.toggles[$0] == nil })
      + unset("runtime", old.runtime.keys.filter { state.runtime[$0] == nil })
  }

  private func systemFlags(from old: DeviceState) -> [String]? {
    var flags: [String] = []
    var version = old.osVersion
    if state.platform != old.platform {
      flags.append("--platform \(state.platform.name)")
      version = .latest
    }
    if state.osVersion != version { flags.append("--os-version \(state.osVersion)") }
    if state.appVersion != old.appVersion {
      guard let version = state.appVersion else { return nil }
      flags.append("--app-version \(version)")
    }
    return flags
  }

  private func unset(_ option: String, _ features: [Int]) -> [String] {
    features.sorted().map { "--\(option) \(manifest.features[$0].id)=unset" }
  }

  /// What the new values say otherwise than the old ones; nil where they do not say what the old ones did.
  private static func added<Value: Equatable>(
    _ old: [Int: Value], _ new: [Int: Value]
  ) -> [Int: Value]? {
    guard old.keys.allSatisfy({ new[$0] != nil }) else { return nil }
    return new.filter { old[$0.key] != $0.value }
  }
}
