internal import FlintText

/// What is known of the place where text will be read. Nothing is asked of the system before a
/// command wants to know.
struct Terminal {
  let descriptor: POSIX.Descriptor

  static let output = Terminal(descriptor: POSIX.standardOutput)
  static let diagnostics = Terminal(descriptor: POSIX.standardError)

  /// Whether the locale's text is UTF-8, by the first of `LC_ALL`, `LC_CTYPE` and `LANG` that is set.
  ///
  /// Where none is, as in containers and jobs, nothing speaks against UTF-8.
  static var usesUTF8: Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    let locale = names.lazy.compactMap { POSIX.environment($0) }.first { !$0.isEmpty }
    guard let name = locale?.lowercased() else { return true }
    return name.has("utf-8") || name.has("utf8")
  }

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
