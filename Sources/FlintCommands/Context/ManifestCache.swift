internal import FlintCore
internal import FlintManifest
internal import FlintText

/// Manifests that calls have read, each for as long as its files have not changed.
final class ManifestCache: Sendable {
  private struct Entry: Sendable {
    let path: String
    let source: SourceFile
    let included: [WatchedPath]
    let file: ManifestFile
  }

  /// How many manifests are kept: a comparison has two, and few people ask about more than some apps at a time.
  private static let limit = 8

  /// The ones used last at the end.
  private let entries = Locked<[Entry]>([])

  /// The manifest that a text is, with the files that it includes; nil where it was not read yet, or one of these has changed
  /// since.
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
