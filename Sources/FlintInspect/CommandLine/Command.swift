struct Command {
  let name: String
  /// Names that other programs have for the command, for hints.
  var otherNames: [String] = []
  let summary: String
  let arguments: [Argument]
  /// Without the options that all commands have; see ``allOptions``.
  let options: [Option]
  /// Command lines without the program's name, the simplest first.
  let examples: [String]
  /// Runs the command. If it throws, it has written no part of a result.
  let run: @Sendable (inout CommandContext) throws -> ExitStatus

  var allOptions: [Option] { options + Option.general }

  /// `flint-inspect evaluate MANIFEST [FEATURE...] [OPTIONS]`
  var usage: String {
    ([programName, name] + arguments.map(\.spelling) + ["[OPTIONS]"]).joined(separator: " ")
  }

  func option(named name: String) -> Option? {
    allOptions.first { $0.name == name }
  }
}

let programName = "flint-inspect"
let programVersion = "0.1.0"

enum ExitStatus: Int32 {
  case success = 0
  /// The command wrote its result, but a required check failed.
  case checkFailed = 1
  /// Wrong usage, an unreadable file or invalid input.
  case noResult = 2
}

enum CommandTable {
  static let groups: [(title: String, commands: [Command])] = [
    ("features in a state", [.evaluate, .explain, .plan, .matrix, .report]),
    ("checks over all states", [.validate, .test, .cover, .impact]),
    ("versions of a manifest", [.diff, .history]),
    ("users", [.audience, .stream]),
    ("files and tools", [.initialize, .import, .bundle, .schema, .lsp, .mcp, .completions]),
  ]

  static let commands = groups.flatMap(\.commands)
}

/// A command that a client of `mcp` calls, on one thread. It reads no files outside ``folder``, and
/// writes none.
final class ToolCall {
  let folder: ServedFolder

  /// The result as text; ``json`` has it as JSON. Warnings and errors are in ``errors``.
  var text = ""
  var json: String?
  var errors = ""

  init(in folder: ServedFolder) { self.folder = folder }

  static func rendered(_ body: (inout ByteSink) -> Void) -> String {
    var sink = ByteSink()
    body(&sink)
    return withoutWorkflowCommands(sink.string)
  }
}

typealias Renderer<Result> =
  @Sendable (_ result: Result, _ context: CommandContext, _ sink: inout ByteSink) -> Void

extension Setting {
  /// The option `--format`, whose default is `first`. A command that is a ``Tool`` must have `text`
  /// and `json`.
  static func format<Result>(
    _ first: (word: String, value: Value), _ others: (word: String, value: Value)...
  ) -> Setting where Value == Renderer<Result> {
    Setting.choice(
      "format", first, others, section: .output, help: "The output format [\(first.word)]."
    ).called("-f").withheldFromTools()
  }
}

/// Makes the format `text` of ``Setting/format(_:_:)`` from lines.
func asText<Result>(
  _ lines: @escaping @Sendable (Result) -> [Line]
) -> (word: String, value: Renderer<Result>) {
  ("text", { $1.textStyle.write(lines($0), to: &$2) })
}

/// The format `json`, for ``Setting/format(_:_:)``.
func asJSON<Result>(
  _ output: @escaping @Sendable (Result) -> JSONOutput<Result>
) -> (word: String, value: Renderer<Result>) {
  ("json", { output($0).write($0, into: &$2) })
}

extension CommandContext {
  /// Writes a result as `--format` requires; for a client of `mcp`, as text and JSON.
  func write<Result>(
    _ result: Result, as format: Setting<Renderer<Result>>
  ) throws {
    func rendered(as word: String) -> String {
      ToolCall.rendered { format.read([word])(result, self, &$0) }
    }
    guard let call else {
      let render = invocation[format]
      return try writeResult { render(result, self, &$0) }
    }
    // The result of a canceled call is discarded.
    if Cancellation.isRequested { return }
    call.text += rendered(as: "text")
    if Cancellation.isRequested { return }
    call.json = rendered(as: "json")
  }
}

struct Invocation {
  /// An option with one value. `--grant camera,photos` is two of these.
  struct Given: Equatable {
    let name: String
    let value: String
  }

  let command: Command
  var arguments: [String] = []
  var options: [Given] = []
  /// Options that the command has read. A test compares them with the declared ones.
  let optionsRead = Locked<Set<String>>([])

  subscript<Value>(setting: Setting<Value>) -> Value {
    optionsRead.withLock { _ = $0.insert(setting.name) }
    return setting.read(options.filter { $0.name == setting.name }.map(\.value))
  }

  func has(_ name: String) -> Bool { options.contains { $0.name == name } }

  /// Options that change the state, from left to right.
  var stateFlags: [(option: StateOption, value: String)] {
    optionsRead.withLock { $0.formUnion(StateOption.all.map(\.name)) }
    return options.compactMap { given in
      StateOption.all.first { $0.name == given.name }.map { ($0, given.value) }
    }
  }
}
