import FlintText

/// The environment in which a command runs: it was started from a shell, or a client of a server called it. This
/// determines where inputs are read and outputs are written.
enum CommandHost {
  /// The command was started from a shell. It may read and write any file, and writes to the standard streams.
  case process

  /// A client of the MCP server called the command. (The MCP server is the command `mcp`; its clients are AI
  /// assistants, which use the Model Context Protocol.) The command may only read files in the folder in which the
  /// server was started, writes no files, and collects its results in memory.
  case call(ToolCall)

  var showsProgress: Bool {
    switch self {
    case .process: Terminal.diagnostics.isTerminal
    case .call: false
    }
  }

  /// Returns the text that a function writes to the byte sink (a buffer for output) that it is given.
  static func rendered(_ body: (inout ByteSink) -> Void) -> String {
    var sink = ByteSink()
    body(&sink)
    return withoutWorkflowCommands(sink.string)
  }
}

/// A running tool call: a command that a client of the MCP server (`mcp`) has called. Only one thread uses it.
final class ToolCall {
  let folder: ServedFolder

  /// The manifests that earlier calls have read, so that they are not read again as long as their files do not change.
  let manifests: ManifestCache

  /// The command's result as text. ``json`` is the result as JSON, and ``errors`` the text of warnings and errors.
  var text = ""
  var json: String?
  var errors = ""

  init(in folder: ServedFolder, manifests: ManifestCache) {
    self.folder = folder
    self.manifests = manifests
  }
}
