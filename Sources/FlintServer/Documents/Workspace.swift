import FlintManifest
import FlintText

/// The texts that the client has open, and the files behind them.
final class Workspace {
  let files: ServerFiles
  var encoding = PositionEncoding.utf16

  /// The folders that the client works in.
  var folders: [String] = []

  /// By their paths.
  private(set) var open: [String: OpenDocument] = [:]

  /// Open texts whose files have another path once all links are followed, by that path.
  private var aliases: [String: String] = [:]

  /// What stands in files that are not open, as they were when last looked at.
  private var known: [String: Known] = [:]

  private struct Known {
    var stamp: ServerFiles.Stamp
    /// Nil where it cannot be read.
    var snapshot: TextSnapshot?
    /// Since when the stamp is known.
    var look: Int
  }

  /// What files looked like of which nothing more is kept.
  private var sniffedContents:
    [String: (stamp: ServerFiles.Stamp, sniffedContent: SniffedContent)] = [:]

  /// How often the client has said something, which is when files are looked at again.
  private var look = 0

  /// How often something was said that goes with other files being there.
  private(set) var folderLook = 0

  private var names: [String: [String]] = [:]

  /// JSON files in folders, open ones too, and those that may include others.
  var jsonFiles: [String: [String]] = [:]
  var includers: [String: [String]] = [:]

  private var realPaths: [String: String?] = [:]

  /// Manifests as they were last read, by their paths.
  var readings: [String: ManifestReading] = [:]

  /// Those that are known to be up to date, and the manifests that files are part of.
  var current: Set<String> = []
  var roots: [String: String] = [:]

  init(files: ServerFiles) { self.files = files }

  // MARK: What may have changed

  /// The client has said something: files may be others than they were.
  func lookAgain() {
    look += 1
    current = []
    roots = [:]
    includers = [:]
  }

  /// Files may have come, gone or been moved.
  func lookIntoFolders() {
    lookAgain()
    folderLook += 1
    names = [:]
    jsonFiles = [:]
    realPaths = [:]
  }

  // MARK: Open texts

  func open(_ document: OpenDocument) {
    open[document.path] = document
    lookIntoFolders()
    if let path = files.realPath(document.path), path != document.path {
      aliases[path] = document.path
    }
  }

  func close(_ path: String) -> OpenDocument? {
    aliases = aliases.filter { $0.value != path }
    defer { lookIntoFolders() }
    return open.removeValue(forKey: path)
  }

  func update(_ path: String, _ body: (inout OpenDocument) -> Bool) -> Bool? {
    guard var document = open.removeValue(forKey: path) else { return nil }
    lookAgain()
    defer { open[path] = document }
    return body(&document)
  }

  // MARK: Texts

  /// The text of a file, open or not.
  func snapshot(_ path: String) -> TextSnapshot? {
    if let document = open[path] { return document.snapshot }
    let old = known[path]
    if let old, old.look == look { return old.snapshot }
    guard let stamp = files.stamp(path) else {
      known[path] = nil
      return nil
    }
    var file = Known(stamp: stamp, snapshot: old?.snapshot, look: look)
    if old?.stamp != stamp {
      let text = try? files.read(path).get()
      file.snapshot = text.map { TextSnapshot(path: path, text: $0, encoding: encoding) }
    }
    known[path] = file
    return file.snapshot
  }

  /// What a file is by its text.
  func kind(_ path: String) -> FileKind? { open[path]?.kind ?? snapshot(path)?.kind }

  /// What a file may be, which is known of many at little cost.
  func sniffedContent(_ path: String, upTo limit: Int = 1 << 27) -> SniffedContent {
    if let document = open[path] { return document.snapshot.sniffedContent }
    guard let stamp = files.stamp(path), stamp.size <= limit else { return [] }
    if let known = sniffedContents[path], known.stamp == stamp { return known.sniffedContent }
    let sniffedContent = (try? files.read(path).get()).map { SniffedContent($0) } ?? []
    sniffedContents[path] = (stamp, sniffedContent)
    return sniffedContent
  }

  // MARK: Paths

  /// The path that tells a file from all others; a text that has no file yet stands in its folder.
  func realPath(_ path: String) -> String? {
    if let known = realPaths[path] { return known }
    var found = files.realPath(path)
    if found == nil, let place = Self.normalized(path), open[place] != nil,
      let folder = files.realPath(Self.folder(of: place) + "/")
    {
      found = (folder == "/" ? "" : folder) + place.dropFirst(Self.folder(of: place).count)
    }
    realPaths[path] = .some(found)
    return found
  }

  /// The path under which a file is open, if it is.
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

  /// A path from the root without `.` and `..`; nil for what names no file.
  static func normalized(_ path: String) -> String? {
    guard path.utf8.first == UInt8(ascii: "/") else { return nil }
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part != ".." { parts.append(part) } else if parts.popLast() == nil { return nil }
    }
    return "/" + parts.joined(separator: "/")
  }
}
