/// An object as `git cat-file --batch` prints it.
package struct GitObject: Sendable {
  package enum Kind: String, Sendable {
    case blob, tree, commit, tag
  }

  package enum Header: Equatable, Sendable {
    case object(id: String, Kind, size: Int)

    /// Git has no object of the requested name, or several.
    case none
  }

  package let id: String
  package let kind: Kind
  package let content: SourceText

  package init(id: String, kind: Kind, content: SourceText) {
    self.id = id
    self.kind = kind
    self.content = content
  }

  /// Reads `HASH blob 12` or `NAME missing`; nil for other lines.
  package static func header(_ line: String) -> Header? {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    if words.last == "missing" || words.last == "ambiguous" { return Header.none }
    // An id has 40 hexadecimal digits, or 64 for SHA-256.
    guard words.count == 3, [40, 64].contains(words[0].utf8.count),
      words[0].allSatisfy({ "0"..."9" ~= $0 || "a"..."f" ~= $0 }),
      let kind = Kind(rawValue: String(words[1])), let size = Int(words[2]), size >= 0
    else { return nil }
    return .object(id: String(words[0]), kind, size: size)
  }

  /// In bytes; manifests have a few hundred kilobytes at most.
  package static let sizeLimit = 1 << 30

  /// The entries of a tree, by name. Each has a mode in octal digits, a space, a name, a zero byte,
  /// and the bytes of an id. Entries after a malformed one are missing.
  package var entries: [[UInt8]: GitEntry] {
    withExtendedLifetime(content) {
      let idLength = id.utf8.count / 2
      let digits = Array("0123456789abcdef".utf8)
      var entries: [[UInt8]: GitEntry] = [:]
      var rest = content.bytes[...]
      while let space = rest.firstIndex(of: UInt8(ascii: " ")),
        let end = rest[space...].firstIndex(of: 0), rest.endIndex - end > idLength
      {
        let mode = rest[..<space].reduce(0) { ($0 << 3 | Int($1 & 7)) & 0o777_7777 }
        let id = rest[(end + 1)...].prefix(idLength)
          .flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        entries[Array(rest[(space + 1)..<end])] = GitEntry(
          mode: mode, id: String(decoding: id, as: UTF8.self))
        rest = rest[(end + 1 + idLength)...]
      }
      return entries
    }
  }
}

package protocol GitObjects: AnyObject {
  /// - Throws: ``GitProblem/missingObject(_:)``, or ``GitProblem/malformedObject(_:)`` if the
  ///   object is of another kind.
  func object(_ id: String, _ kind: GitObject.Kind) throws(GitProblem) -> GitObject

  /// A tree's entries. Must be cached, because callers look up one name at a time. `git cat-file`
  /// cannot look up paths instead: it scans the tree for each path, which takes quadratic time for
  /// the files of one folder.
  func entries(ofTree id: String) throws(GitProblem) -> [[UInt8]: GitEntry]
}

package enum GitEntry: Equatable, Sendable {
  case file(id: String)

  /// A symbolic link. The object's content is the target's path.
  case link(id: String)
  case folder(GitFolder)

  case submodule

  /// As in Unix, the upper bits of the mode are the type.
  init(mode: Int, id: String) {
    switch mode & 0o170000 {
    case 0o040000: self = .folder(.tree(id: id))
    case 0o120000: self = .link(id: id)
    case 0o160000: self = .submodule
    default: self = .file(id: id)
    }
  }
}

package enum GitFolder: Equatable, Sendable {
  case tree(id: String)

  /// A folder of the index: its files and folders by name.
  case listed([[UInt8]: GitEntry])

  /// Reads the output of `git ls-files --stage -z`. It has `MODE ID STAGE<tab>PATH<zero>` for each
  /// file.
  /// - Parameter stage: 1 to 3 in a conflict. Files that lack this stage are taken from stage 0.
  package init(index output: [UInt8], stage: Int) {
    let files = output.split(separator: 0).compactMap { record -> IndexedFile? in
      guard let tab = record.firstIndex(of: UInt8(ascii: "\t")) else { return nil }
      let head = record[..<tab].split(separator: UInt8(ascii: " "))
        .map { String(decoding: $0, as: UTF8.self) }
      guard head.count == 3, let mode = Int(head[0], radix: 8),
        head[2] == "0" || head[2] == String(stage)
      else { return nil }
      let path = record[(tab + 1)...].split(separator: UInt8(ascii: "/")).map { Array($0) }
      return (path[...], GitEntry(mode: mode, id: head[1]))
    }
    self.init(files)
  }

  private typealias IndexedFile = (path: ArraySlice<[UInt8]>, entry: GitEntry)

  private init(_ files: [IndexedFile]) {
    let named = Dictionary(grouping: files) { $0.path.first ?? [] }
    self = .listed(
      named.mapValues { files in
        if let file = files.first, file.path.count == 1 { return file.entry }
        return .folder(GitFolder(files.map { ($0.path.dropFirst(), $0.entry) }))
      })
  }
}

/// A path whose names are bytes, because Git defines no encoding.
package struct GitPath: Equatable, Sendable {
  package var names: [[UInt8]]

  package static let root = GitPath([])

  package init(_ names: [[UInt8]]) { self.names = names }

  /// Splits the path at slashes. Two adjacent slashes give an empty name.
  package init(bytes: some Sequence<UInt8>) {
    names = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { Array($0) }
  }

  package var bytes: [UInt8] { Array(names.joined(separator: [UInt8(ascii: "/")])) }

  /// The path from the root, without empty names, `.` and `..`. Nil if it leads out of the
  /// repository.
  package func normalized(from folder: GitPath = .root) -> GitPath? {
    var result = folder
    for name in names {
      switch name {
      case [], Self.here: continue
      case Self.above: if result.names.popLast() == nil { return nil }
      default: result.names.append(name)
      }
    }
    return result
  }

  static let here = Array(".".utf8)
  package static let above = Array("..".utf8)
}

/// The files of a revision or of the index.
package struct GitSnapshot {
  package struct Found: Equatable, Sendable {
    /// The path with links resolved.
    package let path: GitPath
    package let entry: GitEntry

    /// Folders with equal paths are the same, even if their content differs.
    package func isSame(as other: Found?) -> Bool {
      if case .folder = entry, case .folder = other?.entry { return path == other?.path }
      return self == other
    }
  }

  package let root: GitFolder
  private let objects: any GitObjects

  private static let linkLimit = 40

  package init(root: GitFolder, of objects: any GitObjects) {
    self.root = root
    self.objects = objects
  }

  /// Finds a path as `git show` does. Does not follow links; `.` and `..` are names.
  package func entry(at path: GitPath) throws(GitProblem) -> GitEntry? {
    var entry = GitEntry.folder(root)
    for name in path.names {
      guard case .folder(let folder) = entry, let next = try entries(of: folder)[name] else {
        return nil
      }
      entry = next
    }
    return entry
  }

  /// Finds a path as a file system does. Nil if nothing is there, if the path leads out of the
  /// repository, or after 40 links.
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
      guard let entry = try entries(of: way.last?.folder ?? root)[name] else { return nil }
      switch entry {
      case .folder(let folder): way.append((name, folder))
      case .link(let id):
        links += 1
        let target = try self.target(of: id)
        guard links <= Self.linkLimit, target.first != "/" else { return nil }
        rest += GitPath(bytes: target).names.reversed()
      case .file, .submodule:
        guard rest.allSatisfy(\.isEmpty) else { return nil }
        return Found(path: GitPath(way.map(\.name) + [name]), entry: entry)
      }
    }
    return Found(path: GitPath(way.map(\.name)), entry: .folder(way.last?.folder ?? root))
  }

  package func entries(of folder: GitFolder) throws(GitProblem) -> [[UInt8]: GitEntry] {
    switch folder {
    case .tree(let id): try objects.entries(ofTree: id)
    case .listed(let entries): entries
    }
  }

  package func read(_ id: String) throws(GitProblem) -> SourceText {
    try objects.object(id, .blob).content
  }

  package func target(of link: String) throws(GitProblem) -> [UInt8] {
    withExtendedLifetime(try read(link)) { Array($0.bytes) }
  }
}
