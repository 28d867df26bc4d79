import FlintManifest
import FlintProject
import FlintText

/// Imports Remote Config templates. The result must be a valid manifest, and the manifest it is added to must contain
/// it.
enum RemoteConfigFuzz: FuzzTarget {
  /// A system without time zone files, which knows only UTC.
  private struct NoZones: TimeZoneFiles {
    var areInstalled: Bool { true }
    func file(named name: String) -> SourceText? { nil }
  }

  private static let manifests = [
    #"{"manifestVersion":1}"#,
    "{\r\n\t\"manifestVersion\": 1,\r\n\t\"conditions\": [\r\n\t]\r\n}",
    """
    {
      "manifestVersion": 1,
      "attributes": [
        { "id": "device.country", "type": "text", "owner": "developer" }
      ],
      "conditions": [
        { "id": "remote.when.a", "is": { "attributes": { "device.country": "FR" } } }
      ]
    }
    """,
  ]

  static func run(_ input: [UInt8]) {
    let template: RemoteConfigTemplate
    do {
      guard
        case .remoteConfigTemplate(let read) = try ImportedFile(
          source(input), timeZones: NoZones())
      else { return }
      template = read
    } catch {
      return check(error)
    }
    let part = RemoteConfigPart(template)
    if !part.notes.isEmpty { check(InvalidInput(template.source, part.notes)) }
    var sink = ByteSink()
    part.write(to: &sink)
    let written = sink.string
    guard (try? ManifestFile(source(written.utf8))) != nil else {
      fatalError("the imported part is not a valid manifest: \(written)")
    }
    for text in manifests {
      guard let file = try? ManifestFile(source(text.utf8)) else { fatalError(text) }
      let insertion: PartInsertion
      do {
        insertion = try PartInsertion(of: part, into: file)
      } catch {
        check(error)
        continue
      }
      var sink = ByteSink()
      insertion.write(0, to: &sink)
      let written = sink.string
      guard let again = try? ManifestFile(source(written.utf8)) else {
        fatalError("cannot read a manifest with the imported part: \(written)")
      }
      let rest = (try? PartInsertion(of: part, into: again))?.changedFiles
      hold(rest, equals: [], "a second import has nothing to add")
    }
  }
}
