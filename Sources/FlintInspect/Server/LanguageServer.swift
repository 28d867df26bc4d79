import FlintText

struct ServerProgram: Sendable {
  let name: String
  let version: String

  /// The URL of the guide about the rules. A diagnostic links to it, with the rule's id as the fragment.
  let guide: String
}

/// The Language Server Protocol 3.17, as bytes in and out, in small steps.
final class LanguageServer {
  let workspace: Workspace
  let program: ServerProgram
  let seconds: () -> Double
  var outbox = Outbox(.headers)
  var task: AnalysisTask?

  var results: [String: AnalysisResult] = [:]

  var published: [String: Published] = [:]

  private var framing = HeaderFraming()
  private var requests: [Message] = []
  private var phase = Phase.starting
  private var needsCheck = false

  var client = ClientAbilities()

  /// Nil while running.
  private(set) var exitStatus: Int32?

  /// The server may end after it.
  var clientProcess: Int? { client.process }

  private enum Phase { case starting, running, shutDown }

  /// - Parameter seconds: Of a clock that never goes backward.
  init(
    _ program: ServerProgram, files: ServerFiles, seconds: @escaping () -> Double
  ) {
    self.program = program
    workspace = Workspace(files: files)
    self.seconds = seconds
  }

  func takeOutput() -> [UInt8] { outbox.take() }

  // MARK: Input

  func receive(_ bytes: UnsafeRawBufferPointer) {
    framing.append(bytes)
    do throws(HeaderFraming.Fault) {
      while exitStatus == nil, let body = try framing.next() { take(body) }
    } catch {
      // Requests received before the fault are still answered.
      while exitStatus == nil, !requests.isEmpty { perform(requests.removeFirst()) }
      exitStatus = exitStatus ?? 1
    }
  }

  /// Pending requests are answered.
  func endInput() {
    while exitStatus == nil, !requests.isEmpty { perform(requests.removeFirst()) }
    exitStatus = exitStatus ?? (phase == .shutDown ? 0 : 1)
  }

  private func take(_ body: ArraySlice<UInt8>) {
    switch Message.read(body) {
    case .answer: return
    case .wrong(let error, let id): outbox.fail(id, error)
    case .message(let message) where message.method == .known(.cancelRequest): cancel(message)
    case .message(let message): requests.append(message)
    }
  }

  private func cancel(_ message: Message) {
    let id = message.withParameters { $0.member("id")?.source }
    guard let id, let index = requests.firstIndex(where: { $0.id == id }) else { return }
    requests.remove(at: index)
    outbox.fail(id, ResponseError(.requestCancelled, "the request was cancelled"))
  }

  // MARK: Work

  /// False without work.
  func work() -> Bool {
    if exitStatus != nil { return false }
    if !requests.isEmpty {
      perform(requests.removeFirst())
      return true
    }
    return analyze()
  }

  /// False if nothing is left.
  func analyze() -> Bool {
    if task != nil {
      continueAnalysis(at: seconds())
    } else if needsCheck {
      needsCheck = beginAnalysis(at: seconds())
    } else {
      return false
    }
    return true
  }

  private func perform(_ message: Message) {
    workspace.invalidateTexts()
    switch (message.method, message.id) {
    case (.known(.exit), _): exitStatus = phase == .shutDown ? 0 : 1
    case (.unknown(let name), let id?):
      outbox.fail(id, .unknownMethod(name))
    case (.unknown, nil): return
    case (.known(let method), let id?): answer(method, message, id)
    case (.known(let method), nil): if phase == .running { note(method, message) }
    }
  }

  private func answer(_ method: ServerMethod, _ message: Message, _ id: String) {
    guard method.isRequest else {
      outbox.fail(
        id, ResponseError(.invalidRequest, "'\(method.rawValue)' is a notification, not a request"))
      return
    }
    switch phase {
    case .starting where method != .initialize:
      outbox.fail(
        id,
        ResponseError(
          .serverNotInitialized, "the server is not initialized; send 'initialize' first"))
      return
    case .running where method == .initialize, .shutDown:
      outbox.fail(
        id,
        ResponseError(
          .invalidRequest,
          "'\(method.rawValue)' is not allowed: the server is already initialized or shut down"))
      return
    case .starting: phase = .running
    case .running where method == .shutdown:
      settle()
      phase = .shutDown
    case .running: break
    }
    do throws(ResponseError) {
      let result = try result(of: method, message)
      outbox.respond(to: id, result)
    } catch {
      outbox.fail(id, error)
    }
  }

  private func settle() {
    let end = seconds() + 1
    while seconds() < end, analyze() {}
  }

  private func result(
    of method: ServerMethod, _ message: Message
  ) throws(ResponseError) -> Result {
    switch method {
    case .initialize: return initialize(message)
    case .completion: return try completion(message)
    case .hover: return try hover(message)
    case .definition: return try definition(message)
    case .references: return try references(message)
    case .prepareRename: return try prepareRename(message)
    case .rename: return try rename(message)
    case .codeAction: return try codeActions(message)
    case .codeLens: return try codeLens(message)
    case .documentSymbol: return try documentSymbols(message)
    case .formatting: return try formatting(message)
    case .shutdown: return { $0.null() }
    case .initialized, .exit, .didOpen, .didChange, .didSave, .didClose, .didChangeWatchedFiles,
      .cancelRequest:
      return { $0.null() }
    }
  }

  typealias Result = (inout JSONWriter) -> Void

  private func note(_ method: ServerMethod, _ message: Message) {
    switch method {
    case .initialized: if client.registersWatchers { watchFiles() }
    case .didOpen: message.withParameters { didOpen($0) }
    case .didChange: message.withParameters { didChange($0) }
    case .didClose: message.withParameters { didClose($0) }
    case .didSave, .didChangeWatchedFiles: workspace.invalidateFolders()
    case .initialize, .shutdown, .exit, .cancelRequest, .completion, .hover, .definition,
      .references, .prepareRename, .rename, .codeAction, .codeLens, .documentSymbol, .formatting:
      return
    }
    needsCheck = true
  }
}

struct ClientAbilities {
  var process: Int?
  var registersWatchers = false
  var takesRelatedInformation = false
}

extension LanguageServer {
  func initialize(_ message: Message) -> Result {
    message.withParameters { parameters in
      if case .value(let process) = parameters.member("processId")?.integer, process > 0 {
        client.process = Int(process)
      }
      let abilities = parameters.member("capabilities")
      let documents = abilities?.member("textDocument")?.member("publishDiagnostics")
      client.takesRelatedInformation = documents?.member("relatedInformation")?.bool ?? false
      client.registersWatchers =
        abilities?.member("workspace")?.member("didChangeWatchedFiles")?
        .member("dynamicRegistration")?.bool ?? false
      let encodings = abilities?.member("general")?.member("positionEncodings")?.elements
        .compactMap { $0.string.flatMap(PositionEncoding.init) }
      workspace.encoding = encodings?.first ?? .utf16
      workspace.folders = Self.folders(parameters)
      return ()
    }
    let encoding = workspace.encoding.rawValue
    let program = program
    return { writer in
      writer.object { writer in
        writer.key("capabilities")
        writer.object { writer in
          writer.member("positionEncoding", encoding)
          writer.key("textDocumentSync")
          writer.object { writer in
            writer.key("openClose")
            writer.bool(true)
            writer.member("change", 2)
            writer.key("save")
            writer.bool(true)
          }
          writer.key("completionProvider")
          writer.object { $0.member("triggerCharacters", ["\"", ":"]) }
          writer.key("renameProvider")
          writer.object { writer in
            writer.key("prepareProvider")
            writer.bool(true)
          }
          writer.key("codeActionProvider")
          writer.object { $0.member("codeActionKinds", ["quickfix"]) }
          writer.key("codeLensProvider")
          writer.object { _ in }
          for ability in [
            "hoverProvider", "definitionProvider", "referencesProvider", "documentSymbolProvider",
            "documentFormattingProvider",
          ] as [StaticString] {
            writer.key(ability)
            writer.bool(true)
          }
        }
        writer.key("serverInfo")
        writer.object { writer in
          writer.member("name", program.name)
          writer.member("version", program.version)
        }
      }
    }
  }

  private static func folders(_ parameters: JSONValue) -> [String] {
    var uris =
      parameters.member("workspaceFolders")?.elements
      .compactMap { $0.member("uri")?.string } ?? []
    if uris.isEmpty, let root = parameters.member("rootUri")?.string { uris = [root] }
    var paths = uris.map { FileURI.path($0) }
    if paths.isEmpty, let root = parameters.member("rootPath")?.string { paths = [root] }
    return paths.filter { $0.hasPrefix("/") }
      .map { $0.count > 1 && $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
  }

  func watchFiles() {
    outbox.request("client/registerCapability", id: "watch") { writer in
      writer.object { writer in
        writer.key("registrations")
        writer.array { writer in
          writer.object { writer in
            writer.member("id", "json-files")
            writer.member("method", ServerMethod.didChangeWatchedFiles.rawValue)
            writer.key("registerOptions")
            writer.object { writer in
              writer.key("watchers")
              writer.array { writer in
                writer.object { $0.member("globPattern", "**/*.json") }
              }
            }
          }
        }
      }
    }
  }

  // MARK: Open texts

  func didOpen(_ parameters: JSONValue) {
    guard let document = parameters.member("textDocument"),
      let uri = document.member("uri")?.string,
      let text = document.member("text"), text.kind == .string
    else { return }
    var version: Int64 = 0
    if case .value(let given) = document.member("version")?.integer { version = given }
    workspace.open(
      OpenDocument(
        uri: uri, path: FileURI.path(uri), version: version,
        text: text.withUTF8 { SourceText($0) }, workspace.encoding))
  }

  func didChange(_ parameters: JSONValue) {
    guard let path = Self.path(parameters) else { return }
    _ = workspace.update(path) { $0.change(parameters) }
  }

  func didClose(_ parameters: JSONValue) {
    guard let path = Self.path(parameters), let document = workspace.close(path) else { return }
    withdraw(document)
  }

  static func path(_ parameters: JSONValue) -> String? {
    parameters.member("textDocument")?.member("uri")?.string.map { FileURI.path($0) }
  }
}
