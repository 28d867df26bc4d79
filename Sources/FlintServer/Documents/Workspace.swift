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

  private var manifests: [String: (texts: [TextSnapshot], file: ManifestFile?)] = [:]

  /// The manifest in a file and all that it includes; nil while there are errors.
  func manifestFile(_ path: String) -> ManifestFile? {
    let texts = parts(of: path).compactMap { snapshot($0) }
    if let known = manifests[path], known.texts.elementsEqual(texts, by: ===) { return known.file }
    guard let manifest = texts.first else { return nil }
    let file = try? ManifestFile(manifest.source, including: IncludedFiles(workspace: self))
    manifests[path] = (texts, file)
    return file
  }

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

  /// Every file that speaks of what a manifest declares: it, what it includes, its scenarios and its states.
  func files(of manifest: String) -> [String] {
    var found = parts(of: manifest)
    let others = candidates(below: Self.folder(of: manifest)).filter { !found.contains($0) }
    for path in others {
      switch kind(path) {
      case .scenarios, .state: if self.manifest(for: path) == manifest { found.append(path) }
      case .manifest, nil: continue
      }
    }
    return found
  }

  /// The manifest and the files that it includes.
  func parts(of manifest: String) -> [String] {
    guard let text = snapshot(manifest), text.text.contains("\"include\"") else {
      return [manifest]
    }
    let including = IncludedFiles(workspace: self)
    do throws(InvalidInput) {
      return try ManifestFile(text.source, including: including).source.files.map(\.path)
    } catch {
      return error.source.files.map(\.path)
    }
  }

  /// The manifest that a file is, is a part of, or is read with.
  func project(of path: String) -> String? {
    switch kind(path) {
    case .manifest: path
    case .scenarios, .state: manifest(for: path)
    case nil: nil
    }
  }

  /// JSON files in a folder and its folders, open ones too: as far down, and as many, as people keep beside a manifest.
  private func candidates(below folder: String) -> [String] {
    var found = Set(open.keys.filter { $0.hasPrefix(folder + "/") })
    var level = [folder]
    var left = 10_000
    for _ in 0..<6 where !level.isEmpty {
      var next: [String] = []
      for folder in level where left > 0 {
        for name in files.names(folder) where !name.hasPrefix(".") && name != "node_modules" {
          left -= 1
          let path = folder + "/" + name
          if name.hasSuffix(".json") {
            if isOurs(path) { found.insert(path) }
          } else if files.isFolder(path) {
            next.append(path)
          }
        }
      }
      level = next
    }
    return found.sorted()
  }

  /// Whether a file may hold scenarios or a state; what says neither anywhere need not be read.
  private func isOurs(_ path: String) -> Bool {
    if open[path] != nil { return true }
    guard let stamp = files.stamp(path), stamp.size < 1 << 24, let text = snapshot(path)?.text
    else { return false }
    return text.contains("\"scenarioVersion\"") || text.contains("flint-state.schema.json\"")
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
