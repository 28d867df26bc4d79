internal import FlintAnalysis
internal import FlintText

enum Format: String, CaseIterable, Sendable {
  case text, json, markdown, csv, junit, tap, sarif, github, scenarios
}

/// A function that writes the result of a command in one format, such as JSON, to a byte sink (a buffer for output).
typealias Renderer<Result> =
  @Sendable (_ result: Result, _ context: CommandContext, _ sink: inout ByteSink) -> Void

extension Setting {
  /// The option `--format` of a command. Each format is paired with the function that writes a result in it; `first` is
  /// the default format.
  static func format<Result>(
    _ first: (Format, Renderer<Result>), _ others: (Format, Renderer<Result>)...
  ) -> Setting where Value == Renderer<Result> {
    Setting.choice(
      "format", (first.0.rawValue, first.1), others.map { ($0.rawValue, $1) }, section: .output,
      help: "The output format [\(first.0.rawValue)]."
    ).called("-f")
  }
}

extension CommandContext {
  /// Writes a command's result in the format that `--format` selects to the destination that `--output` selects. If a
  /// client of the server `mcp` called the command, the client gets the result as text and as JSON instead.
  func write<Result>(
    _ result: Result, as format: Setting<Renderer<Result>>
  ) throws(CommandFailure) {
    func rendered(as word: Format) -> String {
      CommandHost.rendered { format.read([word.rawValue])(result, self, &$0) }
    }
    switch host {
    case .process:
      let render = invocation[format]
      try writeResult { render(result, self, &$0) }
    case .call(let call):
      // The result of a canceled call is discarded.
      if Cancellation.isRequested { return }
      call.text += rendered(as: .text)
      if Cancellation.isRequested { return }
      call.json = rendered(as: .json)
    }
  }
}
