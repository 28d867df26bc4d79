/// The name of a file in a revision, as Git's commands take it: `main:flint.json`, `HEAD~2:./flint.json`, or
/// `:flint.json` for the file in the index.
package struct RevisionPath: Equatable, Sendable {
  /// What holds the files.
  package enum Source: Hashable, Sendable {
    /// A revision in any of Git's spellings.
    case revision(String)

    /// The index, at a stage from 0 to 3: 0, unless a merge has left conflicts.
    case index(stage: Int)
  }

  package let source: Source

  /// From the repository's root, or from the current folder where it begins with `./` or `../`.
  package let path: String

  /// What the text has before ``path``, such as `main:`.
  package let prefix: String

  package var text: String { prefix + path }

  /// Whether ``path`` starts at the current folder rather than at the repository's root.
  package var isRelative: Bool { path.hasPrefix("./") || path.hasPrefix("../") }

  /// Splits a text at the colon that Git would split it at: the first that is in no braces.
  ///
  /// - Returns: nil for a text that does not have the form. Nothing that begins with a dash has it, so that Git never
  ///   takes a revision for an option, and nothing that begins with a dot or a slash, so that `./a:b.json` is a file.
  package init?(_ text: String) {
    let scalars = text.unicodeScalars
    guard let first = scalars.first, !"-./".unicodeScalars.contains(first),
      !scalars.contains("\n"), !scalars.contains("\0"),
      let colon = Self.separator(in: scalars)
    else { return nil }
    let revision = String(scalars[..<colon])
    var rest = scalars[scalars.index(after: colon)...]
    if revision.isEmpty {
      // `:/text` looks for a commit by its message, and is no path.
      if rest.first == "/" { return nil }
      var stage = 0
      if let number = Self.stage(at: rest) {
        stage = number
        rest = rest.dropFirst(2)
      }
      source = .index(stage: stage)
    } else {
      source = .revision(revision)
    }
    if rest.isEmpty { return nil }
    path = String(rest)
    prefix = String(scalars[..<rest.startIndex])
  }

  private static func separator(
    in scalars: String.UnicodeScalarView
  ) -> String.UnicodeScalarView.Index? {
    var depth = 0
    return scalars.indices.first { index in
      switch scalars[index] {
      case "{": depth += 1
      case "}" where depth > 0: depth -= 1
      case ":": return depth == 0
      default: break
      }
      return false
    }
  }

  /// The stage that a text such as `2:flint.json` begins with.
  private static func stage(at rest: Substring.UnicodeScalarView) -> Int? {
    guard rest.dropFirst().first == ":", let digit = rest.first, "0"..."3" ~= digit else {
      return nil
    }
    return Int(digit.value - Unicode.Scalar("0").value)
  }
}
