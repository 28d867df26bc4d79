import FlintModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// For `today` only.
enum Clock {
  static func date(_ text: String) -> DateTime? { text == "today" ? today : DateTime(text) }

  /// In UTC.
  static var today: DateTime? {
    let now = Int64(time(nil))
    return DateTime(seconds: now - now % 86400)
  }
}
