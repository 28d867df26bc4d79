package enum GitProblem: Error, Equatable, Sendable {
  case cannotStart(reason: String)

  package static let noProgram = "no such program"

  /// A line of Git's standard error.
  case failed(message: String)

  /// The output was incomplete.
  case stopped

  /// A partial clone, or damaged.
  case missingObject(String)

  /// Of another kind than expected, or invalid.
  case malformedObject(String)

  case tooLarge(bytes: Int, limit: Int)

  /// `git show` does not follow links either.
  case link(target: String)

  case folder

  case submodule

  case notFound

  /// The revision exists, but has no such path.
  case missingPath(message: String)

  case noCommits

  /// In none of the examined commits.
  case neverValid

  /// The index and standard input have none.
  case withoutHistory(Unversioned)
  case outsideRepository

  /// Outside the folder in which the server was started.
  case outsideServedFolder

  package enum Unversioned: Equatable, Sendable {
    case index, standardInput
  }
}
