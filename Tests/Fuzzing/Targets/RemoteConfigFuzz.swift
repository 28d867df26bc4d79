import FlintManifest
import FlintProject
import FlintText

/// Imports Remote Config templates. The result must be a valid manifest.
enum RemoteConfigFuzz: FuzzTarget {
  /// A system without time zone files, which knows only UTC.
  private struct NoZones: TimeZoneFiles {
    var areInstalled: Bool { true }
    func path(of zone: String) -> String? { nil }
  }

  static func run(_ input: [UInt8]) {
    let part: RemoteConfigPart
    do {
      guard
        case .remoteConfigTemplate(let read) = try ImportedFile(
          source(input), timeZones: NoZones())
      else { return }
      part = read
    } catch {
      return check(error)
    }
    if !part.notes.isEmpty { check(InvalidInput(part.source, part.notes)) }
    var sink = ByteSink()
    part.write(to: &sink)
    let written = sink.string
    guard (try? ManifestFile(source(written.utf8))) != nil else {
      fatalError("the imported part is not a valid manifest: \(written)")
    }
  }
}
