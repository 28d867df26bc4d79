struct StateOption {
  typealias Effect = @Sendable (_ flags: inout StateFlags, _ value: String) throws -> Void

  let option: Option
  let section: StateSection?
  let apply: Effect

  var name: String { option.name }

  init(
    _ name: String, _ section: StateSection?, _ value: ValueKind, placeholder: String? = nil,
    takesList: Bool = true, help: String, apply: @escaping Effect
  ) {
    option = Option(
      name: name, value: value, placeholder: placeholder, repeats: true, takesList: takesList,
      section: .state, help: help)
    self.section = section
    self.apply = apply
  }

  /// The option with a value, quoted for a shell: `--grant camera`.
  func typed(_ value: String) -> String {
    option.value == .none
      ? "--\(name)" : ShellWord.option(name, option.takesList ? listItem(value) : value)
  }
}

extension [Option] {
  static var state: [Option] {
    .list(.state, .fresh) + StateOption.all.map(\.option) + .list(.lenient)
  }
}

// MARK: - Common forms

extension StateOption {
  private static func naming(
    _ name: String, _ section: StateSection, _ declared: EntityKind = .feature, help: String,
    set: @escaping @Sendable (inout DeviceState, _ index: Int) -> Void
  ) -> StateOption {
    StateOption(name, section, .declared(declared), help: help) { flags, text in
      set(&flags.state, try flags.find(text, declared))
    }
  }

  private static func granting(
    _ name: String, _ status: SystemPermissionStatus, help: String
  ) -> StateOption {
    naming(name, .permissions, .permission, help: help) {
      $0.setStatus(status, of: .allCases[$1])
    }
  }

  private static func assigning<Value: Sendable>(
    _ name: String, _ section: StateSection, _ words: Words<Value>, synonyms: Words<Value> = [],
    help: String, set: @escaping @Sendable (inout DeviceState, _ feature: Int, Value) -> Void
  ) -> StateOption {
    StateOption(name, section, .assignment(.feature, .choice(words.map(\.word))), help: help) {
      flags, text in
      let (name, value) = try flags.assignment(text, words, or: synonyms)
      set(&flags.state, try flags.find(name, .feature), value)
    }
  }

  private static func versioning(
    _ name: String, _ section: StateSection, help: String,
    set: @escaping @Sendable (inout DeviceState, InstalledVersion) -> Void
  ) -> StateOption {
    StateOption(name, section, .version, placeholder: "V", takesList: false, help: help) {
      flags, text in
      guard let version = InstalledVersion(text) else {
        throw Problem.notAVersion(text, option: flags.option)
      }
      set(&flags.state, version)
    }
  }

  // MARK: The table

  private static let permissionStatuses = SystemPermissionStatus.allCases.map(\.name)

  private static let purchaseStatuses = PurchaseStatus.allCases.map { status in
    status == .purchased ? "\(status.name) (the default)" : status.name
  }

  private static let switches: Words<Ternary?> =
    [Ternary.yes, .no, .unknown].map { ($0.switchWord, $0) } + [("unset", nil)]

  private static let toggles: Words<Bool?> =
    [true, false].map { ($0.switchWord, $0) } + [("unset", nil)]

  static let with = StateOption(
    "with", nil, .state, takesList: false,
    help: "Merge a partial state: a name, a file, or JSON."
  ) { $0.state = $0.partialStates[$1]?.applied(to: $0.state) ?? $0.state }

  /// All options that change the state, in the order of help pages.
  static let all = [
    with,
    StateOption(
      "platform", .platform, .choice(Platform.allCases.map(\.name)), placeholder: "P",
      takesList: false,
      help: """
        The platform, with its latest OS version by default: \
        \(alternatives(Platform.allCases.map(\.name))).
        """
    ) { flags, name in
      // The parser has checked that this is the name of a platform.
      flags.state.platform = Platform(name: name) ?? flags.state.platform
      if !flags.hasOSVersion { flags.state.osVersion = .latest }
    },
    versioning("os-version", .osVersion, help: "The OS version, such as 17.2, or latest.") {
      $0.osVersion = $1
    },
    versioning("app-version", .appVersion, help: "The app version, such as 2.1, or latest.") {
      $0.appVersion = $1
    },
    StateOption(
      "date", .date, .text, placeholder: "DATE|today", takesList: false,
      help: "The date in UTC: 2026-12-24, 2026-12-24T18:00Z, or today (at 00:00)."
    ) { flags, text in flags.state.date = try Clock.date(text, option: flags.option) },
    StateOption(
      "permission", .permissions, .assignment(.permission, .choice(permissionStatuses)),
      placeholder: "NAME=STATUS", help: "Set a permission's status: \(permissionStatuses.list())."
    ) { try $0.setPermission($1) },
    granting("grant", .authorized, help: "Authorize a permission."),
    granting("deny", .denied, help: "Deny a permission."),
    granting("restrict", .restricted, help: "Restrict a permission."),
    StateOption(
      "purchase", .purchases, .assignment(.product, .choice(PurchaseStatus.allCases.map(\.name))),
      placeholder: "ID[=STATUS|=until:DATE]",
      help: "Set a product's status: \(purchaseStatuses.list()); or a subscription's end."
    ) { try $0.setPurchase($1) },
    StateOption(
      "credits", .purchases, .assignment(.product, .text), placeholder: "ID=N",
      help: "Set the number of credits of a consumable."
    ) { try $0.setCredits($1) },
    naming(
      "unlock", .unlocked, help: "Unlock the feature: its own purchases count as satisfied."
    ) { if !$0.unlocked.contains($1) { $0.unlocked.append($1) } },
    assigning(
      "toggle", .toggles, toggles, synonyms: Bool.words.map { ($0, $1) },
      help: "Set the user's switch for the feature."
    ) { $0.toggles[$1] = $2 },
    naming("enable", .runtime, help: "Switch the feature's runtime flag on.") {
      $0.runtime[$1] = .yes
    },
    naming("disable", .runtime, help: "Switch the feature's runtime flag off.") {
      $0.runtime[$1] = .no
    },
    assigning("runtime", .runtime, switches, help: "Set the feature's runtime flag.") {
      $0.runtime[$1] = $2
    },
    StateOption(
      "attribute", .attributes, .assignment(.attribute, .text), placeholder: "ID=VALUE",
      help: "Set an attribute to on, off, a choice, text, number, version or date; empty: unknown."
    ) { try $0.setAttribute($1) },
    StateOption(
      "bucket", .buckets, .assignment(.bucket, .text), placeholder: "NAME=N",
      help: "The user's position in a rollout bucket, from 0 to below 100."
    ) { try $0.setBucket($1) },
  ]
}
