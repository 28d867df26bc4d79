import FlintText

/// The terminal to which a stream, such as standard output, is connected, if any. Its properties are computed on each
/// access, so that a command spends no time on those that it does not use.
struct Terminal {
  let descriptor: POSIX.Descriptor

  static let output = Terminal(descriptor: POSIX.standardOutput)
  static let diagnostics = Terminal(descriptor: POSIX.standardError)

  /// Whether the terminal uses UTF-8, according to the first of `LC_ALL`, `LC_CTYPE` and `LANG` that is set. True if
  /// none is set, as in containers and CI jobs.
  static var usesUTF8: Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    let locale = names.lazy.compactMap { POSIX.environment($0) }.first { !$0.isEmpty }
    guard let name = locale?.lowercased() else { return true }
    return name.has("utf-8") || name.has("utf8")
  }

  var isTerminal: Bool { POSIX.isTerminal(descriptor) }

  /// The width of the terminal in columns. It is 80 if the stream is not a terminal, so that text that is written to a
  /// file is the same everywhere.
  var width: Int {
    guard isTerminal else { return 80 }
    if let columns = POSIX.environment("COLUMNS").flatMap({ Int($0) }), columns > 0 {
      return columns
    }
    return POSIX.columns(of: descriptor) ?? 80
  }

  /// Returns whether to color text, according to the value of the option `--color`. For `auto`, text is colored if the
  /// stream is a terminal that supports colors, and the environment variable `NO_COLOR` is not set.
  func usesColor(_ choice: ColorChoice) -> Bool {
    switch choice {
    case .always: true
    case .never: false
    case .auto:
      isTerminal && (POSIX.environment("NO_COLOR") ?? "").isEmpty
        && POSIX.environment("TERM") != "dumb"
    }
  }
}
