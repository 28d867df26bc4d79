internal import FlintAnalysis
internal import FlintText

/// The forms that results take.
enum Format: String, CaseIterable, Sendable {
  case text, json, markdown, csv, junit, tap, sarif, github, scenarios
}

/// Writes a result in one format.
typealias Renderer<Result> =
  @Sendable (_ result: Result, _ context: CommandContext, _ sink: inout ByteSink) -> Void

extension Setting {
  /// `--format` of a command: each format that it has with what writes it. The first is the default.
  static func format<Result>(
    _ first: (Format, Renderer<Result>), _ others: (Format, Renderer<Result>)...
  ) -> Setting where Value == Renderer<Result> {
    Setting.choice(
      "format", (first.0.rawValue, first.1), others.map { ($0.rawValue, $1) }, section: .output,
      help: "The form of the result; \(first.0.rawValue) is the default."
    ).called("-f")
  }
}

extension CommandContext {
  /// Has a result written in the format that is asked for, where `--output` says; a call gets it as text and as JSON.
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
      // Nobody reads the answer to a cancelled call.
      if Cancellation.isRequested { return }
      call.text += rendered(as: .text)
      if Cancellation.isRequested { return }
      call.json = rendered(as: .json)
    }
  }
}
