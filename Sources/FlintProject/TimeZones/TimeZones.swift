package import FlintText

/// Access to the time zone files of the operating system.
package protocol TimeZoneFiles {
  /// Returns the content of the file for a time zone, such as `Europe/Paris`, in the TZif format; nil if there is none.
  /// The name contains no `..` and no leading slash.
  func file(named name: String) -> SourceText?

  /// Whether the system has time zone files at all.
  var areInstalled: Bool { get }
}

enum TimeZoneProblem: Error {
  case unknown
  case noData
}

struct TimeZones {
  let files: any TimeZoneFiles

  func table(named name: String) throws(TimeZoneProblem) -> TimeZoneTable {
    // UTC and its other names need no file.
    if ["UTC", "GMT", "Etc/UTC", "Etc/GMT"].contains(name) { return TimeZoneTable() }
    guard Self.isName(name) else { throw .unknown }
    if let file = files.file(named: name), let table = TimeZoneTable(tzif: file.bytes) {
      return table
    }
    throw files.areInstalled ? .unknown : .noData
  }

  /// Whether a text has the form of an IANA time zone name, such as `Europe/Paris`: words of letters, digits, `_`, `+`
  /// and `-`, separated by slashes. Names in the folders `right` and `posix` are excluded, because these folders
  /// contain variants of all zones.
  private static func isName(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let areWords = parts.allSatisfy { part in
      !part.isEmpty
        && part.utf8.allSatisfy { byte in
          switch byte {
          case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "+"),
            UInt8(ascii: "-"):
            true
          default: false
          }
        }
    }
    return areWords && !["right", "posix", "posixrules", "localtime"].contains(parts[0])
  }
}
