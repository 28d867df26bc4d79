import FlintModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The system clock. It determines the date that the word `today` means on the command line.
enum Clock {
  /// Parses a date on the command line, such as `2026-12-24` or `2026-12-24T08:30Z`. The word `today` means the start
  /// of the current day. Returns nil for other texts.
  static func date(_ text: String) -> DateTime? { text == "today" ? today : DateTime(text) }

  /// The start of the current day, in UTC.
  static var today: DateTime? {
    let now = Int64(time(nil))
    return DateTime(seconds: now - now % 86400)
  }
}
