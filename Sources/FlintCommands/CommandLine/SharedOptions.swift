/// Options that several commands share, declared once.
extension Option {
  /// What every command has.
  static let general = [Setting.color.option, help]

  static let help = Option(
    name: "help", short: "h", value: .none, section: .general, help: "Print this page.")

  static let version = Option(
    name: "version", value: .none, section: .general, help: "Print the version of the program.")
}

extension Setting<ColorChoice> {
  static var color: Self {
    .choice(
      "color", ("auto", .auto), [("always", .always), ("never", .never)], section: .output,
      help: "Colour the text: on a terminal unless NO_COLOR is set (auto, the default).")
  }
}

extension Setting<String?> {
  static var output: Self {
    .one(
      "output", .file, section: .output, help: "Write the result to this file, whole or not at all."
    )
  }

  static var baseline: Self {
    .one("baseline", .state, help: "List only what differs from this state.")
  }

  static var state: Self {
    .one(
      "state", .state, section: .state,
      help: "Begin with a state of the manifest, by its name, with one in a file, or with JSON: "
        + "'{\"platform\": \"tvOS\"}'.")
  }
}

extension Setting<[String]> {
  static var team: Self {
    .several("team", .declared(.team), help: "List only what this team answers for.")
  }
}

extension Setting<Bool> {
  /// What the manifest begins with by itself may be another state.
  static var fresh: Self {
    .flag("fresh", section: .state, help: "Begin with a fresh install, of which nothing is given.")
      .excluding("state")
  }

  static var watch: Self {
    .flag(
      "watch", help: "Answer again whenever a file that was read changes, until interrupted.")
  }

  static var verbose: Self {
    .flag(
      "verbose", section: .output, help: "Show what is satisfied and what is not active as well.")
  }
}

enum ColorChoice: Sendable {
  case auto, always, never
}

extension Argument {
  static let manifest = Argument(
    placeholder: "MANIFEST", kind: .file, help: "The file that declares the features.")

  static let states = Argument(
    placeholder: "STATES", kind: .file, count: .any,
    help: "Files of one state a line, or standard input.")

  static let feature = Argument(
    placeholder: "FEATURE", kind: .feature, help: "The feature, by its id or its name.")
}
