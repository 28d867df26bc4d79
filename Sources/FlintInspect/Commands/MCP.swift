extension Command {
  static let mcp = Command(
    name: "mcp",
    summary: "Run a Model Context Protocol server for AI assistants.",
    arguments: [
      Argument(
        placeholder: "MANIFEST", kind: .file, count: .optional,
        help: "The manifest of all calls; without it, each call names one.")
    ],
    options: [],
    examples: ["mcp manifest.json", "mcp"],
    run: { context in
      try context.reader.takeStandardInput()
      var loop = ServerLoop(try AssistantServer(about: context.arguments.first))
      return loop.run() == 0 ? .success : .checkFailed
    })
}

/// Runs commands for assistants in the current folder, several at once.
final class AssistantServer: MCPServer {
  private let folder: ServedFolder

  private var running: [Int: (cancellation: Cancellation, thread: WorkerThread?)] = [:]
  private let finished = Locked<[(number: Int, MCPOutcome)]>([])
  private let hasFinished: POSIX.Pipe

  private static var maxThreads: Int { WorkerThread.defaultCount + 3 }

  /// - Parameter manifest: A path; nil if each call names its own manifest.
  init(about manifest: String?) throws {
    guard let folder = ServedFolder(".") else { throw Problem.read(".", SystemError.notFound) }
    self.folder = folder
    if let manifest {
      try folder.check(manifest)
      do {
        if try POSIX.status(manifest).isDirectory { throw SystemError.isDirectory }
      } catch {
        throw Problem.read(manifest, error)
      }
    }
    do {
      hasFinished = try POSIX.Pipe()
    } catch {
      throw Problem.read(".", error)
    }
    super.init(
      Self.instructions(manifest), tools: Tool.all(about: manifest).map(\.listed),
      resources: { (manifest.map { folder.resources(of: $0) } ?? []) + Self.guides })
  }

  private static func instructions(_ manifest: String?) -> String {
    let subject =
      manifest.map { "All tools of this server use the manifest \(quoted($0))." }
      ?? "Paths are relative to the folder that the server was started in; files outside it cannot be read."
    return """
      Reports which features of an app are available in a simulated state, why or why not, and which changes would make \
      them available. Results are computed from the app's feature manifest: call a tool instead of guessing from the \
      manifest's text. evaluate and explain use one state, given by arguments such as platform, grant and purchase; plan \
      finds the necessary changes; matrix lists many states; validate, diff, impact and cover analyze every possible \
      state. After editing the manifest, call validate, then test. No tool changes a file. \(subject)
      """
  }

  private static var guides: [MCPResource] {
    Guide.all.map { guide in
      MCPResource(
        uri: "flint-inspect://guides/\(guide.name)", name: guide.name, title: guide.title,
        mimeType: "text/markdown"
      ) { guide.text }
    }
  }

  override func work() -> Bool {
    for (number, call) in running where !isOpen(number) { call.cancellation.cancel() }
    hasFinished.drain()
    let outcomes = finished.withLock { finished in
      defer { finished = [] }
      return finished
    }
    for (number, outcome) in outcomes {
      running.removeValue(forKey: number)?.thread?.join()
      finish(number, with: outcome)
    }
    for call in takeCalls(atMost: Self.maxThreads - running.count) { begin(call) }
    return false
  }

  private func begin(_ call: MCPCall) {
    let cancellation = Cancellation()
    let work = { @Sendable [folder, finished, hasFinished] in
      let outcome = cancellation.perform { ToolCall.run(call.words, in: folder) }
      finished.withLock { $0.append((call.number, outcome)) }
      hasFinished.signal()
    }
    let thread = WorkerThread(work)
    running[call.number] = (cancellation, thread)
    // If the system cannot create a thread, run the call on the current thread.
    if thread == nil { work() }
  }

  override var signal: POSIX.Descriptor? { hasFinished.reading }
}

extension ServedFolder {
  fileprivate func resources(of manifest: String) -> [MCPResource] {
    var paths = [manifest]
    var context = CommandContext(Invocation(command: .mcp), for: ToolCall(in: self))
    // For an invalid manifest, list only the file itself.
    if let file = try? context.readManifest(manifest), !file.parts.isEmpty {
      paths = file.parts.map(\.path)
    }
    return paths.map { path in
      MCPResource(
        uri: FileURI.uri(POSIX.resolved(path) ?? path), name: FileName.shown(path),
        title: path == manifest ? "The manifest" : "Included by the manifest",
        mimeType: "application/json"
      ) { text(of: path) }
    }
  }

  private func text(of path: String) -> String? {
    do {
      try check(path)
      var reader = InputReader()
      let text = try reader.read(path)
      return withExtendedLifetime(text) { String(utf8: $0.bytes) }
    } catch {
      return nil
    }
  }
}
