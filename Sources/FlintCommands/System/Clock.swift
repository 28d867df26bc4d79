internal import FlintCore

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The machine's clock, which nothing asks but where a user writes `today`.
enum Clock {
  /// The moment that a date or the word `today` stands for; nil for anything else.
  static func date(_ text: String) -> DateTime? { text == "today" ? today : DateTime(text) }

  /// The current day's first moment, in UTC.
  static var today: DateTime? {
    let now = Int64(time(nil))
    return DateTime(seconds: now - now % 86400)
  }
}
