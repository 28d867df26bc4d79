package enum GitProblem: Error, Equatable, Sendable {
  /// The program `git` is in none of the folders in `PATH`, or cannot be started.
  case cannotStart(reason: String)

  package static let noProgram = "no such program"

  /// Git ended with an error. The message is a line that Git printed to standard error.
  case failed(message: String)

  /// Git ended before it had printed the complete output.
  case stopped

  /// The repository lacks a Git object (a commit, folder or file) that it refers to, because it is a partial clone or
  /// damaged. The string is the object's id.
  case missingObject(String)

  /// A Git object (a commit, folder or file in the repository) is of another kind than expected, such as a folder where
  /// a file was expected, or its content is invalid. The string is the object's id.
  case malformedObject(String)

  case tooLarge(bytes: Int, limit: Int)

  /// The path `REV:PATH` of a file in a revision is a symbolic link. Links in such a path are not followed, because
  /// `git show` does not follow them either.
  case link(target: String)

  case folder

  /// The path of a file in a revision leads into a submodule, whose files are in another repository.
  case submodule

  /// Git reported no error, but no file exists at the path.
  case notFound

  /// The revision exists, but has no such path.
  case missingPath(message: String)

  case noCommits

  /// The file at the path is not a valid manifest in any of the commits that were examined.
  case neverValid

  /// The history of a file was requested, but files in the Git index (the staging area) and standard input have none.
  case withoutHistory(Unversioned)
  case outsideRepository

  /// A client of a server, such as a coding assistant that uses the command `mcp`, requested a path that it may not
  /// read. Clients may read only files in the folder in which the server was started.
  case outsideServedFolder

  package enum Unversioned: Equatable, Sendable {
    case index, standardInput
  }
}
