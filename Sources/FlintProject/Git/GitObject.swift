package import FlintModel
package import FlintText

/// As `git cat-file --batch` prints it.
package struct GitObject: Sendable {
  package enum Kind: String, Sendable {
    case blob, tree, commit, tag
  }

  package enum Header: Equatable, Sendable {
    case object(id: String, Kind, size: Int)

    /// No such object, or an ambiguous name.
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

  /// `HASH blob 12`, `NAME missing`; nil for others.
  package static func header(_ line: String) -> Header? {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    if words.last == "missing" || words.last == "ambiguous" { return Header.none }
    guard words.count == 3, isID(words[0]), let kind = Kind(rawValue: String(words[1])),
      let size = Int(words[2]), size >= 0
    else { return nil }
    return .object(id: String(words[0]), kind, size: size)
  }

  /// 40 hexadecimal digits, or 64 for SHA-256.
  package static func isID(_ text: some StringProtocol) -> Bool {
    [40, 64].contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
          || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte
      }
  }
}

package protocol GitObjects: AnyObject {
  /// - Throws: ``GitProblem/missingObject(_:)``, or ``GitProblem/malformedObject(_:)`` for another
  ///   kind.
  func object(_ id: String, _ kind: GitObject.Kind) throws(GitProblem) -> GitObject

  /// Returns the tree with the given id. Callers look up one name at a time, so the trees must be cached.
  func tree(_ id: String) throws(GitProblem) -> GitTree
}

extension GitObject {
  /// In bytes; manifests have a few hundred kilobytes at most.
  package static let sizeLimit = 1 << 30
}

package enum GitEntry: Equatable, Sendable {
  case file(id: String)

  /// The object has the target's path.
  case link(id: String)
  case folder(GitFolder)

  case submodule
}

package enum GitFolder: Equatable, Sendable {
  case tree(id: String)

  /// Of the index, by name.
  case listed([[UInt8]: GitEntry])
}

/// The content of a Git tree object, which represents a folder. Each entry consists of its mode in octal digits, a
/// space, its name, a zero byte, and the bytes of its object id. Entries after a malformed one are missing.
package struct GitTree {
  private let content: SourceText
  private let idLength: Int

  /// The offset of each entry, by name. `git cat-file` cannot look up the paths instead: it scans the tree for each of
  /// them, which takes quadratic time for the files of one folder.
  private var offsets: [[UInt8]: Int] = [:]

  package init(_ object: GitObject) {
    content = object.content
    idLength = object.id.utf8.count / 2
    withExtendedLifetime(content) {
      let bytes = content.bytes
      var start = 0
      while let space = bytes[start...].firstIndex(of: UInt8(ascii: " ")),
        let end = bytes[space...].firstIndex(of: 0), bytes.count - end > idLength
      {
        offsets[Array(bytes[(space + 1)..<end])] = start
        start = end + 1 + idLength
      }
    }
  }

  package var names: [[UInt8]] { Array(offsets.keys) }

  package func entry(named name: [UInt8]) -> GitEntry? {
    guard let offset = offsets[name] else { return nil }
    return withExtendedLifetime(content) {
      let entry = content.bytes[offset...]
      let digits = entry.prefix { $0 != UInt8(ascii: " ") }
      let id = entry.dropFirst(digits.count + name.count + 2).prefix(idLength)
      return GitEntry(
        mode: digits.reduce(0) { ($0 << 3 | Int($1 & 7)) & 0o777_7777 },
        id: String(
          decoding: id.flatMap { [Self.digit($0 >> 4), Self.digit($0 & 15)] }, as: UTF8.self))
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}

extension GitEntry {
  /// Bits of the mode are the type, as in Unix.
  init(mode: Int, id: String) {
    switch mode & 0o170000 {
    case 0o040000: self = .folder(.tree(id: id))
    case 0o120000: self = .link(id: id)
    case 0o160000: self = .submodule
    default: self = .file(id: id)
    }
  }
}

package struct GitCommit: Equatable, Sendable {
  package let id: String
  package let tree: String
  package let parents: [String]
  package let author: String

  /// The committer's; nil if missing or outside 1970 to 9999.
  package let date: DateTime?

  /// The first paragraph, on one line.
  package let subject: String

  /// Nil without a valid line `tree`.
  package init?(_ object: GitObject) {
    let content = object.content
    let read = withExtendedLifetime(content) { Self(id: object.id, content.bytes[...]) }
    guard let read else { return nil }
    self = read
  }

  private init?(id: String, _ content: Slice<UnsafeRawBufferPointer>) {
    var fields: [String: [UInt8]] = [:]
    var parents: [String] = []
    var rest = content
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")), end > rest.startIndex {
      let line = rest[..<end]
      rest = rest[(end + 1)...]
      // Skip lines that continue the previous one, such as those of a signature. They begin with a space.
      guard let space = line.firstIndex(of: UInt8(ascii: " ")), space > line.startIndex else {
        continue
      }
      let key = String(decoding: line[..<space], as: UTF8.self)
      let value = Array(line[(space + 1)...])
      if key == "parent" {
        parents.append(String(decoding: value, as: UTF8.self))
      } else if fields[key] == nil {
        fields[key] = value
      }
    }
    guard let tree = fields["tree"].map({ String(decoding: $0, as: UTF8.self) }),
      GitObject.isID(tree)
    else { return nil }
    let encoding = CommitEncoding(name: fields["encoding"] ?? [])
    self.id = id
    self.tree = tree
    self.parents = parents
    author = encoding.text(of: Self.name(in: fields["author"] ?? []))
    date = Self.seconds(in: fields["committer"] ?? []).flatMap { DateTime(seconds: $0) }
    subject = encoding.text(of: Self.subject(of: rest))
  }

  private static func name(in person: [UInt8]) -> [UInt8] {
    var name = person.prefix { $0 != UInt8(ascii: "<") }
    while name.last == UInt8(ascii: " ") { name.removeLast() }
    return Array(name)
  }

  private static func seconds(in person: [UInt8]) -> Int64? {
    guard let bracket = person.lastIndex(of: UInt8(ascii: ">")) else { return nil }
    let words = person[(bracket + 1)...].split(separator: UInt8(ascii: " "))
    return words.first.flatMap { Int64(String(decoding: $0, as: UTF8.self)) }
  }

  private static func subject(of message: Slice<UnsafeRawBufferPointer>) -> [UInt8] {
    var subject: [UInt8] = []
    for line in message.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      guard let last = line.lastIndex(where: { !isSpace($0) }) else {
        if subject.isEmpty { continue }
        break
      }
      if !subject.isEmpty { subject.append(UInt8(ascii: " ")) }
      subject += line[...last]
    }
    return subject
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
}

/// UTF-8, unless a line `encoding` has another name.
private enum CommitEncoding {
  case utf8

  case latin1

  /// In any case of letters; UTF-8 if unknown.
  init(name: [UInt8]) {
    switch String(decoding: name, as: UTF8.self).lowercased() {
    case "iso-8859-1", "iso8859-1", "latin1", "latin-1": self = .latin1
    default: self = .utf8
    }
  }

  func text(of bytes: [UInt8]) -> String {
    switch self {
    case .utf8: return String(decoding: bytes, as: UTF8.self)
    case .latin1:
      var text = String.UnicodeScalarView()
      for byte in bytes { text.append(Unicode.Scalar(byte)) }
      return String(text)
    }
  }
}

/// `git ls-files --stage -z`: `MODE ID STAGE<tab>PATH<zero>` for each file.
package struct GitIndexListing {
  private var root: [[UInt8]: GitEntry] = [:]

  package var folder: GitFolder { .listed(root) }

  /// - Parameter stage: 1 to 3 in a conflict; files without it are taken from 0.
  package init(_ output: [UInt8], stage: Int) {
    var preferred: [(path: [ArraySlice<UInt8>], entry: GitEntry)] = []
    for record in output.split(separator: 0) {
      guard let tab = record.firstIndex(of: UInt8(ascii: "\t")) else { continue }
      let head = record[..<tab].split(separator: UInt8(ascii: " "))
        .map { String(decoding: $0, as: UTF8.self) }
      guard head.count == 3, let mode = Int(head[0], radix: 8) else { continue }
      let path = record[(tab + 1)...].split(separator: UInt8(ascii: "/"))
      let entry = GitEntry(mode: mode, id: head[1])
      if head[2] == String(stage) {
        preferred.append((path, entry))
      } else if head[2] == "0" {
        Self.insert(entry, at: path[...], into: &root)
      }
    }
    for (path, entry) in preferred { Self.insert(entry, at: path[...], into: &root) }
  }

  private static func insert(
    _ entry: GitEntry, at path: ArraySlice<ArraySlice<UInt8>>,
    into folder: inout [[UInt8]: GitEntry]
  ) {
    guard let first = path.first else { return }
    let name = Array(first)
    let rest = path.dropFirst()
    if rest.isEmpty {
      folder[name] = entry
      return
    }
    // Remove the folder from the dictionary while it changes, so that it is not copied.
    var inner: [[UInt8]: GitEntry] = [:]
    if case .folder(.listed(let known)) = folder.removeValue(forKey: name) { inner = known }
    insert(entry, at: rest, into: &inner)
    folder[name] = .folder(.listed(inner))
  }
}

/// Names as bytes, whose encoding Git does not define.
package struct GitPath: Equatable, Sendable {
  package var names: [[UInt8]]

  package static let root = GitPath([])

  package init(_ names: [[UInt8]]) { self.names = names }

  /// Split at slashes; two adjacent ones give an empty name.
  package init(bytes: some Sequence<UInt8>) {
    names = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { Array($0) }
  }

  package var bytes: [UInt8] { Array(names.joined(separator: [UInt8(ascii: "/")])) }

  /// From the root, without empty names, `.` and `..`; nil if it leads out.
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
  static let above = Array("..".utf8)
}

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
