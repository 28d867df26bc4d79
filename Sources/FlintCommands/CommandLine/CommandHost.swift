internal import FlintText

/// The environment of a running command, which determines its inputs and outputs.
enum CommandHost {
  /// The process. The command may read any file and writes to the standard streams.
  case process

  /// A tool call from a client of the server. The command reads only files in one folder, writes no files, and its
  /// results are collected in memory.
  case call(ToolCall)

  /// Whether to show the progress of a long command.
  var showsProgress: Bool {
    switch self {
    case .process: Terminal.diagnostics.isTerminal
    case .call: false
    }
  }

  /// Returns the output of a closure as text.
  static func rendered(_ body: (inout ByteSink) -> Void) -> String {
    var sink = ByteSink()
    body(&sink)
    return sink.string
  }
}

/// A running tool call from a client of the server. It is confined to one thread.
final class ToolCall {
  /// The folder that contains the readable files. Access to other files is refused.
  let folder: ServedFolder

  /// The cache of the manifests that earlier calls have read.
  let manifests: ManifestCache

  /// The output of the command: its result as text and as JSON, and its standard error.
  var text = ""
  var json: String?
  var errors = ""

  init(in folder: ServedFolder, manifests: ManifestCache) {
    self.folder = folder
    self.manifests = manifests
  }
}
