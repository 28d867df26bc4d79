/// The name of a file in a revision, in Git's syntax: `main:flint.json`, `HEAD~2:./flint.json`, or `:flint.json` for
/// the file in the Git index (the staging area).
package struct RevisionPath: Equatable, Sendable {
  /// The revision that contains the file, or the Git index.
  package enum Source: Hashable, Sendable {
    /// A revision, in any notation that Git supports, such as `HEAD~2`.
    case revision(String)

    /// The Git index at a stage from 0 to 3. Files have the stage 0, but Git keeps up to three versions of a file with
    /// merge conflicts, in the stages 1 to 3.
    case index(stage: Int)
  }

  package let source: Source

  /// The path relative to the repository's root, or relative to the current folder if it begins with `./` or `../`.
  package let path: String

  /// The part of the text before ``path``, such as `main:` in `main:flint.json`.
  package let prefix: String

  package var text: String { prefix + path }

  package var isRelative: Bool { path.hasPrefix("./") || path.hasPrefix("../") }

  /// Splits a text such as `main:flint.json` at its first colon outside of braces, as Git does. Braces can contain a
  /// colon: `main@{12:00}:flint.json`.
  ///
  /// - Returns: Nil if the text has another form or begins with a dash, dot or slash. With a dash, Git would take the
  ///   revision for an option; a text such as `./a:b.json` names a file on disk.
  package init?(_ text: String) {
    let scalars = text.unicodeScalars
    guard let first = scalars.first, !"-./".unicodeScalars.contains(first),
      !scalars.contains("\0"), let colon = Self.separator(in: scalars),
      !scalars[..<colon].contains("\n")
    else { return nil }
    let revision = String(scalars[..<colon])
    var rest = scalars[scalars.index(after: colon)...]
    if revision.isEmpty {
      // `:/text` searches for a commit by its message. It contains no path.
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

  /// Returns the number at the start of a text such as `2:flint.json`: a stage of the Git index, from 0 to 3. Returns
  /// nil if the text does not begin with such a number and a colon.
  private static func stage(at rest: Substring.UnicodeScalarView) -> Int? {
    guard rest.dropFirst().first == ":", let digit = rest.first, "0"..."3" ~= digit else {
      return nil
    }
    return Int(digit.value - Unicode.Scalar("0").value)
  }
}
