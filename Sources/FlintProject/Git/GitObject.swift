package import FlintText

/// One object of a repository, as `git cat-file --batch` prints it.
package struct GitObject: Sendable {
  package enum Kind: String, Sendable {
    case blob, tree, commit, tag
  }

  /// What the line before an object's content says.
  package enum Header: Equatable, Sendable {
    case object(id: String, Kind, size: Int)

    /// No object has the name, or several have it.
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

  /// Reads a header line without its line end, such as `HASH blob 12` or `NAME missing`.
  ///
  /// - Returns: nil for a line that is neither.
  package static func header(_ line: String) -> Header? {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    if words.last == "missing" || words.last == "ambiguous" { return Header.none }
    guard words.count == 3, isID(words[0]), let kind = Kind(rawValue: String(words[1])),
      let size = Int(words[2]), size >= 0
    else { return nil }
    return .object(id: String(words[0]), kind, size: size)
  }

  /// Whether a text is the whole hexadecimal name of an object, of SHA-1 or SHA-256.
  package static func isID(_ text: some StringProtocol) -> Bool {
    [40, 64].contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
          || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte
      }
  }
}

/// Gives the objects of a repository by their ids.
package protocol GitObjects: AnyObject {
  /// - Throws: ``GitProblem/missingObject(_:)`` where the repository lacks it.
  func object(_ id: String, _ kind: GitObject.Kind) throws(GitProblem) -> GitObject
}

extension GitObject {
  /// The most bytes of an object that is read: a manifest has a few hundred kilobytes, and a repository can claim any
  /// size.
  package static let sizeLimit = 1 << 30
}
