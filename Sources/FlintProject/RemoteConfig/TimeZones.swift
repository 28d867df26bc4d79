#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

package protocol TimeZoneFiles {
  /// The path of a zone's regular file in TZif. Nil if there is none.
  /// - Parameter zone: A name without `..` and a leading slash.
  func path(of zone: String) -> String?

  var areInstalled: Bool { get }
}

extension TimeZoneFiles {
  /// The time in seconds since 1970; nil for an unknown zone. `local` is what clocks in the zone
  /// show, as if in UTC.
  func universalTime(ofLocal local: Int64, in zone: String) -> Int64? {
    // UTC and its other names need no file.
    if ["UTC", "GMT", "Etc/UTC", "Etc/GMT"].contains(zone) { return local }
    guard isZoneName(zone), let path = path(of: zone) else { return nil }
    return withTimeZone(path) {
      let day: Int64 = 86_400
      let (before, after) = (offset(at: local - day), offset(at: local + day))
      // Skipped and repeated times take the offset before the change, so that a repeated one is the first.
      let isAfter =
        offset(at: local - before) != before && offset(at: local - after) == after
      return local - (isAfter ? after : before)
    }
  }
}

/// Whether a zone can have the name. Not in `right` and `posix`, which have variants of all zones.
private func isZoneName(_ name: String) -> Bool {
  let parts = name.split(separator: "/", omittingEmptySubsequences: false)
  let areWords = parts.allSatisfy { part in
    !part.isEmpty
      && part.utf8.allSatisfy { byte in
        switch Unicode.Scalar(byte) {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "+", "-": true
        default: false
        }
      }
  }
  return areWords && !["right", "posix", "posixrules", "localtime"].contains(parts[0])
}

/// Locked while `TZ` is changed, because a process has only one environment.
private let environment = Locked(())

private func withTimeZone(_ path: String, _ body: () -> Int64) -> Int64 {
  environment.withLock { _ in
    let old = getenv("TZ").map { String(cString: $0) }
    setenv("TZ", ":" + path, 1)
    tzset()
    defer {
      // Removing the variable could disturb threads that read others.
      setenv("TZ", old ?? ":/etc/localtime", 1)
      tzset()
    }
    return body()
  }
}

/// The offset of the zone in `TZ` from UTC, in seconds.
private func offset(at time: Int64) -> Int64 {
  var (time, parts) = (time_t(time), tm())
  localtime_r(&time, &parts)
  return Int64(parts.tm_gmtoff)
}
