import FlintModel
import FlintManifest
import FlintText

/// Valid while files are unchanged. Saves a third of the time of 30 `explain` of 1,000 features.
final class ManifestCache: Sendable {
  private struct Entry: Sendable {
    let path: String
    let source: SourceFile
    let included: [WatchedPath]
    let file: ManifestFile
  }

  private static let limit = 8

  private let entries = Locked<[Entry]>([])

  /// Nil if an included file has changed.
  func file(
    of source: SourceFile, at path: String
  ) -> (file: ManifestFile, included: [WatchedPath])? {
    let found = entries.withLock { entries -> Entry? in
      guard let index = entries.firstIndex(where: { $0.path == path }) else { return nil }
      let entry = entries.remove(at: index)
      entries.append(entry)
      return entry
    }
    guard let found, found.source.path == source.path,
      found.source.text.bytes.elementsEqual(source.text.bytes),
      !found.included.contains(where: \.hasChanged)
    else { return nil }
    return (found.file, found.included)
  }

  func keep(
    _ file: ManifestFile, of source: SourceFile, at path: String, included: [WatchedPath]
  ) {
    let entry = Entry(path: path, source: source, included: included, file: file)
    entries.withLock { entries in
      entries.removeAll { $0.path == path }
      entries.append(entry)
      if entries.count > Self.limit { entries.removeFirst() }
    }
  }
}
