import FlintManifest
import FlintText

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
