/// A path in a repository, as a list of names. Each name is a list of bytes and not a string, because Git does not
/// define the encoding of names.
package struct GitPath: Equatable, Sendable {
  package var names: [[UInt8]]

  package static let root = GitPath([])

  package init(_ names: [[UInt8]]) { self.names = names }

  /// Creates a path from its bytes, which are split at the slashes. Two adjacent slashes result in an empty name.
  package init(bytes: some Sequence<UInt8>) {
    names = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { Array($0) }
  }

  package var bytes: [UInt8] { Array(names.joined(separator: [UInt8(ascii: "/")])) }

  /// Converts this path, which is relative to `folder`, to a path from the repository's root, without empty names, `.`
  /// and `..`. Returns nil if the path leads out of the repository.
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
