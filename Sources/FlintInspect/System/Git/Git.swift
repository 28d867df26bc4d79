import FlintProject

/// Runs Git commands in a folder. A repository's configuration can name programs that Git starts, such as file system
/// monitors, hooks, pagers, filters, and helpers for signatures and for fetching. A repository could thus run any
/// program on the user's computer.
///
/// To prevent this, each Git command gets settings and environment variables that disable most of these programs, and
/// Git commands that could start the others are not used. Git itself is started without a shell. Aliases have no
/// effect, because Git ignores an alias with the name of a built-in command.
struct Git {
  /// The folder whose repository is used, or nil for the current folder.
  let folder: String?

  /// Settings that Git uses instead of the values in its configuration files. Most of them prevent Git from starting
  /// other programs.
  private static let settings = [
    "core.fsmonitor=false", "core.hooksPath=/dev/null", "core.pager=cat", "core.askPass=",
    "core.sshCommand=false", "core.alternateRefsCommand=", "core.attributesFile=/dev/null",
    "credential.helper=", "diff.external=", "log.showSignature=false", "gpg.program=false",
    "core.useReplaceRefs=false",
  ]

  /// Environment variables that are not passed to Git, because they start programs, change the meaning of arguments, or
  /// translate Git's messages.
  private static let dropped = [
    "GIT_EXTERNAL_DIFF", "GIT_PAGER", "PAGER", "GIT_EDITOR", "GIT_SSH", "GIT_SSH_COMMAND",
    "GIT_ASKPASS", "SSH_ASKPASS", "GIT_PROXY_COMMAND", "GIT_LITERAL_PATHSPECS",
    "GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS", "LANGUAGE",
  ]

  /// Environment variables that are always passed to Git. They select English messages, and prevent Git from taking
  /// locks, prompting the user, fetching missing objects, and replacing objects with others. Older versions of Git
  /// ignore `GIT_NO_LAZY_FETCH`; for them, `GIT_ALLOW_PROTOCOL` prevents fetching, because it permits no network
  /// protocol.
  private static let added = [
    "LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none", "GIT_NO_REPLACE_OBJECTS": "1", "GIT_GRAFT_FILE": "/dev/null",
  ]

  private static let environment: [String] = {
    let kept = POSIX.environmentVariables.filter { variable in
      let name = String(variable.prefix { $0 != "=" })
      return !dropped.contains(name) && added[name] == nil && !name.hasPrefix("GIT_TRACE")
    }
    return kept + added.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
  }()

  /// Starts a Git command: the name of a built-in command, followed by its arguments. Git's error messages are
  /// discarded unless `keepsErrors` is true.
  func start(_ words: [String], keepsErrors: Bool = false) throws(GitProblem) -> ChildProcess {
    var arguments = ["--no-pager"]
    for setting in Self.settings { arguments += ["-c", setting] }
    if let folder { arguments += ["-C", folder] }
    do throws(SystemError) {
      return try ChildProcess(
        "git", arguments + words, environment: Self.environment, keepsErrors: keepsErrors)
    } catch {
      throw .cannotStart(reason: error == .notFound ? GitProblem.noProgram : error.description)
    }
  }

  /// Runs a Git command and returns its standard output.
  ///
  /// - Throws: ``GitProblem/failed(message:)`` if the command fails and prints an error message.
  func output(of words: [String]) throws(GitProblem) -> [UInt8] {
    let process = try start(words, keepsErrors: true)
    let result: ChildProcess.Result
    do throws(SystemError) {
      result = try process.finish()
    } catch {
      throw .stopped
    }
    if result.status == 0 { return result.output }
    guard let message = Self.reason(in: result.errors) else { throw .stopped }
    throw .failed(message: message)
  }

  /// Returns the reason why Git does not find an object, such as a file at a revision. The reason contains Git's error
  /// message, or is ``GitProblem/notFound`` if Git prints none.
  ///
  /// - Parameter name: The object's name, such as `main:flint.json`. A name must not begin with a dash, so that Git
  ///   does not take it for an option.
  func reasonForMissing(_ name: String) -> GitProblem {
    do throws(GitProblem) {
      _ = try output(of: ["cat-file", "-e", name])
      return .notFound
    } catch {
      return error
    }
  }

  /// Runs a Git command that prints a single line, such as a path, which can itself contain line feeds.
  func line(of words: [String]) throws(GitProblem) -> String {
    FileName.text(of: Array(try output(of: words).dropLast()))
  }

  func lines(of words: [String]) throws(GitProblem) -> [String] {
    try output(of: words).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { FileName.text(of: Array($0)) }
  }

  /// Returns the line of Git's error output that explains a failure, without the prefix `fatal: ` or `error: `. Returns
  /// nil if there is no output.
  private static func reason(in errors: [UInt8]) -> String? {
    let lines = errors.split(separator: UInt8(ascii: "\n")).map { FileName.text(of: Array($0)) }
    for beginning in ["fatal: ", "error: "] {
      if let line = lines.first(where: { $0.hasPrefix(beginning) }) {
        let reason = line.dropFirst(beginning.count)
        return String(reason.hasSuffix(".") ? reason.dropLast() : reason)
      }
    }
    return lines.first
  }
}
