/// A revision and a path in Git's syntax. `HEAD~2:./flint.json`; `:flint.json` is in the index.
package struct RevisionPath: Equatable, Sendable {
  package enum Source: Hashable, Sendable {
    case revision(String)

    /// Stage 0 is a file without a conflict; 1 to 3 are its versions in a conflict.
    case index(stage: Int)
  }

  package let source: Source

  /// Relative to the root; with `./` or `../`, to the current folder.
  package let path: String

  /// The text before the path: `main:` of `main:flint.json`.
  package let prefix: String

  package var text: String { prefix + path }

  package var isRelative: Bool { path.hasPrefix("./") || path.hasPrefix("../") }

  /// Splits at the first colon outside braces: `main@{12:00}:flint.json`.
  ///
  /// Nil if the text begins with a dot, a slash, or a dash, which Git considers an option.
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

  private static func stage(at rest: Substring.UnicodeScalarView) -> Int? {
    guard rest.dropFirst().first == ":", let digit = rest.first, "0"..."3" ~= digit else {
      return nil
    }
    return Int(digit.value - Unicode.Scalar("0").value)
  }
}

package struct GitProblem: Error, Equatable, Sendable {
  /// Follows "cannot read 'FILE' from Git: ".
  package let reason: String
  package let hint: String?

  /// Whether the revision has no such path. The revision itself may exist.
  package var isMissingPath: Bool

  package init(_ reason: String, hint: String? = nil, isMissingPath: Bool = false) {
    self.reason = reason
    self.hint = hint
    self.isMissingPath = isMissingPath
  }

  /// `git` ended before its output was complete.
  package static let stopped = GitProblem("'git' ended unexpectedly")

  package static let outsideRepository = GitProblem("the path is outside the repository")

  package static let outsideServedFolder = GitProblem(
    "the path is outside the folder that the server was started in")

  package static func missingObject(_ id: String) -> GitProblem {
    GitProblem(
      "the repository lacks object \(id)",
      hint: "fetch the whole repository; this may be a partial clone")
  }
}
