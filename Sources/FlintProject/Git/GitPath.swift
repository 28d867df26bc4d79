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
