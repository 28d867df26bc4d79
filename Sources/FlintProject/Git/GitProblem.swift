/// A reason why data cannot be read from Git. The commands derive the error message from it.
package enum GitProblem: Error, Equatable, Sendable {
  /// The program `git` is not in `PATH`, or cannot be started.
  case cannotStart(reason: String)

  /// Git failed and printed this line to standard error.
  case failed(message: String)

  /// Git ended before its output was complete.
  case stopped

  /// The repository lacks an object, because the repository is a partial clone or damaged. The associated value is the
  /// object's id.
  case missingObject(String)

  /// The object has another kind than expected, or invalid content.
  case malformedObject(String)

  /// The file is larger than the maximum size of a file to read.
  case tooLarge(bytes: Int, limit: Int)

  /// The path is a symbolic link. `git show` does not follow links.
  case link(target: String)

  case folder

  /// The path leads into a submodule, whose files are in another repository.
  case submodule

  /// No file exists at the path, although Git reported no error.
  case notFound

  /// The repository has no commits yet.
  case noCommits

  /// None of the examined commits has a valid manifest at the path.
  case neverValid

  /// The history of a file in the Git index or of standard input was requested, but neither has a history.
  case withoutHistory(Unversioned)
  case outsideRepository

  /// A client of a server, such as the context server (the command `mcp`), requested a path that it may not read.
  /// Clients may read only the folder in which the server was started.
  case notServed

  package enum Unversioned: Equatable, Sendable {
    case index, standardInput
  }
}
