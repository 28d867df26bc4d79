import FlintProject

/// A repository's configuration can name programs: monitors, hooks, pagers, filters, helpers.
/// Settings and environment disable most of them; commands that could start the others are not
/// used. No shell; aliases of built-in commands have no effect.
struct Git {
  /// Nil for the current one.
  let folder: String?

  private static let settings = [
    "core.fsmonitor=false", "core.hooksPath=/dev/null", "core.pager=cat", "core.askPass=",
    "core.sshCommand=false", "core.alternateRefsCommand=", "core.attributesFile=/dev/null",
    "credential.helper=", "diff.external=", "log.showSignature=false", "gpg.program=false",
    "core.useReplaceRefs=false",
  ]

  /// They start programs, change arguments, or translate messages.
  private static let dropped = [
    "GIT_EXTERNAL_DIFF", "GIT_PAGER", "PAGER", "GIT_EDITOR", "GIT_SSH", "GIT_SSH_COMMAND",
    "GIT_ASKPASS", "SSH_ASKPASS", "GIT_PROXY_COMMAND", "GIT_LITERAL_PATHSPECS",
    "GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS", "LANGUAGE",
  ]

  /// English, no locks, prompts, fetching and replaced objects. Older Git ignores
  /// `GIT_NO_LAZY_FETCH`; `GIT_ALLOW_PROTOCOL` then permits no protocol.
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

  /// A built-in command.
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

  /// ``GitProblem/notFound`` if Git prints nothing.
  /// - Parameter name: Not with a dash, which begins an option.
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
