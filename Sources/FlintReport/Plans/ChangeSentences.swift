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
      .sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }.map(\.element)
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

  private func rank(_ change: Change) -> Int {
    switch change {
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

  private func step(_ change: Change) -> String {
    let manifest = state.manifest
    switch change {
    case .changePlatform(let platform): return "use the app on \(platform.name)"
    case .upgradeOS(let platform, let version): return "update \(platform.name) to \(version)"
    case .upgradeApp(let version): return "update the app to \(version)"
    case .enableRuntime(let feature):
      return "enable “\(manifest.features[feature].name)” in the app"
    case .setAttribute(let attribute, let value): return set(manifest.attributes[attribute], value)
    case .purchase(let product): return "buy “\(manifest.products[product].name)”"
    case .unlock(let feature):
      return "spend credits to unlock “\(manifest.features[feature].name)”"
    case .enableToggle(let feature): return "turn on “\(manifest.features[feature].name)”"
    case .authorize(let permission): return authorizations([permission]).joined()
    }
  }

  private func set(_ attribute: AttributeDeclaration, _ value: AttributeValue) -> String {
    switch (value, attribute.domain) {
    case (.boolean(true), _): "set “\(attribute.name)” to on"
    case (.choice(let index), .choice(let values)):
      "set “\(attribute.name)” to “\(values[index])”"
    default: "set “\(attribute.name)” to off"
    }
  }

  /// One step for all that are asked for, one for all that take the Settings, one for all that are restricted.
  private func authorizations(_ permissions: [SystemPermission]) -> [String] {
    func names(_ isMeant: (SystemPermissionStatus) -> Bool) -> String? {
      let names = permissions.filter { isMeant(state.status(of: $0)) }.map(\.spokenName)
      guard let last = names.last else { return nil }
      if names.count == 1 { return "the \(last) permission" }
      return "the \(names.dropLast().joined(separator: ", ")) and \(last) permissions"
    }
    let steps = [
      names { $0 == .restricted }.map { "lift the restriction on \($0)" },
      names { $0 == .denied }.map { "allow \($0) in Settings" },
      names { $0 != .restricted && $0 != .denied }.map { "allow \($0) when asked" },
    ]
    return steps.compactMap { $0 }
  }
}
