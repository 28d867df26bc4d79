/// Why Git gave nothing: facts, without wording.
package enum GitProblem: Error, Equatable, Sendable {
  /// There is no program `git` on the path, or it cannot be started.
  case cannotStart(reason: String)

  /// What Git printed on standard error, one line.
  case said(String)

  /// Git ended in the middle of an answer.
  case stopped

  /// The repository lacks an object, as a partial or damaged clone does.
  case missingObject(String)

  /// The object is not what its place calls for.
  case malformedObject(String)

  /// The file has more bytes than are read.
  case tooLarge(bytes: Int, limit: Int)

  /// Not a file but a symbolic link, which Git does not follow.
  case link(target: String)

  case folder

  /// The path leads into another repository, of which this one has no files.
  case submodule

  /// Nothing is at the path, although Git says nothing against it.
  case notFound

  /// The repository has no commits yet.
  case noCommits

  /// No commit in question has a valid manifest at the path.
  case neverValid

  /// The history of something that has none: the index, or standard input.
  case withoutHistory(Unversioned)
  case outsideRepository

  /// Where the clients of a server may not read: outside the server's folder, or in another repository.
  case outsideServedFolder

  package enum Unversioned: Equatable, Sendable {
    case index, standardInput
  }
}
