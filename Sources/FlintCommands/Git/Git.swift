internal import FlintProject

/// A runner of Git commands in a folder, with settings that prevent a repository from starting other programs.
///
/// Git is started without a shell. A repository's configuration can name programs for Git to start: file system
/// monitors, hooks, pagers, filters, and helpers for signatures and for fetching. The settings and variables below
/// disable most of them, and Git commands that could start the others are not used. Aliases have no effect, because Git
/// ignores an alias with the name of a built-in command.
struct Git {
  /// The folder whose repository is used, or nil for the current folder.
  let folder: String?

  /// Settings that Git uses in place of those in all configuration files.
  private static let settings = [
    "core.fsmonitor=false", "core.hooksPath=/dev/null", "core.pager=cat", "core.askPass=",
    "core.sshCommand=false", "core.alternateRefsCommand=", "core.attributesFile=/dev/null",
    "credential.helper=", "diff.external=", "log.showSignature=false", "gpg.program=false",
    "core.useReplaceRefs=false",
  ]

  /// Environment variables that are not passed to Git, because they start programs, change the meaning of arguments, or
  /// add output.
  private static let dropped = [
    "GIT_EXTERNAL_DIFF", "GIT_PAGER", "PAGER", "GIT_EDITOR", "GIT_SSH", "GIT_SSH_COMMAND",
    "GIT_ASKPASS", "SSH_ASKPASS", "GIT_PROXY_COMMAND", "GIT_LITERAL_PATHSPECS",
    "GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS", "LANGUAGE",
  ]

  /// Environment variables that prevent Git from taking locks, prompting the user, and fetching missing objects. For
  /// older versions of Git, permitting no protocol is the only way to prevent a partial clone from fetching.
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

  /// Starts a Git command.
  ///
  /// - Parameters:
  ///   - words: The name of a built-in command, and its arguments.
  ///   - keepsErrors: Whether the caller can read Git's error output from the process. If false, the error output is
  ///     discarded.
  func start(_ words: [String], keepsErrors: Bool = false) throws(GitProblem) -> ChildProcess {
    var arguments = ["--no-pager"]
    for setting in Self.settings { arguments += ["-c", setting] }
    if let folder { arguments += ["-C", folder] }
    do throws(SystemError) {
      return try ChildProcess(
        "git", arguments + words, environment: Self.environment, keepsErrors: keepsErrors)
    } catch {
      throw .cannotStart(reason: error == .notFound ? "no such program" : error.description)
    }
  }

  /// Runs a Git command and returns its standard output.
  ///
  /// - Throws: ``GitProblem/failed(message:)`` if the command fails with a message.
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

  /// Returns the reason why Git does not find an object. It is the error message of Git, or ``GitProblem/notFound`` if
  /// Git reports none.
  ///
  /// - Parameter name: A name that does not begin with a dash, so that Git does not take it for an option.
  func reasonForMissing(_ name: String) -> GitProblem {
    do throws(GitProblem) {
      _ = try output(of: ["cat-file", "-e", name])
      return .notFound
    } catch {
      return error
    }
  }

  /// Runs a Git command and returns the lines of its standard output.
  func lines(of words: [String]) throws(GitProblem) -> [String] {
    try output(of: words).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { FileName.text(of: Array($0)) }
  }

  /// Returns the line of Git's error output that contains the reason for a failure, without the prefix `fatal: ` or
  /// `error: `. Returns nil if there is no output.
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
