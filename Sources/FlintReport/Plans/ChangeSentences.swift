internal import FlintAnalysis
internal import FlintCore

/// Says what is to be done, as one gives directions.
struct ChangeSentences {
  private let state: ResolvedState

  init(_ state: ResolvedState) { self.state = state }

  /// One sentence without a full stop: `Buy “Premium”, then allow the camera permission when asked`.
  ///
  /// What the device and the app need comes first, then what costs money; nobody is asked before they have paid.
  func sentence(for changes: [Change]) -> String {
    let ordered = changes.enumerated()
      .sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element)
    var steps: [String] = []
    var permissions: [SystemPermission] = []
    for change in ordered {
      if case .authorize(let permission) = change {
        permissions.append(permission)
      } else {
        steps.append(step(change))
      }
    }
    steps += authorizations(permissions)
    let sentence = steps.joined(separator: ", then ")
    return sentence.prefix(1).uppercased() + sentence.dropFirst()
  }

  private func step(_ change: Change) -> String {
    var text = ""
    state.write(change, to: &text)
    return text
  }

  /// One step for all that are restricted, one for all that take the Settings, one for all that are asked for.
  private func authorizations(_ permissions: [SystemPermission]) -> [String] {
    AuthorizationWay.allCases.compactMap { way in
      let names = permissions.filter { AuthorizationWay(state.status(of: $0)) == way }
        .map(\.spokenName)
      guard let last = names.last else { return nil }
      if names.count == 1 { return way.step("the \(last) permission") }
      return way.step("the \(names.dropLast().joined(separator: ", ")) and \(last) permissions")
    }
  }
}

/// What it takes to have a permission authorized.
enum AuthorizationWay: CaseIterable {
  case liftingRestriction
  case settings
  case asking

  /// The way that leads on from a status.
  init(_ status: SystemPermissionStatus) {
    switch status {
    case .restricted: self = .liftingRestriction
    case .denied: self = .settings
    case .notDetermined, .authorized, .unsupported: self = .asking
    }
  }

  func step(_ permissions: String) -> String {
    switch self {
    case .liftingRestriction: "lift the restriction on \(permissions)"
    case .settings: "allow \(permissions) in Settings"
    case .asking: "allow \(permissions) when asked"
    }
  }
}

extension Change {
  /// Its place among the steps of a plan.
  var rank: Int {
    switch self {
    case .changePlatform: 0
    case .upgradeOS: 1
    case .upgradeApp: 2
    case .enableRuntime: 3
    case .setAttribute: 4
    case .purchase: 5
    case .unlock: 6
    case .enableToggle: 7
    // Told together, behind everything else.
    case .authorize: 8
    }
  }
}

extension SentenceSpeaker {
  /// Writes a change as a step; of a permission, as if it could be asked for.
  func write(_ change: Change, to text: inout Text) {
    switch change {
    case .changePlatform(let platform): text += "use the app on \(platform.name)"
    case .upgradeOS(let platform, let version): text += "update \(platform.name) to \(version)"
    case .upgradeApp(let version): text += "update the app to \(version)"
    case .enableRuntime(let feature):
      text += "enable "
      quote(.feature(feature), in: &text)
      text += " in the app"
    case .setAttribute(let attribute, let value):
      text += "set "
      quote(.attribute(attribute), in: &text)
      text += " to \(manifest.attributes[attribute].spoken(value))"
    case .purchase(let product):
      text += "buy "
      quote(.product(product), in: &text)
    case .unlock(let feature):
      text += "spend credits to unlock "
      quote(.feature(feature), in: &text)
    case .enableToggle(let feature):
      text += "turn on "
      quote(.feature(feature), in: &text)
    case .authorize(let permission):
      text += AuthorizationWay.asking.step("the \(permission.spokenName) permission")
    }
  }
}
