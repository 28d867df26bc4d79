package import FlintText

/// The files of a revision or of the index.
package struct GitSnapshot {
  package struct Found: Equatable, Sendable {
    /// Links resolved.
    package let path: GitPath
    package let entry: GitEntry
  }

  package let root: GitFolder
  private let objects: any GitObjects

  private static let linkLimit = 40

  package init(root: GitFolder, of objects: any GitObjects) {
    self.root = root
    self.objects = objects
  }

  /// As `git show`: without links, `.` and `..` as names.
  package func entry(at path: GitPath) throws(GitProblem) -> GitEntry? {
    var entry = GitEntry.folder(root)
    for name in path.names {
      guard case .folder(let folder) = entry, let next = try lookUp(name, in: folder) else {
        return nil
      }
      entry = next
    }
    return entry
  }

  /// As a file system. Nil if nothing is there, it leads out, or after 40 links.
  package func resolve(_ path: GitPath) throws(GitProblem) -> Found? {
    var rest = Array(path.names.reversed())
    var way: [(name: [UInt8], folder: GitFolder)] = []
    var links = 0
    while let name = rest.popLast() {
      if name.isEmpty || name == GitPath.here { continue }
      if name == GitPath.above {
        if way.popLast() == nil { return nil }
        continue
      }
      guard let entry = try lookUp(name, in: way.last?.folder ?? root) else { return nil }
      switch entry {
      case .folder(let folder): way.append((name, folder))
      case .link(let id):
        links += 1
        let target = try self.target(of: id)
        guard links <= Self.linkLimit, target.first != UInt8(ascii: "/") else { return nil }
        rest += GitPath(bytes: target).names.reversed()
      case .file, .submodule:
        guard rest.allSatisfy(\.isEmpty) else { return nil }
        return Found(path: GitPath(way.map(\.name) + [name]), entry: entry)
      }
    }
    return Found(path: GitPath(way.map(\.name)), entry: .folder(way.last?.folder ?? root))
  }

  /// Returns the sorted names of the files and folders in a folder.
  package func names(in folder: GitFolder) throws(GitProblem) -> [[UInt8]] {
    let names =
      switch folder {
      case .tree(let id): try objects.tree(id).names
      case .listed(let entries): Array(entries.keys)
      }
    return names.sorted { $0.lexicographicallyPrecedes($1) }
  }

  package func read(_ id: String) throws(GitProblem) -> SourceText {
    try objects.object(id, .blob).content
  }

  package func target(of link: String) throws(GitProblem) -> [UInt8] {
    let text = try read(link)
    return withExtendedLifetime(text) { Array(text.bytes) }
  }

  private func lookUp(_ name: [UInt8], in folder: GitFolder) throws(GitProblem) -> GitEntry? {
    switch folder {
    case .tree(let id): try objects.tree(id).entry(named: name)
    case .listed(let entries): entries[name]
    }
  }
}
