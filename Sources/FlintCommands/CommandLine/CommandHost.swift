internal import FlintText

/// What a running command reads from and writes to.
enum CommandHost {
  /// The process: any file, and the standard streams.
  case process

  /// A call of a server's client: the files in one folder, and results that are kept; nothing is written.
  case call(ToolCall)

  /// Whether somebody watches while a long command runs.
  var showsProgress: Bool {
    switch self {
    case .process: Terminal.diagnostics.isTerminal
    case .call: false
    }
  }

  /// What is written to a sink, as text.
  static func rendered(_ body: (inout ByteSink) -> Void) -> String {
    var sink = ByteSink()
    body(&sink)
    return sink.string
  }
}

/// One call of a server's client while it runs, on one thread.
final class ToolCall {
  /// The folder that nothing outside of is read.
  let folder: ServedFolder

  /// Manifests that other calls have read.
  let manifests: ManifestCache

  /// What the command printed: its result as text and as JSON, and what goes to standard error.
  var text = ""
  var json: String?
  var errors = ""

  init(in folder: ServedFolder, manifests: ManifestCache) {
    self.folder = folder
    self.manifests = manifests
  }
}
