import FlintAnalysis
import FlintText

typealias Renderer<Result> =
  @Sendable (_ result: Result, _ context: CommandContext, _ sink: inout ByteSink) -> Void

extension Setting {
  /// The first is the default. A ``Tool`` must have `text` and `json`.
  static func format<Result>(
    _ first: (word: String, value: Value), _ others: (word: String, value: Value)...
  ) -> Setting where Value == Renderer<Result> {
    Setting.choice(
      "format", first, others, section: .output, help: "The output format [\(first.word)]."
    ).called("-f").withheldFromTools()
  }
}

extension CommandContext {
  /// A client of `mcp` gets text and JSON.
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
