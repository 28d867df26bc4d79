import FlintManifest
import FlintText

/// The relations between files: includes, and the manifest of each scenario and state.
extension Workspace {
  // MARK: Manifests

  /// Returns a manifest with the files that it includes, or nil if there is no such file. The last result is reused if
  /// it is still current.
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
    if let known, known.isInterchangeable(with: reading) {
      known.update(from: reading)
      return known
    }
    readings[path] = reading
    return reading
  }

  /// Returns the path of the manifest that includes a file, directly or indirectly, and is not included itself. Returns
  /// the path of the file if no manifest includes it.
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

  /// Returns the first manifest that includes a file. Only the nearest folder with such a manifest is considered,
  /// starting with the file's own folder and going up.
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

  /// Returns the manifest to which a file with scenarios or a state belongs: the only manifest in the nearest folder
  /// that contains any, starting with the file's own folder and going up. Returns nil if that folder contains several.
  func manifest(for path: String) -> String? {
    for folder in foldersAbove(path) {
      let manifests = jsonFiles(in: folder).filter {
        sniffedContent($0).contains(.manifest) && kind($0) == .manifest && root(of: $0) == $0
      }
      if !manifests.isEmpty { return manifests.count == 1 ? manifests[0] : nil }
    }
    return nil
  }

  /// Returns the kind of a file. If the file's keys do not determine a kind, the result is `manifest` if a manifest
  /// includes the file, and nil otherwise.
  func role(_ path: String) -> FileKind? {
    kind(path) ?? (root(of: path) == path ? nil : .manifest)
  }

  /// Returns the path of the manifest to which a file belongs; nil if there is none.
  func project(of path: String) -> String? {
    switch role(path) {
    case .manifest: root(of: path)
    case .scenarios, .state: manifest(for: path)
    case nil: nil
    }
  }

  /// Returns all files that refer to a manifest's declarations: the manifest, the files it includes, its scenarios and
  /// its states.
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

  /// Returns the paths of the files that a manifest could include but does not include yet.
  func includable(in manifest: String) -> [String] {
    let parts = Set(reading(of: manifest)?.texts.map(\.path) ?? [])
    return jsonFiles(below: Self.folder(of: manifest)).filter {
      !parts.contains($0) && sniffedContent($0, upTo: Self.maxFileSize).contains(.manifest)
    }
  }

  // MARK: Folders

  /// Returns the folder of a file and the folders above it, up to the client's workspace folder.
  private func foldersAbove(_ path: String) -> [String] {
    guard path.utf8.first == UInt8(ascii: "/") else { return [] }
    let end = folders.filter { path.hasPrefix($0 + "/") }.max { $0.utf8.count < $1.utf8.count }
    var found = [Self.folder(of: path)]
    while let last = found.last, last != end, !last.isEmpty, found.count < Self.maxFolderCount {
      found.append(Self.folder(of: last))
    }
    return found
  }

  /// The maximum size, in bytes, of a file on disk that is examined in the search for scenarios, states and files to
  /// include. Files written by hand are smaller.
  private static let maxFileSize = 1 << 24

  /// The maximum total size, in bytes, of the files on disk that are listed for a folder. It limits the time that is
  /// needed to search them for includes, scenarios and states.
  private static let maxTotalSize = 1 << 28

  /// Whether a file is at most as large as `left`, the number of bytes that may still be examined. If so, the file's
  /// size is subtracted from `left`.
  private func fits(_ path: String, _ left: inout Int) -> Bool {
    guard let size = files.stamp(path)?.size, size <= left else { return false }
    left -= size
    return true
  }

  /// The maximum number of folders to search, from a file's own folder upward.
  private static let maxFolderCount = 16

  /// Returns the sorted paths of the JSON files in a folder, including files open in the client. Of the files on disk,
  /// at most the first 1,000 are listed, and only as many as fit into the total size ``maxTotalSize``.
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

  /// Returns the paths of the JSON files in a folder and its subfolders, including files open in the client, up to
  /// limits for the depth, number and size.
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
