struct Command: Sendable {
  let name: String
  /// The names of similar commands in other programs. The parser rejects them, and the error message suggests this
  /// command.
  let otherNames: [String]
  let summary: String
  let arguments: [Argument]
  private let makeOptions: @Sendable () -> [Option]
  /// Example invocations without the program's name, the simplest one first.
  let examples: [String]
  /// Runs the command. If this function throws, the command has no result, and no output file contains a part of a
  /// result.
  let run: @Sendable (inout CommandContext) throws(CommandFailure) -> ExitStatus

  /// Creates a command.
  ///
  /// - Parameter options: The command's options. The argument is an autoclosure, which is evaluated only when
  ///   ``options`` is read. This saves time, because every run of the program creates all commands, but most runs need
  ///   the options of only one of them.
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

  /// The options of this command only. ``allOptions`` also contains those that every command has, such as `--help`.
  var options: [Option] { makeOptions() }

  var allOptions: [Option] { options + Option.general }

  /// The usage line, for example `flint-inspect evaluate MANIFEST [FEATURE...] [OPTIONS]`.
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
  /// The command has a result, but a check failed: for example, a scenario failed, `validate` found an error, or a
  /// feature in `--require` is not available.
  case checkFailed = 1
  /// The command could not compute its result, because of a wrong command line, an unreadable file or invalid input.
  case noResult = 2
}
