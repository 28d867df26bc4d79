import FlintText

struct ServerProgram: Sendable {
  let name: String
  let version: String

  /// The URL of the guide about the rules. A diagnostic links to it, with the rule's id as the fragment.
  let guide: String

  init(name: String, version: String, guide: String) {
    self.name = name
    self.version = version
    self.guide = guide
  }
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
