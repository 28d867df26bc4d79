/// One command: its part of the option table, and what it does.
struct Command: Sendable {
  let name: String
  /// What it answers, in one line of the overview.
  let summary: String
  let arguments: [Argument]
  /// Its own options; those that every command has are added by `allOptions`.
  let options: [Option]
  /// Lines as they are typed, without the program's name. The first is the one to learn it by.
  let examples: [String]
  /// Errors: whatever kept it from answering. Nothing of a result has been printed to a file then.
  let run: @Sendable (inout CommandContext) throws(CommandFailure) -> ExitStatus

  var allOptions: [Option] { options + Option.general }

  /// `flint-inspect evaluate MANIFEST [FEATURE...] [OPTIONS]`
  var usage: String {
    ([programName, name] + arguments.map(\.spelling) + ["[OPTIONS]"]).joined(separator: " ")
  }

  func option(named name: String) -> Option? {
    options.first { $0.name == name } ?? Option.general.first { $0.name == name }
  }
}

let programName = "flint-inspect"
let programVersion = "0.1.0"

/// What the process says when it ends.
package enum ExitStatus: Int32, Sendable {
  /// The answer is in and nothing demanded fails.
  case success = 0
  /// Something demanded does not hold.
  case demandFailed = 1
  /// No answer could be given.
  case noAnswer = 2
}
