internal import FlintProject

/// Runs Git's plumbing commands in a folder, so that no repository can have a program started.
///
/// Git is started without a shell. What a repository's configuration could make it start (a monitor of the file system,
/// hooks, pagers, filters, helpers for signatures and for fetching) is switched off, and a command that could use it is
/// not called. Aliases have no effect, for no alias hides a command of Git's own.
struct Git {
  /// The folder whose repository is meant; nil for the current one.
  let folder: String?

  /// Settings that outweigh those of any file.
  private static let settings = [
    "core.fsmonitor=false", "core.hooksPath=/dev/null", "core.pager=cat", "core.askPass=",
    "core.sshCommand=false", "core.alternateRefsCommand=", "core.attributesFile=/dev/null",
    "credential.helper=", "diff.external=", "log.showSignature=false", "gpg.program=false",
    "core.useReplaceRefs=false",
  ]

  /// Variables that have programs started, change what arguments mean, or have more printed.
  private static let dropped = [
    "GIT_EXTERNAL_DIFF", "GIT_PAGER", "PAGER", "GIT_EDITOR", "GIT_SSH", "GIT_SSH_COMMAND",
    "GIT_ASKPASS", "SSH_ASKPASS", "GIT_PROXY_COMMAND", "GIT_LITERAL_PATHSPECS",
    "GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS", "LANGUAGE",
  ]

  /// No lock is taken, nobody is asked, and nothing is fetched: older versions of Git know no other way to keep a partial
  /// clone from fetching than to allow it no protocol.
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

  /// - Parameter words: a command of Git's own, with its arguments.
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

  /// What a command prints.
  ///
  /// - Throws: ``GitProblem/said(_:)`` where it does not succeed.
  func output(of words: [String]) throws(GitProblem) -> [UInt8] {
    let process = try start(words, keepsErrors: true)
    let result: ChildProcess.Result
    do throws(SystemError) {
      result = try process.finish()
    } catch {
      throw .stopped
    }
    if result.status == 0 { return result.output }
    guard let said = Self.reason(in: result.errors) else { throw .stopped }
    throw .said(said)
  }

  /// What Git says against the name of an object.
  ///
  /// - Parameter name: begins with no dash.
  func reason(against name: String) -> GitProblem {
    do throws(GitProblem) {
      _ = try output(of: ["cat-file", "-e", name])
      return .notFound
    } catch {
      return error
    }
  }

  /// The lines of a command's output.
  func lines(of words: [String]) throws(GitProblem) -> [String] {
    try output(of: words).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { FileName.text(of: Array($0)) }
  }

  /// The line of standard error that says why a command failed, without what every such line begins with.
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
