package import FlintText

/// The files of one revision, or of the Git index (the staging area). Each can be looked up by its path.
package struct GitSnapshot {
  /// The result of looking up a path: a file, folder or other entry.
  package struct Found: Equatable, Sendable {
    /// The path of the file, folder or other entry that was found, with all symbolic links resolved.
    package let path: GitPath
    package let entry: GitEntry
  }

  package let root: GitFolder
  private let objects: any GitObjects

  /// The maximum number of symbolic links that are followed for one path. Linux has the same limit.
  private static let linkLimit = 40

  package init(root: GitFolder, of objects: any GitObjects) {
    self.root = root
    self.objects = objects
  }

  /// Looks up a path as `git show` does: symbolic links are not followed, and `.` and `..` are ordinary names.
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

  /// Looks up a path as a file system does: symbolic links are followed, and `.` and `..` are resolved.
  ///
  /// - Returns: Nil if nothing exists at the path, if the path or one of its links leads out of the repository, or if
  ///   the path leads through more than 40 links.
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

  /// Returns the content of a file. `id` is the id of the Git object that contains it.
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
