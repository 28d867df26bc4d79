import FlintModel

struct StateOption: Sendable {
  typealias Effect =
    @Sendable (_ flags: inout StateFlags, _ value: String) throws -> Void

  let option: Option
  private(set) var section: StateSection?
  var name: String { option.name }

  let apply: Effect
}

extension [Option] {
  static var state: [Option] {
    .list(.state, .fresh) + StateOption.all.map(\.option) + .list(.lenient)
  }
}

extension StateOption {
  /// `--grant camera`
  func typed(_ value: String) -> String {
    switch option.value {
    case .none: "--\(name)"
    case .choice, .file, .text, .version, .count, .percent, .declared, .state, .stateName,
      .variable, .groupKey, .assignment:
      ShellWord.option(name, option.takesList ? listItem(value) : value)
    }
  }
}

extension StateOption {
  // MARK: Common forms of options

  init(
    _ name: String, _ value: ValueKind, placeholder: String? = nil, help: String,
    takesList: Bool = true, apply: @escaping Effect
  ) {
    option = Option(
      name: name, value: value, placeholder: placeholder, repeats: true, takesList: takesList,
      section: .state, help: help)
    self.apply = apply
  }

  private static func naming(
    _ name: String, _ declared: EntityKind, help: String,
    set: @escaping @Sendable (inout DeviceState, _ index: Int) -> Void
  ) -> StateOption {
    StateOption(name, .declared(declared), help: help) { flags, text in
      set(&flags.state, try flags.find(text, declared))
    }
  }

  private static func assigning<Value: Sendable>(
    _ name: String, _ declared: EntityKind, _ words: Words<Value>, synonyms: Words<Value> = [],
    placeholder: String? = nil, help: String,
    set: @escaping @Sendable (inout DeviceState, _ index: Int, Value) -> Void
  ) -> StateOption {
    StateOption(
      name, .assignment(declared, .choice(words.map(\.word))), placeholder: placeholder, help: help
    ) { flags, text in
      let (name, value) = try flags.assignment(text, words, or: synonyms)
      set(&flags.state, try flags.find(name, declared), value)
    }
  }

  private static func versioning(
    _ name: String, help: String,
    set: @escaping @Sendable (inout DeviceState, InstalledVersion) -> Void
  ) -> StateOption {
    StateOption(name, .version, placeholder: "V", help: help, takesList: false) {
      flags, text in
      guard let version = InstalledVersion(text) else {
        throw Problem.notAVersion(text, option: flags.option)
      }
      set(&flags.state, version)
    }
  }
}

extension StateOption {
  // MARK: Words

  private static let permissionStatuses = SystemPermissionStatus.allCases.map(\.name)

  private static let purchaseStatuses = PurchaseStatus.allCases.map { status in
    status == .purchased ? "\(status.name) (the default)" : status.name
  }

  private static let switches: Words<Ternary?> =
    [Ternary.yes, .no, .unknown].map { ($0.switchWord, $0) } + [("unset", nil)]

  private static let toggles: Words<Bool?> =
    [true, false].map { ($0.switchWord, $0) } + [("unset", nil)]

  // MARK: The table

  /// In the order of help pages.
  static let all =
    [with]
    + StateSection.allCases.flatMap { section in
      of(section).map { option in
        var option = option
        option.section = section
        return option
      }
    }

  static let with = StateOption(
    "with", .state, help: "Merge a partial state: a name, a file, or JSON.", takesList: false
  ) { flags, name in flags.merge(name) }

  private static func of(_ section: StateSection) -> [StateOption] {
    switch section {
    case .platform: [platform]
    case .osVersion:
      [
        versioning("os-version", help: "The OS version, such as 17.2, or latest.") {
          $0.osVersion = $1
        }
      ]
    case .device(.appVersion):
      [
        versioning("app-version", help: "The app version, such as 2.1, or latest.") {
          $0.appVersion = $1
        }
      ]
    case .device(.date): [date]
    case .permissions: permissions
    case .purchases: [purchase, credits]
    case .unlocked:
      [
        naming(
          "unlock", .feature, help: "Unlock the feature: its own purchases count as satisfied."
        ) {
          if !$0.unlocked.contains($1) { $0.unlocked.append($1) }
        }
      ]
    case .toggles:
      [
        assigning(
          "toggle", .feature, toggles, synonyms: Bool.words.map { ($0, $1) },
          help: "Set the user's switch for the feature."
        ) { $0.toggles[$1] = $2 }
      ]
    case .runtime: runtime
    case .attributes: [attribute]
    case .buckets: [bucket]
    case .defaults: []
    }
  }

  private static let date = StateOption(
    "date", .text, placeholder: "DATE|today",
    help: "The date in UTC: 2026-12-24, 2026-12-24T18:00Z, or today (at 00:00).",
    takesList: false
  ) { flags, text in
    guard let date = Clock.date(text) else {
      throw Problem.notADate(text, option: flags.option)
    }
    flags.state.date = date
  }

  private static let bucket = StateOption(
    "bucket", .assignment(.bucket, .text), placeholder: "NAME=N",
    help: "The user's position in a rollout bucket, from 0 to below 100."
  ) { flags, text in try flags.setBucket(text) }

  private static let platform = StateOption(
    "platform", .choice(Platform.allCases.map(\.name)), placeholder: "P",
    help:
      """
      The platform, with its latest OS version by default: \
      \(alternatives(Platform.allCases.map(\.name))).
      """,
    takesList: false
  ) { flags, name in
    // The parser has checked that this is the name of a platform.
    guard let platform = Platform(name: name) else { return }
    flags.setPlatform(platform)
  }

  private static let permissions = [
    StateOption(
      "permission", .assignment(.permission, .choice(permissionStatuses)),
      placeholder: "NAME=STATUS",
      help: "Set a permission's status: \(permissionStatuses.list())."
    ) { flags, text in try flags.setPermission(text) },
    naming("grant", .permission, help: "Authorize a permission.") {
      $0.setStatus(.authorized, of: .allCases[$1])
    },
    naming("deny", .permission, help: "Deny a permission.") {
      $0.setStatus(.denied, of: .allCases[$1])
    },
    naming("restrict", .permission, help: "Restrict a permission.") {
      $0.setStatus(.restricted, of: .allCases[$1])
    },
  ]

  private static let purchase = StateOption(
    "purchase", .assignment(.product, .choice(PurchaseStatus.allCases.map(\.name))),
    placeholder: "ID[=STATUS|=until:DATE]",
    help: """
      Set a product's status: \(purchaseStatuses.list()); \
      or a subscription's end.
      """
  ) { flags, text in try flags.setPurchase(text) }

  private static let credits = StateOption(
    "credits", .assignment(.product, .text), placeholder: "ID=N",
    help: "Set the number of credits of a consumable."
  ) { flags, text in try flags.setCredits(text) }

  private static let runtime = [
    naming("enable", .feature, help: "Switch the feature's runtime flag on.") {
      $0.runtime[$1] = .yes
    },
    naming("disable", .feature, help: "Switch the feature's runtime flag off.") {
      $0.runtime[$1] = .no
    },
    assigning("runtime", .feature, switches, help: "Set the feature's runtime flag.") {
      $0.runtime[$1] = $2
    },
  ]

  private static let attribute = StateOption(
    "attribute", .assignment(.attribute, .text), placeholder: "ID=VALUE",
    help:
      "Set an attribute to on, off, a choice, text, number, version or date; empty: unknown."
  ) { flags, text in try flags.setAttribute(text) }
}

/// An option without effect on the state, and why.
enum IneffectiveFlag: Equatable {
  /// No constraint of the feature depends on it.
  case unused(option: String, feature: String, reason: Reason)
  /// The same fact, or another subscription of the group.
  case overridden(String, by: String)

  /// The constraint that the feature lacks, by the state's key.
  enum Reason: String {
    case purchase = "unlocked"
    case toggle = "toggles"
    case runtimeFlag = "runtime"
  }

  var message: String {
    switch self {
    case .unused(let option, let feature, .purchase):
      "feature '\(feature)' requires no purchase, so '--\(option)' has no effect"
    case .unused(let option, let feature, .toggle):
      "feature '\(feature)' does not require 'userToggled', so '--\(option)' has no effect"
    case .unused(let option, let feature, .runtimeFlag):
      "feature '\(feature)' does not require 'runtimeEnabled', so '--\(option)' has no effect"
    case .overridden(let earlier, let later): "'\(later)' overrides '\(earlier)'"
    }
  }
}
