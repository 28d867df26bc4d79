package import FlintCore

/// A state as the flags that lead to it from a fresh install, ready to be pasted behind `evaluate`.
package struct StateFlagsText {
  private let state: DeviceState
  private let manifest: Manifest

  /// - Parameter manifest: names what the state speaks of.
  package init(_ state: DeviceState, in manifest: Manifest) {
    self.state = state
    self.manifest = manifest
  }

  /// Flags and their values, each quoted for a POSIX shell where that is needed; none for a fresh install.
  package var flags: [String] {
    system + permissions + purchases + features + attributes
  }

  /// A flag's value as a shell must be given it.
  package static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "="),
        UInt8(ascii: "@"), UInt8(ascii: "%"), UInt8(ascii: "+"):
        true
      default: false
      }
    }
    if isPlain, !text.isEmpty { return text }
    var result = "'"
    for scalar in text.unicodeScalars {
      if scalar == "'" { result += "'\\''" } else { result.unicodeScalars.append(scalar) }
    }
    return result + "'"
  }

  /// One item of a comma list.
  private func item(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar == "," { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return Self.quoted(result)
  }

  private var system: [String] {
    var flags: [String] = []
    if state.platform != .iOS { flags.append("--platform \(state.platform.name)") }
    if state.osVersion != .latest { flags.append("--os-version \(state.osVersion)") }
    if let version = state.appVersion { flags.append("--app-version \(version)") }
    return flags
  }

  private var permissions: [String] {
    SystemPermission.allCases.compactMap { permission in
      state.permissions[permission].map { status in
        switch status {
        case .authorized: "--grant \(permission.name)"
        case .denied: "--deny \(permission.name)"
        case .restricted: "--restrict \(permission.name)"
        case .notDetermined, .unsupported: "--permission \(permission.name)=\(status.name)"
        }
      }
    }
  }

  private var purchases: [String] {
    state.purchases.sorted { $0.key < $1.key }.map { product, holding in
      let id = manifest.products[product].id
      switch holding {
      case .credits(let credits): return "--credits \(item("\(id)=\(credits)"))"
      case .status(.purchased) where !id.unicodeScalars.contains("="):
        return "--purchase \(item(id))"
      case .status(let status): return "--purchase \(item("\(id)=\(status.name)"))"
      }
    }
  }

  private var features: [String] {
    let id = { (feature: Int) in item(manifest.features[feature].id) }
    let unlocked = state.unlocked.map { "--unlock \(id($0))" }
    let toggles = state.toggles.sorted { $0.key < $1.key }.map { feature, isOn in
      "--toggle \(id(feature))=\(isOn ? "on" : "off")"
    }
    let runtime = state.runtime.sorted { $0.key < $1.key }.map { feature, flag in
      switch flag {
      case .yes: "--enable \(id(feature))"
      case .no: "--disable \(id(feature))"
      case .unknown: "--runtime \(id(feature))=unknown"
      }
    }
    return unlocked + toggles + runtime
  }

  private var attributes: [String] {
    state.attributes.sorted { $0.key < $1.key }.map { attribute, value in
      let declaration = manifest.attributes[attribute]
      let word: String
      switch (value, declaration.domain) {
      case (.boolean(let isTrue), _): word = isTrue ? "true" : "false"
      case (.choice(let index), .choice(let values)): word = values[index]
      case (.unknown, _), (.choice, .boolean): word = "null"
      }
      return "--attribute \(item("\(declaration.id)=\(word)"))"
    }
  }
}
