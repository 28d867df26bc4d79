/// Options that several commands share, declared once.
extension Option {
  /// What every command has.
  static let general = [color, help]

  static let help = Option(
    name: "help", short: "h", value: .none, section: .general, help: "Print this page.")

  static let version = Option(
    name: "version", value: .none, section: .general, help: "Print the version of the program.")

  static let color = Option(
    name: "color", value: .choice(ColorChoice.allCases.map(\.rawValue)), section: .output,
    help: "Colour the text: on a terminal unless NO_COLOR is set (auto, the default).")

  static let output = Option(
    name: "output", value: .file, section: .output,
    help: "Write the result to this file, whole or not at all.")

  /// `--format` with the formats that a command has; the first is the default.
  static func format(_ formats: Format...) -> Option {
    Option(
      name: "format", value: .choice(formats.map(\.rawValue)), section: .output,
      help: "The form of the result; \(formats[0].rawValue) is the default.")
  }

  static let watch = Option(
    name: "watch", value: .none,
    help: "Answer again whenever a file that was read changes, until interrupted.")

  static let verbose = Option(
    name: "verbose", value: .none, section: .output,
    help: "Show what is satisfied and what is not active as well.")
}

enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never
}

/// The forms that results take.
enum Format: String, CaseIterable, Sendable {
  case text, json, markdown, csv, junit, tap, sarif, github
}

extension Argument {
  static let manifest = Argument(
    placeholder: "MANIFEST", kind: .file, help: "The file that declares the features.")
}
