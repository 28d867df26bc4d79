import FlintManifest
import FlintText

/// The relations between files: which files a manifest includes, and to which manifest scenarios and states belong.
extension Workspace {
  // MARK: Manifests

  /// Returns the result of reading a manifest and the files that it includes; nil if there is no such file. The result
  /// is cached as long as no text changes.
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

  /// Returns the path of the main file of a manifest: the file that includes the given file, directly or through other
  /// files, and that no other file includes. If no file includes the given file, returns its own path.
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

  /// Returns the path of the first file that includes the given file; nil if there is none. The search begins in the
  /// folder of the given file and continues in the folders above it.
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

  /// Returns the path of the manifest to which a file with scenarios or a state belongs. This is the only manifest in
  /// the file's own folder or, if this folder contains none, in the nearest folder above it that contains one. Returns
  /// nil if this folder contains several manifests.
  func manifest(for path: String) -> String? {
    for folder in foldersAbove(path) {
      let manifests = jsonFiles(in: folder).filter {
        sniffedContent($0).contains(.manifest) && kind($0) == .manifest && root(of: $0) == $0
      }
      if !manifests.isEmpty { return manifests.count == 1 ? manifests[0] : nil }
    }
    return nil
  }

  /// Returns the kind of a file. It is determined by the keys in the file. A file without such keys is a `manifest` if
  /// a manifest includes it; otherwise the result is nil.
  func role(_ path: String) -> FileKind? {
    kind(path) ?? (root(of: path) == path ? nil : .manifest)
  }

  /// Returns the path of the manifest to which an included file, a file of scenarios or a state belongs; nil if there
  /// is none. For a manifest, returns its own path.
  func project(of path: String) -> String? {
    switch role(path) {
    case .manifest: root(of: path)
    case .scenarios, .state: manifest(for: path)
    case nil: nil
    }
  }

  /// Returns the paths of all files that can contain names of a manifest's declarations: the manifest itself, the files
  /// that it includes, its scenarios and its states.
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

  /// Returns the paths of the files that a manifest could include, and does not include yet.
  func includable(in manifest: String) -> [String] {
    let parts = Set(reading(of: manifest)?.texts.map(\.path) ?? [])
    return jsonFiles(below: Self.folder(of: manifest)).filter {
      !parts.contains($0) && sniffedContent($0, upTo: Self.maxFileSize).contains(.manifest)
    }
  }

  // MARK: Folders

  /// Returns the folder of a file and the folders above it, the innermost first. The last one is the folder that the
  /// user has opened in the editor, but there are at most ``maxFolderCount`` folders.
  private func foldersAbove(_ path: String) -> [String] {
    guard path.utf8.first == UInt8(ascii: "/") else { return [] }
    let end = folders.filter { path.hasPrefix($0 + "/") }.max { $0.utf8.count < $1.utf8.count }
    var found = [Self.folder(of: path)]
    while let last = found.last, last != end, !last.isEmpty, found.count < Self.maxFolderCount {
      found.append(Self.folder(of: last))
    }
    return found
  }

  /// The maximum size in bytes of a file on disk that is read to find out whether it is a manifest, scenarios or a
  /// state. Files that people write are smaller.
  private static let maxFileSize = 1 << 24

  /// The maximum total size in bytes of the files in a folder that are read to find manifests, scenarios and states. It
  /// limits the time that this takes.
  private static let maxTotalSize = 1 << 28

  /// Returns whether a file is small enough to be read: its size is at most `left`, the number of bytes that may still
  /// be read in a folder. If so, subtracts the size from `left`.
  private func fits(_ path: String, _ left: inout Int) -> Bool {
    guard let size = files.stamp(path)?.size, size <= left else { return false }
    left -= size
    return true
  }

  /// The maximum number of folders in which the server looks for the manifest to which a file belongs: the folder of
  /// the file, and the folders above it.
  private static let maxFolderCount = 16

  /// Returns the sorted paths of the JSON files in a folder, without its subfolders. Files that are open in the client
  /// are included, even if they have not been saved. Of the files on disk, only the first 1,000 are included, and only
  /// as long as their total size is at most ``maxTotalSize``, because reading more would take too long.
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

  /// Returns the sorted paths of the JSON files in a folder and its subfolders. Files that are open in the client are
  /// included, even if they have not been saved. The depth of the subfolders, and the number and the total size of the
  /// files are limited, because reading more would take too long.
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
