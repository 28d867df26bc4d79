import FlintText

/// The texts that the client has open, and the files behind them.
final class Workspace {
  private let files: ServerFiles
  var encoding = PositionEncoding.utf16

  /// The folders that the client works in.
  var folders: [String] = []

  /// By their paths.
  private(set) var open: [String: OpenDocument] = [:]

  /// What stands in files that are not open, as they were when last looked at.
  private var known: [String: (stamp: ServerFiles.Stamp, snapshot: TextSnapshot?)] = [:]

  init(files: ServerFiles) { self.files = files }

  // MARK: Open texts

  func open(_ document: OpenDocument) { open[document.path] = document }

  func close(_ path: String) -> OpenDocument? { open.removeValue(forKey: path) }

  func update(_ path: String, _ body: (inout OpenDocument) -> Bool) -> Bool? {
    guard var document = open.removeValue(forKey: path) else { return nil }
    defer { open[path] = document }
    return body(&document)
  }

  // MARK: Texts

  /// The text of a file, open or not.
  func snapshot(_ path: String) -> TextSnapshot? {
    if let document = open[path] { return document.snapshot }
    guard let stamp = files.stamp(path) else {
      known[path] = nil
      return nil
    }
    if let known = known[path], known.stamp == stamp { return known.snapshot }
    let snapshot = files.read(path).map {
      TextSnapshot(path: path, text: $0, encoding: encoding)
    }
    known[path] = (stamp, snapshot)
    return snapshot
  }

  /// What a file is.
  func kind(_ path: String) -> FileKind? { open[path]?.kind ?? snapshot(path)?.kind }

  // MARK: Manifests

  /// The manifest that a file of scenarios or a state belongs to: the only one in the nearest folder at or above it.
  func manifest(for path: String) -> String? {
    guard path.hasPrefix("/") else { return nil }
    let root = folders.filter { path.hasPrefix($0 + "/") }.max { $0.utf8.count < $1.utf8.count }
    var folder = Self.folder(of: path)
    while true {
      let manifests = manifests(in: folder)
      if !manifests.isEmpty { return manifests.count == 1 ? manifests[0] : nil }
      if folder == root || folder.isEmpty { return nil }
      folder = Self.folder(of: folder)
    }
  }

  private func manifests(in folder: String) -> [String] {
    var paths = Set(
      files.names(folder).filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }
        .map { folder + "/" + $0 })
    for path in open.keys where Self.folder(of: path) == folder { paths.insert(path) }
    return paths.sorted().filter { isManifest($0) }
  }

  private func isManifest(_ path: String) -> Bool {
    if let document = open[path] { return document.kind == .manifest }
    guard let snapshot = snapshot(path) else { return false }
    // What has no such key anywhere need not be read.
    return snapshot.text.contains("\"manifestVersion\"") && snapshot.kind == .manifest
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }
}
