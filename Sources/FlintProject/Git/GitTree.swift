internal import FlintText

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
