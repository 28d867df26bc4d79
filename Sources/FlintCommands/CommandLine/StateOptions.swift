/// The options that describe the simulated device, in the order of the help pages. They are applied
/// from left to right as they stand on the line.
extension Option {
  static let stateOptions = [
    state, platform, osVersion, appVersion, permission, grant, deny, restrict, purchase, credits,
    unlock, toggle, enable, disable, runtime, attribute,
  ]

  static let state = Option(
    name: "state", value: .state, section: .state,
    help: "Begin with a state of the manifest, by its name, or with one in a file.")

  static let platform = Option(
    name: "platform", value: .choice(["iOS", "macOS", "tvOS", "watchOS", "visionOS"]),
    placeholder: "P", repeats: true, section: .state,
    help: "iOS, macOS, tvOS, watchOS or visionOS, at its latest version.")

  static let osVersion = Option(
    name: "os-version", value: .version, placeholder: "V", repeats: true, section: .state,
    help: "The version of the operating system: 17.2, latest.")

  static let appVersion = Option(
    name: "app-version", value: .version, placeholder: "V", repeats: true, section: .state,
    help: "The version of the app.")

  static let permission = named(
    "permission", .assignment(.permission, .choice(permissionStatuses)),
    placeholder: "NAME=STATUS",
    help: "A permission's status: \(permissionStatuses.joined(separator: ", ")).")

  static let grant = named("grant", .permission, help: "Authorize a permission.")
  static let deny = named("deny", .permission, help: "Deny a permission.")
  static let restrict = named("restrict", .permission, help: "Restrict a permission.")

  static let purchase = named(
    "purchase", .assignment(.product, .choice(["purchased", "notPurchased", "unknown"])),
    placeholder: "ID[=STATUS]",
    help: "A product's status: purchased (the default), notPurchased, unknown.")

  static let credits = named(
    "credits", .assignment(.product, .text), placeholder: "ID=N",
    help: "The credits held of a consumable product.")

  static let unlock = named(
    "unlock", .feature, help: "The app has unlocked the feature: its purchases are met.")

  static let toggle = named(
    "toggle", .assignment(.feature, .choice(["on", "off", "unset"])),
    placeholder: "FEATURE=on|off|unset", help: "The user's switch for the feature.")

  static let enable = named("enable", .feature, help: "Switch the feature's runtime flag on.")
  static let disable = named("disable", .feature, help: "Switch the feature's runtime flag off.")

  static let runtime = named(
    "runtime", .assignment(.feature, .choice(["on", "off", "unknown", "unset"])),
    placeholder: "FEATURE=on|off|unknown|unset", help: "The feature's runtime flag.")

  static let attribute = named(
    "attribute", .assignment(.attribute, .text), placeholder: "ID=VALUE",
    help: "An attribute's value: true, false, or one of its choices.")

  private static let permissionStatuses = [
    "notDetermined", "authorized", "denied", "restricted", "unsupported",
  ]

  private static func named(
    _ name: String, _ value: ValueKind, placeholder: String? = nil, help: String
  ) -> Option {
    Option(
      name: name, value: value, placeholder: placeholder, repeats: true, takesList: true,
      section: .state, help: help)
  }
}
