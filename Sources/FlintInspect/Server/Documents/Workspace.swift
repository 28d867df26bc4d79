import FlintManifest
import FlintText

/// Open texts, and cached ones from disk.
final class Workspace {
  let files: ServerFiles
  var encoding = PositionEncoding.utf16

  var folders: [String] = []

  private(set) var open: [String: OpenDocument] = [:]

  private var aliases: [String: String] = [:]

  private var known: [String: CachedFile] = [:]

  private struct CachedFile {
    var stamp: ServerFiles.Stamp
    var snapshot: TextSnapshot?
    /// ``Workspace/generation`` when last compared with the disk.
    var generation: Int
  }

  private var sniffedContents:
    [String: (stamp: ServerFiles.Stamp, sniffedContent: SniffedContent)] = [:]

  private var generation = 0

  private(set) var folderGeneration = 0

  private var names: [String: [String]] = [:]

  /// By folder, open ones included.
  var jsonFiles: [String: [String]] = [:]

  /// By folder.
  var includers: [String: [String]] = [:]

  private var realPaths: [String: String?] = [:]

  /// Without it, a hover in a manifest of 20 files takes 2.8 ms instead of 0.1 ms.
  var readings: [String: ManifestReading] = [:]

  var current: Set<String> = []

  /// Itself if nothing includes it.
  var roots: [String: String] = [:]

  init(files: ServerFiles) { self.files = files }

  // MARK: Invalidation

  /// Before each message: the disk may have changed.
  func invalidateTexts() {
    generation += 1
    current = []
    roots = [:]
    includers = [:]
  }

  /// After files may have come, gone or moved.
  func invalidateFolders() {
    invalidateTexts()
    folderGeneration += 1
    names = [:]
    jsonFiles = [:]
    realPaths = [:]
  }

  // MARK: Open texts

  func open(_ document: OpenDocument) {
    open[document.path] = document
    invalidateFolders()
    if let path = files.realPath(document.path), path != document.path {
      aliases[path] = document.path
    }
  }

  func close(_ path: String) -> OpenDocument? {
    aliases = aliases.filter { $0.value != path }
    defer { invalidateFolders() }
    return open.removeValue(forKey: path)
  }

  func update(_ path: String, _ body: (inout OpenDocument) -> Bool) -> Bool? {
    guard var document = open.removeValue(forKey: path) else { return nil }
    invalidateTexts()
    defer { open[path] = document }
    return body(&document)
  }

  // MARK: Texts

  /// The open text, else the disk's.
  func snapshot(_ path: String) -> TextSnapshot? {
    if let document = open[path] { return document.snapshot }
    let old = known[path]
    if let old, old.generation == generation { return old.snapshot }
    guard let stamp = files.stamp(path) else {
      known[path] = nil
      return nil
    }
    var file = CachedFile(stamp: stamp, snapshot: old?.snapshot, generation: generation)
    if old?.stamp != stamp {
      let text = try? files.read(path).get()
      file.snapshot = text.map { TextSnapshot(path: path, text: $0, encoding: encoding) }
    }
    known[path] = file
    return file.snapshot
  }

  func kind(_ path: String) -> FileKind? { open[path]?.kind ?? snapshot(path)?.kind }

  /// Empty if larger than `limit` bytes.
  func sniffedContent(_ path: String, upTo limit: Int = 1 << 27) -> SniffedContent {
    if let document = open[path] { return document.snapshot.sniffedContent }
    guard let stamp = files.stamp(path), stamp.size <= limit else { return [] }
    if let known = sniffedContents[path], known.stamp == stamp { return known.sniffedContent }
    let sniffedContent = (try? files.read(path).get()).map { SniffedContent($0) } ?? []
    sniffedContents[path] = (stamp, sniffedContent)
    return sniffedContent
  }

  // MARK: Paths

  /// Of an unsaved file, its folder's links.
  func realPath(_ path: String) -> String? {
    if let known = realPaths[path] { return known }
    var found = files.realPath(path)
    if found == nil, let path = Self.normalized(path), open[path] != nil,
      let folder = files.realPath(Self.folder(of: path) + "/")
    {
      found = (folder == "/" ? "" : folder) + path.dropFirst(Self.folder(of: path).count)
    }
    realPaths[path] = .some(found)
    return found
  }

  /// Itself if not open.
  func pathOfText(_ path: String) -> String {
    if open[path] != nil { return path }
    guard let real = realPath(path) else { return path }
    return open[real] == nil ? aliases[real] ?? path : real
  }

  func names(in folder: String) -> [String] {
    if let known = names[folder] { return known }
    let found = files.names(folder)
    names[folder] = found
    return found
  }

  static func folder(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
  }

  /// Nil if relative, or above the root.
  static func normalized(_ path: String) -> String? {
    guard path.utf8.first == UInt8(ascii: "/") else { return nil }
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part != ".." { parts.append(part) } else if parts.popLast() == nil { return nil }
    }
    return "/" + parts.joined(separator: "/")
  }
}
