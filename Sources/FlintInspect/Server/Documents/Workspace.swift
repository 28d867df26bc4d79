import FlintManifest
import FlintModel
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

extension Workspace {
  // MARK: Manifests

  /// Cached while no text changes.
  func reading(of path: String) -> ManifestReading? {
    let known = readings[path]
    if current.contains(path) { return known }
    guard let manifest = snapshot(path) else {
      readings[path] = nil
      return nil
    }
    current.insert(path)
    if let known, known.isCurrent(in: self) { return known }
    let reading = ManifestReading(manifest, in: self)
    if let known, known.hasSameContent(as: reading) {
      known.update(from: reading)
      return known
    }
    readings[path] = reading
    return reading
  }

  /// Itself if nothing includes it.
  func root(of path: String) -> String {
    if let known = roots[path] { return known }
    var way = [path]
    while let next = includer(of: way[way.count - 1]) {
      guard let start = way.firstIndex(of: next) else {
        way.append(next)
        continue
      }
      // The files include one another in a cycle, so the one whose path has the fewest folders is used.
      let circle = way[start...].sorted()
      way.append(circle.min { Self.depth($0) < Self.depth($1) } ?? next)
      break
    }
    let root = way[way.count - 1]
    roots[path] = root
    return root
  }

  private func includer(of path: String) -> String? {
    for folder in foldersAbove(path) where jsonFiles(in: folder) != [path] {
      for candidate in includers(in: folder) where candidate != path {
        if reading(of: candidate)?.includes.contains(path) == true { return candidate }
      }
    }
    return nil
  }

  private func includers(in folder: String) -> [String] {
    if let known = includers[folder] { return known }
    let found = jsonFiles(in: folder).filter {
      sniffedContent($0).contains(.includes) && kind($0) == .manifest
    }
    includers[folder] = found
    return found
  }

  private static func depth(_ path: String) -> Int {
    path.utf8.count { $0 == UInt8(ascii: "/") }
  }

  /// The only one in the nearest folder with manifests; nil if there are several.
  func manifest(for path: String) -> String? {
    for folder in foldersAbove(path) {
      let manifests = jsonFiles(in: folder).filter {
        sniffedContent($0).contains(.manifest) && kind($0) == .manifest && root(of: $0) == $0
      }
      if !manifests.isEmpty { return manifests.count == 1 ? manifests[0] : nil }
    }
    return nil
  }

  /// By its keys, else a manifest if one includes it.
  func role(_ path: String) -> FileKind? {
    kind(path) ?? (root(of: path) == path ? nil : .manifest)
  }

  /// Itself for a manifest.
  func project(of path: String) -> String? {
    switch role(path) {
    case .manifest: root(of: path)
    case .scenarios, .state: manifest(for: path)
    case nil: nil
    }
  }

  func files(of manifest: String) -> [String] {
    var found = reading(of: manifest)?.texts.map(\.path) ?? []
    let parts = Set(found)
    for path in jsonFiles(below: Self.folder(of: manifest)) where !parts.contains(path) {
      if sniffedContent(path, upTo: Self.maxFileSize).isDisjoint(with: [.scenarios, .state]) {
        continue
      }
      switch kind(path) {
      case .scenarios, .state: if self.manifest(for: path) == manifest { found.append(path) }
      case .manifest, nil: continue
      }
    }
    return found
  }

  func includable(in manifest: String) -> [String] {
    let parts = Set(reading(of: manifest)?.texts.map(\.path) ?? [])
    return jsonFiles(below: Self.folder(of: manifest)).filter {
      !parts.contains($0) && sniffedContent($0, upTo: Self.maxFileSize).contains(.manifest)
    }
  }

  // MARK: Folders

  private func foldersAbove(_ path: String) -> [String] {
    guard path.utf8.first == UInt8(ascii: "/") else { return [] }
    let end = folders.filter { path.hasPrefix($0 + "/") }.max { $0.utf8.count < $1.utf8.count }
    var found = [Self.folder(of: path)]
    while let last = found.last, last != end, !last.isEmpty, found.count < Self.maxFolderCount {
      found.append(Self.folder(of: last))
    }
    return found
  }

  /// In bytes; people write smaller ones.
  private static let maxFileSize = 1 << 24

  /// In bytes, for a folder.
  private static let maxTotalSize = 1 << 28

  /// Subtracts the size from `left`.
  private func fits(_ path: String, _ left: inout Int) -> Bool {
    guard let size = files.stamp(path)?.size, size <= left else { return false }
    left -= size
    return true
  }

  private static let maxFolderCount = 16

  /// Sorted, open ones included; at most 1,000 from disk, within ``maxTotalSize``.
  private func jsonFiles(in folder: String) -> [String] {
    if let known = jsonFiles[folder] { return known }
    var left = Self.maxTotalSize
    let named = names(in: folder).filter { Self.isJSON($0) }.prefix(1000).map { folder + "/" + $0 }
    var paths = Set(named.filter { fits($0, &left) })
    for path in open.keys where Self.folder(of: path) == folder { paths.insert(path) }
    let found = paths.sorted()
    jsonFiles[folder] = found
    return found
  }

  /// Sorted, open ones included; depth, number and size are limited.
  private func jsonFiles(below folder: String) -> [String] {
    var found = Set(open.keys.filter { $0.hasPrefix(folder + "/") })
    var level = [folder]
    var (left, remainingSize) = (10_000, Self.maxTotalSize)
    for _ in 0..<6 where !level.isEmpty {
      var next: [String] = []
      for folder in level where left > 0 {
        for name in names(in: folder).prefix(left) {
          left -= 1
          let path = folder + "/" + name
          if Self.isJSON(name) {
            if fits(path, &remainingSize) { found.insert(path) }
          } else if !name.hasPrefix("."), name != "node_modules", files.isFolder(path) {
            next.append(path)
          }
        }
      }
      level = next
    }
    return found.sorted()
  }

  private static func isJSON(_ name: String) -> Bool {
    name.hasSuffix(".json") && !name.hasPrefix(".")
  }
}

/// A manifest with all files that can name its declarations.
struct Project {
  let manifest: String
  private let workspace: Workspace

  init?(of path: String, in workspace: Workspace) {
    guard let manifest = workspace.project(of: path) else { return nil }
    self.manifest = manifest
    self.workspace = workspace
  }

  /// Returns the given entity and all entities that must be renamed together with it: a feature, and the bucket that is
  /// named for it, which rollouts of other features can use, too.
  func symbols(named symbol: ManifestSymbol) -> Set<ManifestSymbol> {
    let feature = ManifestSymbol(.feature, symbol.name.text)
    let bucket = ManifestSymbol(.bucket, symbol.name.text)
    guard symbol == feature || symbol == bucket, hasBucket(feature) else { return [symbol] }
    return [feature, bucket]
  }

  /// Whether a feature exists and uses the bucket that is named for it. Assumed if the manifest has errors.
  private func hasBucket(_ feature: ManifestSymbol) -> Bool {
    guard let manifest = file?.manifest else {
      return manifestOccurrences.contains { $0.declares && $0.symbol == feature }
    }
    guard let index = manifest.features.firstIndex(where: { ExactText($0.id) == feature.name })
    else { return false }
    var hasBucket = false
    manifest.features[index].forEachRequirement { constraint in
      if case .requirement(.rollout(let rollout)) = constraint {
        hasBucket = hasBucket || ExactText(manifest.buckets[rollout.bucket]) == feature.name
      }
    }
    return hasBucket
  }

  func occurrences(of symbols: Set<ManifestSymbol>) -> [(
    file: TextSnapshot, occurrences: [SymbolOccurrence]
  )] {
    files.compactMap { file in
      guard let kind = workspace.role(file.path) else { return nil }
      let occurrences = file.occurrences(as: kind).filter { symbols.contains($0.symbol) }
      return occurrences.isEmpty ? nil : (file, occurrences)
    }
  }

  var files: [TextSnapshot] { workspace.files(of: manifest).compactMap { workspace.snapshot($0) } }

  /// By file. Of an included path, whatever its spelling.
  func occurrences(
    like occurrence: SymbolOccurrence, in file: TextSnapshot
  ) -> [(file: TextSnapshot, occurrences: [SymbolOccurrence])] {
    guard occurrence.symbol.kind == .file else {
      return occurrences(of: symbols(named: occurrence.symbol))
    }
    guard let included = includedFile(at: occurrence, in: file) else { return [] }
    return allTexts.compactMap { file in
      let occurrences = file.occurrences(as: .manifest).filter {
        self.includedFile(at: $0, in: file) === included
      }
      return occurrences.isEmpty ? nil : (file, occurrences)
    }
  }

  func includedFile(at occurrence: SymbolOccurrence, in file: TextSnapshot) -> TextSnapshot? {
    guard occurrence.symbol.kind == .file else { return nil }
    let path = Workspace.folder(of: file.path) + "/" + occurrence.symbol.name.text
    guard let real = workspace.realPath(path) else { return nil }
    return allTexts.first { workspace.realPath($0.path) == real }
  }

  /// Relative to the file's folder.
  func includable(in file: TextSnapshot) -> [String] {
    let folder = Workspace.folder(of: file.path).split(separator: "/")
    return workspace.includable(in: manifest).filter { $0 != file.path }.map { path in
      let parts = path.split(separator: "/")
      let common = zip(folder, parts).prefix { $0 == $1 }.count
      return String(repeating: "../", count: folder.count - common)
        + parts[common...].joined(separator: "/")
    }
  }

  /// None of a team.
  func declarations(of symbols: Set<ManifestSymbol>) -> [(
    file: TextSnapshot, occurrence: SymbolOccurrence
  )] {
    allTexts.flatMap { file in
      file.occurrences(as: .manifest).filter { $0.declares && symbols.contains($0.symbol) }
        .map { (file, $0) }
    }
  }

  /// In the order of the files.
  /// - Parameter parent: A level's group, for example.
  func names(_ kind: NameKind, parent: String?) -> [String] {
    var names = NameIndex()
    // Teams and buckets need no declaration; it suffices that they are named.
    let isUse = kind == .team || kind == .bucket
    for occurrence in manifestOccurrences
    where occurrence.symbol.kind == kind && (occurrence.declares || isUse) {
      if occurrence.symbol.parent == parent.map({ ExactText($0) }) {
        names.insert(occurrence.symbol.name.text)
      }
    }
    return names.names
  }

  /// Teams and buckets are taken once used.
  func isTaken(_ symbol: ManifestSymbol) -> Bool {
    manifestOccurrences.contains {
      $0.symbol == symbol && ($0.declares || symbol.kind == .team || symbol.kind == .bucket)
    } || symbol.kind == .bucket && hasBucket(ManifestSymbol(.feature, symbol.name.text))
  }

  var allTexts: [TextSnapshot] { workspace.reading(of: manifest)?.texts ?? [] }

  /// Nil after errors.
  var file: ManifestFile? { workspace.reading(of: manifest)?.file }

  private var manifestOccurrences: [SymbolOccurrence] {
    allTexts.flatMap { $0.occurrences(as: .manifest) }
  }
}
