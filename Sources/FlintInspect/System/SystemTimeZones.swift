import FlintProject
import FlintText

/// `TZDIR`, else a standard folder, in TZif.
struct SystemTimeZones: TimeZoneFiles {
  private static let usualFolders = ["/usr/share/zoneinfo", "/var/db/timezone/zoneinfo"]

  private let folder: String?

  init() {
    let folders = [POSIX.environment("TZDIR")].compactMap(\.self) + Self.usualFolders
    folder = folders.first { !$0.isEmpty && POSIX.isFolder($0) }
  }

  var areInstalled: Bool { folder != nil }

  func file(named name: String) -> SourceText? {
    guard let folder else { return nil }
    let path = "\(folder)/\(name)"
    // A folder such as `Europe` contains time zones, but is not a time zone. Opening a named pipe would block.
    guard (try? POSIX.status(path))?.isRegular == true else { return nil }
    return try? InputReader.readFile(path)
  }
}
