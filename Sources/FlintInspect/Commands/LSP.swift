extension Command {
  static let lsp = Command(
    name: "lsp",
    summary: "Run a language server for manifests, states and scenarios.",
    arguments: [],
    options: .list(standardStreamsOption),
    examples: ["lsp"],
    run: { context in
      try context.reader.takeStandardInput()
      var loop = ServerLoop(
        LanguageServer(
          guide: LanguageServer.rules, files: .system, seconds: { POSIX.monotonicSeconds }))
      return loop.run() == 0 ? .success : .checkFailed
    })
}

private let standardStreamsOption = Setting.flag(
  "stdio", help: "Ignored: the server always uses standard input and output."
)

extension LanguageServer: StreamServer {
  var isReady: Bool { true }
  var signal: POSIX.Descriptor? { nil }

  /// The `file` URI of the guide “Rules”, which `make install` copies to this path.
  fileprivate static var rules: String? {
    let program = POSIX.linkTarget("/proc/self/exe") ?? "/usr/local/bin/\(programName)"
    let folder = program.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
      .joined(separator: "/")
    let path = "\(folder)/share/doc/\(programName)/Rules.md"
    return POSIX.exists(path) ? FileURI.uri(path) : nil
  }
}

extension ServerFiles {
  fileprivate static let system = ServerFiles(
    stamp: { path in
      guard let status = try? POSIX.status(path), status.isRegular else { return nil }
      return Stamp(number: status.number, modified: status.changed, size: status.size)
    },
    read: { path in
      Result { () throws(UnreadableFile) in try DiskFiles().read(path).text }
    },
    names: { POSIX.names(in: $0.isEmpty ? "/" : $0) },
    isFolder: { POSIX.isFolder($0) },
    realPath: { POSIX.resolved($0) })
}
