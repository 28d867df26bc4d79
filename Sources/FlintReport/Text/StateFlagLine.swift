internal import FlintCore
internal import FlintManifest

/// A state as flags to paste behind `evaluate` in a shell; they give that state whatever the manifest's default is.
struct StateFlagLine {
  private let manifest: Manifest
  private let state: DeviceState

  init(_ state: DeviceState, of manifest: Manifest) {
    self.state = state
    self.manifest = manifest
  }

  /// Flags where they can say it, from a fresh install on; else the state as a file that the shell makes on the spot.
  var text: String {
    if state == manifest.initialState { return "" }
    guard let flags else {
      var json = JSONWriter(.compact)
      StateWriter.write(state, of: manifest, to: &json)
      return "--state <(printf %s \(ShellText.quoted(json.text)))"
    }
    let isFresh = manifest.initialState == DeviceState()
    let words = flags.map { "\($0.option) \(ShellText.quoted($0.value))" }
    return ((isFresh ? [] : ["--state <(echo '{}')"]) + words).joined(separator: " ")
  }

  /// Nil where there is no flag for something that is given.
  private var flags: [(option: String, value: String)]? {
    guard state.defaults == DeviceState.Defaults() else { return nil }
    var flags: [(option: String, value: String)] = []
    if state.platform != .iOS { flags.append(("--platform", state.platform.name)) }
    if case .version(let version) = state.osVersion {
      flags.append(("--os-version", version.description))
    }
    if let version = state.appVersion { flags.append(("--app-version", version.description)) }
    for permission in SystemPermission.allCases {
      guard let status = state.permissions[permission] else { continue }
      flags.append(Self.flag(permission, status))
    }
    for (product, holding) in state.purchases.sorted(by: { $0.key < $1.key }) {
      let id = Self.listed(manifest.products[product].id)
      switch holding {
      case .status(.purchased): flags.append(("--purchase", id))
      case .status(let status): flags.append(("--purchase", "\(id)=\(status.name)"))
      case .credits(let credits): flags.append(("--credits", "\(id)=\(credits)"))
      }
    }
    flags += state.unlocked.map { ("--unlock", manifest.features[$0].id) }
    for (feature, isOn) in state.toggles.sorted(by: { $0.key < $1.key }) {
      flags.append(("--toggle", "\(manifest.features[feature].id)=\(isOn ? "on" : "off")"))
    }
    for (feature, flag) in state.runtime.sorted(by: { $0.key < $1.key }) {
      let value =
        switch flag {
        case .yes: "on"
        case .no: "off"
        case .unknown: "unknown"
        }
      flags.append(("--runtime", "\(manifest.features[feature].id)=\(value)"))
    }
    for (attribute, value) in state.attributes.sorted(by: { $0.key < $1.key }) {
      guard let value = text(of: value, of: attribute) else { return nil }
      flags.append(
        ("--attribute", "\(manifest.attributes[attribute].id)=\(Self.listed(value))"))
    }
    return flags
  }

  private static func flag(
    _ permission: SystemPermission, _ status: SystemPermissionStatus
  ) -> (option: String, value: String) {
    switch status {
    case .authorized: ("--grant", permission.name)
    case .denied: ("--deny", permission.name)
    case .restricted: ("--restrict", permission.name)
    case .notDetermined, .unsupported: ("--permission", "\(permission.name)=\(status.name)")
    }
  }

  /// Nil for unknown, which no flag can say.
  private func text(of value: AttributeValue, of attribute: Int) -> String? {
    switch (value, manifest.attributes[attribute].domain) {
    case (.boolean(let isOn), _): isOn ? "true" : "false"
    case (.choice(let index), .choice(let values)): values[index]
    case (.choice, .boolean), (.unknown, _): nil
    }
  }

  /// Text in a comma list.
  private static func listed(_ text: String) -> String {
    text.split(separator: ",", omittingEmptySubsequences: false).joined(separator: "\\,")
  }
}

/// Text as one word of a shell.
enum ShellText {
  static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "="),
        UInt8(ascii: ","), UInt8(ascii: "+"), UInt8(ascii: "@"):
        true
      default: false
      }
    }
    if isPlain, !text.isEmpty { return text }
    let isTreacherous = text.unicodeScalars.contains(where: \.isTreacherous)
    var quoted = isTreacherous ? "$'" : "'"
    for scalar in text.unicodeScalars {
      switch scalar {
      case "'": quoted += isTreacherous ? "\\'" : #"'\''"#
      case "\\": quoted += isTreacherous ? "\\\\" : "\\"
      case _ where scalar.isTreacherous:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "'"
  }
}
