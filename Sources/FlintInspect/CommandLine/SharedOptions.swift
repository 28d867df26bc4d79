extension Option {
  static let general = [Setting.color.option, help]

  static let help = Option(
    name: "help", short: "h", value: .none, section: .general, help: "Print this help.")

  static let version = Option(
    name: "version", value: .none, section: .general, help: "Print the version.")
}

extension Setting<ColorChoice> {
  static var color: Self {
    .choice(
      "color", ("auto", .auto), [("always", .always), ("never", .never)], section: .output,
      help: "Color the output [auto: on a terminal, unless NO_COLOR is set].")
  }
}

extension Setting<String?> {
  static var output: Self {
    .one(
      "output", .file, section: .output, help: "Write the result to this file (atomically)."
    ).called("-o").withheldFromTools()
  }

  static var baseline: Self {
    .one("baseline", .state, help: "List only differences from this state.")
  }

  static var state: Self {
    .one(
      "state", .state, section: .state,
      help: "Start from a named state, a file, or JSON: '{\"platform\": \"tvOS\"}'.")
  }
}

extension Setting<[String]> {
  static var team: Self {
    .several("team", .declared(.team), help: "List only this team's features and findings.")
  }
}

extension Setting<Bool> {
  static var fresh: Self {
    .flag("fresh", section: .state, help: "Start from a fresh install.").excluding("state")
  }

  /// The option `--lenient`: accept a state with ids that the manifest does not declare, and ignore these ids with a
  /// warning. Such a state can come from another version of the app. It covers the options that set parts of a state.
  static var lenient: Self {
    .flag(
      "lenient", section: .state, help: "Warn about undeclared ids in states instead of failing."
    )
    .needing(["state", "fresh", "baseline"] + StateOption.all.map(\.name))
  }

  static var allowMissing: Self {
    .flag("allow-missing", help: "Treat a missing OLD as a manifest without features.")
  }

  static var watch: Self {
    .flag("watch", help: "Re-run when an input file changes.").withheldFromTools()
  }

  static var quiet: Self {
    .flag("quiet", section: .output, help: "Print only failures.")
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
    placeholder: "MANIFEST", kind: .file, help: "The manifest file, or REV:PATH in Git.")

  static let states = Argument(
    placeholder: "STATES", kind: .file, count: .any,
    help: "Files with one state per line [standard input].")

  static let feature = Argument(
    placeholder: "FEATURE", kind: .feature, help: "The feature's id or name.")
}
