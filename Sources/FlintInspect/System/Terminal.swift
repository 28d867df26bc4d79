/// A terminal, or the file or pipe in its place. Properties are computed on access.
struct Terminal {
  let descriptor: POSIX.Descriptor

  static let output = Terminal(descriptor: POSIX.standardOutput)
  static let diagnostics = Terminal(descriptor: POSIX.standardError)

  /// Whether the first of `LC_ALL`, `LC_CTYPE` and `LANG` names UTF-8. True if none is set, as in
  /// containers.
  static var usesUTF8: Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { POSIX.environment($0) }.first {
      !$0.isEmpty
    }
    guard let name = locale?.lowercased() else { return true }
    return name.has("utf-8") || name.has("utf8")
  }

  var isTerminal: Bool { POSIX.isTerminal(descriptor) }

  /// In columns; 80 if it is no terminal.
  var width: Int {
    guard isTerminal else { return 80 }
    if let columns = POSIX.environment("COLUMNS").flatMap({ Int($0) }), columns > 0 {
      return columns
    }
    return POSIX.columns(of: descriptor) ?? 80
  }

  /// Whether to use colours. For `auto`, true on a terminal that has colours, without `NO_COLOR`.
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

/// Shows progress on a terminal, from half a second after the start.
struct Progress {
  private let total: Int
  private let subject: String
  private let isShown: Bool
  private var done = 0
  private var isWritten = false

  /// When to show the next text, in ``POSIX/monotonicSeconds``. At most ten times a second.
  private var next: Double

  init(total: Int, of subject: String, for call: ToolCall? = nil) {
    (self.total, self.subject, isShown) = (
      total, subject, call == nil && Terminal.diagnostics.isTerminal
    )
    next = POSIX.monotonicSeconds + 0.5
  }

  mutating func advance() {
    done += 1
    let text = "\(done) of \(total) \(subject)"
    if done & 63 == 0 { show(text) }
  }

  mutating func show(_ text: @autoclosure () -> String) {
    guard isShown, POSIX.monotonicSeconds > next else { return }
    next = POSIX.monotonicSeconds + 0.1
    isWritten = true
    writeToStandardError("\r\u{1B}[K\(text().prefix(max(Terminal.diagnostics.width - 1, 1)))")
  }

  mutating func clear() {
    if isWritten { writeToStandardError("\r\u{1B}[K") }
    isWritten = false
  }
}

/// Reads dates of options: `2027-01-31`, or `today` by the system's clock.
enum Clock {
  static func date(_ text: String, option: String) throws -> DateTime {
    guard let date = text == "today" ? today : DateTime(text) else {
      throw Problem.notADate(text, option: option)
    }
    return date
  }

  /// In UTC.
  static var today: DateTime? {
    let now = Int64(time(nil))
    return DateTime(seconds: now - now % 86400)
  }
}

/// Reads time zones (TZif) in `TZDIR`, else in a standard folder.
struct SystemTimeZones: TimeZoneFiles {
  private static let usualFolders = ["/usr/share/zoneinfo", "/var/db/timezone/zoneinfo"]

  private let folder: String?

  init() {
    folder = ([POSIX.environment("TZDIR")].compactMap(\.self) + Self.usualFolders).first {
      !$0.isEmpty && POSIX.isFolder($0)
    }
  }

  var areInstalled: Bool { folder != nil }

  func path(of zone: String) -> String? {
    guard let folder else { return nil }
    let path = "\(folder)/\(zone)"
    // A folder such as `Europe` contains time zones, but is not a time zone. Opening a named pipe would block.
    guard (try? POSIX.status(path))?.isRegular == true, let file = try? InputReader.readFile(path)
    else { return nil }
    return file.bytes.starts(with: "TZif".utf8) ? path : nil
  }
}
