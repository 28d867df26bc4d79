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
