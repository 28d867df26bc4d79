import FlintText

/// A shell, or a client of `mcp`.
enum CommandHost {
  case process

  /// Reads in the served folder only, writes no files.
  case call(ToolCall)

  var showsProgress: Bool {
    switch self {
    case .process: Terminal.diagnostics.isTerminal
    case .call: false
    }
  }

  static func rendered(_ body: (inout ByteSink) -> Void) -> String {
    var sink = ByteSink()
    body(&sink)
    return withoutWorkflowCommands(sink.string)
  }
}

/// A command called through `mcp`, on one thread.
final class ToolCall {
  let folder: ServedFolder

  let manifests: ManifestCache

  /// ``json`` has it as JSON, ``errors`` the warnings.
  var text = ""
  var json: String?
  var errors = ""

  init(in folder: ServedFolder, manifests: ManifestCache) {
    self.folder = folder
    self.manifests = manifests
  }
}
