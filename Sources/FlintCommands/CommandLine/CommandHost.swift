internal import FlintText

/// The environment that started a command: a shell, or a server. It determines where inputs are read and outputs are
/// written.
enum CommandHost {
  /// The command was started from a shell. It may read any file and writes to the standard streams.
  case process

  /// A client of the MCP server called the command. (The MCP server is the command `mcp`, a server for the
  /// Model Context Protocol, whose clients are AI assistants.) The called command reads only files in the folder in
  /// which the server was started, writes no files, and its results are collected in memory.
  case call(ToolCall)

  /// Whether a long command shows its progress on standard error.
  var showsProgress: Bool {
    switch self {
    case .process: Terminal.diagnostics.isTerminal
    case .call: false
    }
  }

  /// Returns the text that a closure writes to a byte sink.
  static func rendered(_ body: (inout ByteSink) -> Void) -> String {
    var sink = ByteSink()
    body(&sink)
    return sink.string
  }
}

/// A running tool call: a command that a client of the MCP server (`mcp`) has called. Only one thread uses it.
final class ToolCall {
  /// The folder that contains the readable files. Access to other files is refused.
  let folder: ServedFolder

  /// The cache of the manifests that earlier calls have read.
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
