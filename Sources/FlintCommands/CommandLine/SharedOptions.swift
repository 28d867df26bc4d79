/// Options that several commands share.
extension Option {
  /// The options that every command has.
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
    ).called("-o")
  }

  static var baseline: Self {
    .one("baseline", .state, help: "List only what differs from this state.")
  }

  static var state: Self {
    .one(
      "state", .state, section: .state,
      help: "Start from a named state, a file, or JSON: '{\"platform\": \"tvOS\"}'.")
  }
}

extension Setting<[String]> {
  static var team: Self {
    .several("team", .declared(.team), help: "List only what this team answers for.")
  }
}

extension Setting<Bool> {
  /// Starts from a fresh install, although the manifest may declare another default state.
  static var fresh: Self {
    .flag("fresh", section: .state, help: "Start from a fresh install.").excluding("state")
  }

  /// Permits ids in states that the manifest does not declare, as in a state from another version of the app.
  static var lenient: Self {
    .flag("lenient", section: .state, help: "Ignore undeclared ids in states, with a warning each.")
      .needing("state", "with", "baseline")
  }

  static var watch: Self {
    .flag(
      "watch", help: "Answer again whenever a file that was read changes, until interrupted.")
  }

  static var quiet: Self {
    .flag("quiet", section: .output, help: "Print only what fails.")
      .excluding("format", "verbose").called("-q")
  }

  static var verbose: Self {
    .flag(
      "verbose", section: .output, help: "List the state's values and every constraint."
    ).called("-v")
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
