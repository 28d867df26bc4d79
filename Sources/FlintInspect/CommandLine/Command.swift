struct Command: Sendable {
  let name: String
  /// Of similar commands elsewhere, for hints.
  let otherNames: [String]
  let summary: String
  let arguments: [Argument]
  private let makeOptions: @Sendable () -> [Option]
  /// Without the program's name, the simplest first.
  let examples: [String]
  /// If it throws, no output has a part of a result.
  let run: @Sendable (inout CommandContext) throws(CommandFailure) -> ExitStatus

  /// - Parameter options: Evaluated when read, since every run creates all commands.
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

  /// Without those of every command; see ``allOptions``.
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

enum ExitStatus: Int32, Sendable {
  case success = 0
  /// A result, but something demanded does not hold.
  case checkFailed = 1
  /// Wrong usage, an unreadable file or invalid input.
  case noResult = 2
}
