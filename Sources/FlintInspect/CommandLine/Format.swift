import FlintAnalysis
import FlintText

/// A function that writes the result of a command in one format, such as JSON, to a byte sink (a buffer for output).
typealias Renderer<Result> =
  @Sendable (_ result: Result, _ context: CommandContext, _ sink: inout ByteSink) -> Void

extension Setting {
  /// The option `--format` of a command: the word of each format, with the function that writes a result in it. The
  /// first format is the default. Every command that is a ``Tool`` must have the formats `text` and `json`.
  static func format<Result>(
    _ first: (word: String, value: Value), _ others: (word: String, value: Value)...
  ) -> Setting where Value == Renderer<Result> {
    Setting.choice(
      "format", first, others, section: .output, help: "The output format [\(first.word)]."
    ).called("-f").withheldFromTools()
  }
}

extension CommandContext {
  /// Writes a command's result in the format that `--format` selects to the destination that `--output` selects. If a
  /// client of the server `mcp` called the command, the client gets the result as text and as JSON instead.
  func write<Result>(
    _ result: Result, as format: Setting<Renderer<Result>>
  ) throws(CommandFailure) {
    func rendered(as word: String) -> String {
      CommandHost.rendered { format.read([word])(result, self, &$0) }
    }
    switch host {
    case .process:
      let render = invocation[format]
      try writeResult { render(result, self, &$0) }
    case .call(let call):
      // The result of a canceled call is discarded.
      if Cancellation.isRequested { return }
      call.text += rendered(as: "text")
      if Cancellation.isRequested { return }
      call.json = rendered(as: "json")
    }
  }
}
