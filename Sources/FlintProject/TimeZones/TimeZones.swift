package import FlintText

package protocol TimeZoneFiles {
  /// TZif, without `..` and a leading slash in the name.
  func file(named name: String) -> SourceText?

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

  /// Not in `right` and `posix`, which have variants of all zones.
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
