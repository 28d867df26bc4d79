/// Arguments of `evaluate` for a state. These are options if they suffice and are the same in every
/// shell, else JSON.
struct StateArguments {
  /// A state that an argument selects, which options then change.
  struct Start {
    fileprivate let words: [String]
    fileprivate let state: DeviceState

    /// - Parameter other: Another manifest, for which the arguments must also select a fresh
    /// install.
    static func freshInstall(of manifest: Manifest, and other: Manifest? = nil) -> Start {
      let isInitial = [manifest, other ?? manifest].allSatisfy {
        $0.initialState == $0.freshInstall
      }
      return Start(words: isInitial ? [] : ["--fresh"], state: manifest.freshInstall)
    }
  }

  private let state: DeviceState
  private let manifest: Manifest
  private let start: Start

  /// - Parameter start: By default, the manifest's default state if it is `state`, else a fresh
  /// install.
  init(_ state: DeviceState, of manifest: Manifest, from start: Start? = nil) {
    (self.state, self.manifest) = (state, manifest)
    self.start =
      start
      ?? (state == manifest.initialState
        ? Start(words: [], state: state) : .freshInstall(of: manifest))
  }

  /// Empty if the state needs no arguments.
  var words: [String] {
    if let flags = StateChangeFlags(old: start.state, new: state, manifest: manifest).words {
      let words = start.words + flags
      if words.allSatisfy(ShellWord.isPortable) { return words }
    }
    var json = JSONWriter(.compact)
    StateWriter.write(state, of: manifest, to: &json)
    return ["--state \(ShellWord.json(json.text))"]
  }

  var text: String { words.joined(separator: " ") }
}

/// Options that change one state into another, ordered as in help pages.
private struct StateChangeFlags {
  let old: DeviceState
  let new: DeviceState
  let manifest: Manifest

  /// Nil if options cannot make the change.
  var words: [String]? {
    let words = StateSection.allCases.map { flags(for: $0) }
    return words.contains(nil) ? nil : words.flatMap { $0 ?? [] }
  }

  func flags(for section: StateSection) -> [String]? {
    switch section {
    case .platform: old.platform == new.platform ? [] : ["--platform \(new.platform.name)"]
    case .osVersion:
      // Changing the platform resets the version to the latest one.
      new.osVersion == (old.platform == new.platform ? old.osVersion : .latest)
        ? [] : ["--os-version \(new.osVersion)"]
    case .device(let fact):
      new[fact] == old[fact]
        ? [] : new[fact].map { [ShellWord.option(fact.option, fact.domain.text(of: $0))] }
    case .permissions: permissions
    case .purchases: purchases
    case .unlocked:
      // No option locks a feature.
      Set(old.unlocked).isSubset(of: new.unlocked)
        ? new.unlocked.filter { !old.unlocked.contains($0) }.map { "--unlock \(id($0))" } : nil
    case .toggles:
      changed(old.toggles, new.toggles).map { feature, isOn in
        "--toggle \(id(feature))=\(isOn?.switchWord ?? "unset")"
      }
    case .runtime:
      changed(old.runtime, new.runtime).map { feature, flag in
        switch flag {
        case .yes: "--enable \(id(feature))"
        case .no: "--disable \(id(feature))"
        case .unknown: "--runtime \(id(feature))=unknown"
        case nil: "--runtime \(id(feature))=unset"
        }
      }
    case .attributes:
      added(old.attributes, new.attributes)?.map { attribute, value in
        let declaration = manifest.attributes[attribute]
        let scalar = declaration.domain.scalar(of: value)
        return option(
          "attribute", "\(declaration.id)=\(scalar == .null ? "" : scalar.displayText)")
      }
    case .buckets:
      added(old.buckets, new.buckets)?.map { bucket, position in
        "--bucket \(manifest.buckets[bucket])=\(position)"
      }
    case .defaults: old.defaults == new.defaults ? [] : nil
    }
  }

  var permissions: [String]? {
    var flags: [String] = []
    for permission in SystemPermission.allCases
    where old.permissions[permission] != new.permissions[permission] {
      guard let status = new.permissions[permission] else { return nil }
      // Granting the location always also grants it while the app is in use.
      let isGrant = permission != .locationAlways || new.permissions[.locationWhenInUse] == status
      switch status {
      case .authorized where isGrant: flags.append("--grant \(permission.name)")
      case .denied: flags.append("--deny \(permission.name)")
      case .restricted: flags.append("--restrict \(permission.name)")
      default: flags.append("--permission \(permission.name)=\(status.name)")
      }
    }
    return flags
  }

  /// Options for products; nil if options cannot reach the new state, such as two subscriptions of
  /// one group. Purchases come first, because each removes the other subscriptions of its group.
  var purchases: [String]? {
    guard let added = added(old.purchases, new.purchases) else { return nil }
    let hasGrace = added.contains { if case .until(_, _?) = $0.value { true } else { false } }
    if hasGrace { return nil }
    let bought = added.filter { isBought($0.value) }
    let lost = Set(bought.flatMap { manifest.otherProductsInGroup(of: $0.key) })
    for product in lost {
      switch new.purchases[product] {
      case .status(.purchased), .until: return nil
      case nil where new.defaults.purchase != .notPurchased: return nil
      case .status, .credits, nil: break
      }
    }
    let others = new.purchases.filter { product, holding in
      let before = lost.contains(product) ? .status(.notPurchased) : old.purchases[product]
      return holding != before && !isBought(holding)
    }.sorted { $0.key < $1.key }
    return (bought + others.map { ($0.key, $0.value) }).map { product, holding in
      let id = manifest.products[product].id
      switch holding {
      case .credits(let credits): return option("credits", "\(id)=\(credits)")
      case .until(let end, _): return option("purchase", "\(id)=until:\(end)")
      case .status(.purchased) where !id.unicodeScalars.contains("="):
        return option("purchase", id)
      case .status(let status): return option("purchase", "\(id)=\(status.name)")
      }
    }
  }

  func isBought(_ holding: ProductHolding) -> Bool {
    switch holding {
    case .status(.purchased), .until: true
    case .status, .credits: false
    }
  }

  // MARK: Words

  func id(_ feature: Int) -> String { manifest.features[feature].id }

  func option(_ name: String, _ item: String) -> String {
    ShellWord.option(name, listItem(item))
  }

  /// The new values that differ, by ascending index. A value is nil if only `old` has one at that
  /// index.
  func changed<Value: Equatable>(
    _ old: [Int: Value], _ new: [Int: Value]
  ) -> [(key: Int, value: Value?)] {
    Set(old.keys).union(new.keys).sorted().filter { old[$0] != new[$0] }.map { ($0, new[$0]) }
  }

  /// The new or different values, by ascending index. Nil if a value of `old` is missing in `new`.
  func added<Value: Equatable>(
    _ old: [Int: Value], _ new: [Int: Value]
  ) -> [(key: Int, value: Value)]? {
    guard old.keys.allSatisfy({ new[$0] != nil }) else { return nil }
    return new.filter { old[$0.key] != $0.value }.sorted { $0.key < $1.key }
  }
}

extension DeviceFact {
  /// The option's name, without the hyphens in front: `app-version`.
  var option: String { name.split(separator: " ").joined(separator: "-") }
}

/// Quotes one word for POSIX shells, fish and PowerShell. These agree on single quotes without
/// quotes and backslashes inside; see ``isPortable(_:)``.
enum ShellWord {
  /// Writes control characters in `$'…'`, which bash, zsh and ksh decode.
  static func quoted(_ text: String) -> String {
    if isPlain(text) { return text }
    // If the output shows some characters as escapes, the user copies these escapes. The shell must then decode them.
    let isUnsafe =
      !visible(text).isSame(as: text) || !withoutWorkflowCommands(text).isSame(as: text)
    var quoted = isUnsafe ? "$'" : "'"
    for scalar in text.unicodeScalars {
      switch scalar {
      case "'": quoted += isUnsafe ? "\\'" : #"'\''"#
      case "\\": quoted += isUnsafe ? "\\\\" : "\\"
      case _ where scalar.isUnsafe, "[" where isUnsafe: quoted += unicodeEscape(scalar)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return "\(quoted)'"
  }

  /// Quotes JSON. Characters that a terminal or shell would interpret become JSON escapes.
  static func json(_ json: String) -> String {
    var quoted = "'"
    var isEscaped = false
    // Characters that a terminal would interpret are written as JSON escapes.
    for scalar in visible(json).unicodeScalars {
      switch scalar {
      case "\\" where !isEscaped:
        isEscaped = true
        continue
      case "\\", "\"":
        quoted += isEscaped ? unicodeEscape(scalar) : String(scalar)
      case "'", "\u{2018}"..."\u{201B}": quoted += unicodeEscape(scalar)
      default:
        if isEscaped { quoted += "\\" }
        quoted.unicodeScalars.append(scalar)
      }
      isEscaped = false
    }
    return "\(quoted)'"
  }

  /// Whether every shell reads the words alike. False for `$'…'`, and for backslashes and quotes
  /// inside quotes.
  static func isPortable(_ words: String) -> Bool {
    var quotes = 0
    var last: Unicode.Scalar = " "
    for scalar in words.unicodeScalars {
      switch (last, scalar) {
      case ("$", "'"), ("\\", "\\"), ("\\", "'"): return false
      case (_, "'"), (_, "\u{2018}"..."\u{201B}"): quotes += 1
      default: break
      }
      last = scalar
    }
    return quotes <= 2
  }

  private static func unicodeEscape(_ scalar: Unicode.Scalar) -> String {
    "\\u\(hex(scalar.value, uppercase: false))"
  }

  /// Quotes a path so that no program mistakes it for an option.
  static func path(_ path: String) -> String {
    quoted(path.hasPrefix("-") && path != "-" ? "./\(path)" : path)
  }

  /// `--state lapsed`; joined by `=` if the value looks like an option.
  static func option(_ name: String, _ value: String) -> String {
    "--\(name)\(value.hasPrefix("-") ? "=" : " ")\(quoted(value))"
  }

  static func isPlain(_ text: String) -> Bool {
    // zsh replaces a word that begins with '=' with the path of a command. PowerShell replaces a word that begins with
    // '@' with a list of arguments.
    guard let first = text.unicodeScalars.first, first != "=", first != "@" else { return false }
    return text.unicodeScalars.allSatisfy { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", ".", "_", "-", "/", ":", "=", "+", "@", "%":
        true
      default: false
      }
    }
  }
}
