/// One command: its part of the option table, and what it does.
struct Command: Sendable {
  let name: String
  /// What other programs call it: unknown here, and answered with its name.
  let otherNames: [String]
  /// What it answers, in one line of the overview.
  let summary: String
  let arguments: [Argument]
  private let makeOptions: @Sendable () -> [Option]
  /// Lines as they are typed, without the program's name. The first is the one to learn it by.
  let examples: [String]
  /// Errors: whatever kept it from answering. Nothing of a result has been printed to a file then.
  let run: @Sendable (inout CommandContext) throws(CommandFailure) -> ExitStatus

  /// - Parameter options: made where they are looked at; a line names few of them, and no other command's.
  init(
    name: String, otherNames: [String] = [], summary: String, arguments: [Argument],
    options: @autoclosure @escaping @Sendable () -> [Option], examples: [String],
    run: @escaping @Sendable (inout CommandContext) throws(CommandFailure) -> ExitStatus
  ) {
    self.name = name
    self.otherNames = otherNames
    self.summary = summary
    self.arguments = arguments
    self.examples = examples
    self.run = run
    makeOptions = options
  }

  /// Its own options; those that every command has are added by `allOptions`.
  var options: [Option] { makeOptions() }

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
