import FlintText

/// Properties are computed on access.
struct Terminal {
  let descriptor: POSIX.Descriptor

  static let output = Terminal(descriptor: POSIX.standardOutput)
  static let diagnostics = Terminal(descriptor: POSIX.standardError)

  /// The first of `LC_ALL`, `LC_CTYPE` and `LANG`; true without one, as in containers.
  static var usesUTF8: Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    let locale = names.lazy.compactMap { POSIX.environment($0) }.first { !$0.isEmpty }
    guard let name = locale?.lowercased() else { return true }
    return name.has("utf-8") || name.has("utf8")
  }

  var isTerminal: Bool { POSIX.isTerminal(descriptor) }

  /// 80 if it is no terminal.
  var width: Int {
    guard isTerminal else { return 80 }
    if let columns = POSIX.environment("COLUMNS").flatMap({ Int($0) }), columns > 0 {
      return columns
    }
    return POSIX.columns(of: descriptor) ?? 80
  }

  /// `auto`: a terminal that has colours, without `NO_COLOR`.
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
