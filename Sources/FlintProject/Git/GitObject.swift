package import FlintText

/// An object of a Git repository (a commit, folder or file), as `git cat-file --batch` prints it.
package struct GitObject: Sendable {
  package enum Kind: String, Sendable {
    case blob, tree, commit, tag
  }

  /// The content of the header line that `git cat-file --batch` prints before the content of each object.
  package enum Header: Equatable, Sendable {
    case object(id: String, Kind, size: Int)

    /// The repository has no Git object (commit, folder or file) with the name that was requested from `git cat-file`,
    /// or the name is ambiguous.
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

  /// Parses a header line without its line feed, for example `HASH blob 12` or `NAME missing`. Returns nil for other
  /// texts.
  package static func header(_ line: String) -> Header? {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    if words.last == "missing" || words.last == "ambiguous" { return Header.none }
    guard words.count == 3, isID(words[0]), let kind = Kind(rawValue: String(words[1])),
      let size = Int(words[2]), size >= 0
    else { return nil }
    return .object(id: String(words[0]), kind, size: size)
  }

  /// Whether a text is the full id of an object in hexadecimal digits: 40 of them for SHA-1, 64 for SHA-256.
  package static func isID(_ text: some StringProtocol) -> Bool {
    [40, 64].contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
          || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte
      }
  }
}

package protocol GitObjects: AnyObject {
  /// Returns the Git object (commit, folder or file) with the given id, which must be of the given kind.
  ///
  /// - Throws: ``GitProblem/missingObject(_:)`` if the repository lacks the object, and
  ///   ``GitProblem/malformedObject(_:)`` if the object is of another kind.
  func object(_ id: String, _ kind: GitObject.Kind) throws(GitProblem) -> GitObject

  /// Returns the tree with the given id. Callers look up one name at a time, so the trees must be cached.
  func tree(_ id: String) throws(GitProblem) -> GitTree
}

extension GitObject {
  /// The maximum size, in bytes, of a Git object (such as a file) that is read into memory. Manifests have at most a
  /// few hundred kilobytes, but a repository can contain objects of any size.
  package static let sizeLimit = 1 << 30
}
