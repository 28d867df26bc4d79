package import Foundation

/// A git repository for one test, isolated from the configuration of the user and the machine.
package struct Repository {
  package let scratch: Scratch

  /// The working directory for git.
  package var folder: URL { scratch.folder }

  package static let environment = [
    "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "Ann Lee",
    "GIT_AUTHOR_EMAIL": "ann@example.com", "GIT_COMMITTER_NAME": "Ann Lee",
    "GIT_COMMITTER_EMAIL": "ann@example.com", "GIT_AUTHOR_DATE": "2026-08-11T09:30:00Z",
    "GIT_COMMITTER_DATE": "2026-08-11T09:30:00Z",
  ]

  /// Creates a repository with the commits of a stream, and checks out `main`.
  package init(_ commits: FastImport = FastImport(), isBare: Bool = false) throws {
    scratch = try Scratch()
    try git(["init", "-q", "-b", "main"] + (isBare ? ["--bare"] : []))
    if commits.text.isEmpty { return }
    try git(["fast-import", "--quiet"], input: commits.text)
    if !isBare { try git(["reset", "-q", "--hard"]) }
  }

  /// Returns the output of a git command without the last line end.
  @discardableResult
  package func git(_ words: [String], input: String? = nil) throws -> String {
    let run = try Run.command(
      ["git"] + words, input: input, environment: Self.environment, directory: folder)
    if run.status != 0 { throw Failure(words: words, errors: run.errors) }
    return run.output.hasSuffix("\n") ? String(run.output.dropLast()) : run.output
  }

  package struct Failure: Error {
    package let words: [String]
    package let errors: String
  }

  /// Runs the program in the repository, or in a folder of it.
  package func run(
    _ arguments: [String], in subfolder: String = "", input: String? = nil,
    environment: [String: String] = [:]
  ) throws -> Run {
    try Run.program(
      arguments, input: input, environment: Self.environment.merging(environment) { $1 },
      directory: subfolder.isEmpty ? folder : folder.appending(path: subfolder))
  }

  /// Writes a file and creates its parent folders.
  package func write(_ text: String, to path: String) throws {
    let file = folder.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// Commits all files in the folder.
  /// - Returns: The commit's id.
  @discardableResult
  package func commit(_ message: String = "Change") throws -> String {
    try git(["add", "-A"])
    try git(["commit", "-q", "--allow-empty", "-m", message])
    return try git(["rev-parse", "HEAD"])
  }
}

/// A stream of commits for `git fast-import`, which imports a hundred commits as fast as one.
package struct FastImport {
  /// The text of the stream.
  package private(set) var text = ""
  private var count = 0

  package init() {}

  /// A change of a file in a commit.
  package enum Change {
    case write(String)

    /// A symbolic link with its target.
    case link(String)
    case delete
  }

  /// - Parameters:
  ///   - parents: The marks of the parents. If empty, the branch's last commit is the parent.
  ///   - hour: The hours since the beginning of 2026.
  /// - Returns: The commit's mark.
  @discardableResult
  package mutating func commit(
    _ message: String, on branch: String = "main", from parents: [Int] = [],
    author: String = "Ann Lee",
    hour: Int? = nil, changing files: [String: Change]
  ) -> Int {
    count += 1
    let seconds = 1_767_225_600 + 3600 * (hour ?? count)
    text += "commit refs/heads/\(branch)\nmark :\(count)\n"
    text += "author \(author) <ann@example.com> \(seconds) +0200\n"
    text += "committer Committer <c@example.com> \(seconds) +0200\n"
    add(message)
    for (index, parent) in parents.enumerated() {
      text += "\(index == 0 ? "from" : "merge") :\(parent)\n"
    }
    for (path, change) in files.sorted(by: { $0.key < $1.key }) {
      switch change {
      case .write(let content):
        text += "M 100644 inline \(path)\n"
        add(content)
      case .link(let target):
        text += "M 120000 inline \(path)\n"
        add(target)
      case .delete: text += "D \(path)\n"
      }
    }
    return count
  }

  private mutating func add(_ data: String) { text += "data \(data.utf8.count)\n\(data)\n" }
}
