internal import FlintText

package enum GitEntry: Equatable, Sendable {
  case file(id: String)

  /// A symbolic link. `id` is the id of the Git object whose content is the path to which the link points.
  case link(id: String)
  case folder(GitFolder)

  /// A submodule, which is a reference to a commit of another repository.
  case submodule
}

/// A folder of a revision or of the Git index (the staging area). Names are bytes, because Git does not define their
/// encoding.
package enum GitFolder: Equatable, Sendable {
  /// A folder of a revision. `id` is the id of its tree object, which is read when the folder is used.
  case tree(id: String)

  /// A folder of the Git index. The dictionary contains its entries; the keys are their names.
  case listed([[UInt8]: GitEntry])
}

/// The content of a Git tree object, which represents a folder. Each entry consists of its mode in octal digits, a
/// space, its name, a zero byte, and the bytes of its object id.
package struct GitTree {
  private let content: SourceText
  private let idLength: Int

  package init(_ object: GitObject) {
    content = object.content
    idLength = object.id.utf8.count / 2
  }

  /// Returns the entry with the given name. Returns nil if the tree has no such entry, or if the bytes before the entry
  /// are malformed. The search takes time proportional to the size of the tree.
  package func entry(named name: [UInt8]) -> GitEntry? {
    var found: GitEntry?
    forEach { bytes, mode, id in
      guard bytes.elementsEqual(name) else { return true }
      found = Self.entry(mode: mode, id: id)
      return false
    }
    return found
  }

  package var names: [[UInt8]] {
    var names: [[UInt8]] = []
    forEach { name, _, _ in
      names.append(Array(name))
      return true
    }
    return names
  }

  private func forEach(
    _ body: (
      _ name: Slice<UnsafeRawBufferPointer>, _ mode: Int, _ id: Slice<UnsafeRawBufferPointer>
    ) -> Bool
  ) {
    withExtendedLifetime(content) { forEach(in: content.bytes[...], body) }
  }

  private func forEach(
    in content: Slice<UnsafeRawBufferPointer>,
    _ body: (
      _ name: Slice<UnsafeRawBufferPointer>, _ mode: Int, _ id: Slice<UnsafeRawBufferPointer>
    ) -> Bool
  ) {
    var rest = content
    while let space = rest.firstIndex(of: UInt8(ascii: " ")),
      let end = rest[space...].firstIndex(of: 0), rest.endIndex - end > idLength
    {
      let mode = rest[..<space].reduce(0) { ($0 << 3 | Int($1 & 7)) & 0o777_7777 }
      let id = rest[(end + 1)..<(end + 1 + idLength)]
      if !body(rest[(space + 1)..<end], mode, id) { return }
      rest = rest[(end + 1 + idLength)...]
    }
  }

  private static func entry(mode: Int, id: Slice<UnsafeRawBufferPointer>) -> GitEntry {
    var hex: [UInt8] = []
    hex.reserveCapacity(2 * id.count)
    for byte in id {
      hex.append(digit(byte >> 4))
      hex.append(digit(byte & 15))
    }
    return GitEntry(mode: mode, id: String(decoding: hex, as: UTF8.self))
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}

extension GitEntry {
  /// Creates an entry from the mode and the object id with which a Git tree or the Git index lists it. As in Unix, some
  /// bits of the mode are the file type.
  init(mode: Int, id: String) {
    switch mode & 0o170000 {
    case 0o040000: self = .folder(.tree(id: id))
    case 0o120000: self = .link(id: id)
    case 0o160000: self = .submodule
    default: self = .file(id: id)
    }
  }
}
