/// What is known of the place where text will be read. Nothing is asked of the system before a
/// command wants to know.
struct Terminal {
  let descriptor: POSIX.Descriptor

  static let output = Terminal(descriptor: POSIX.standardOutput)
  static let diagnostics = Terminal(descriptor: POSIX.standardError)

  var isTerminal: Bool { POSIX.isTerminal(descriptor) }

  /// Columns of the terminal; 80 where there is none, so that what is written to files is the same
  /// everywhere.
  var width: Int {
    guard isTerminal else { return 80 }
    if let columns = POSIX.environment("COLUMNS").flatMap({ Int($0) }), columns > 0 {
      return columns
    }
    return POSIX.columns(of: descriptor) ?? 80
  }

  /// Whether to colour text: as asked, else on a terminal that can, unless `NO_COLOR` is set.
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
