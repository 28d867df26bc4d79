import FlintText

/// The program that serves, as clients come to know it.
package struct ServerProgram: Sendable {
  package let name: String
  package let version: String

  /// The page that tells of every rule, each under its name.
  package let guide: String

  package init(name: String, version: String, guide: String) {
    self.name = name
    self.version = version
    self.guide = guide
  }
}

/// A server of the Language Server Protocol 3.17 for manifests, scenarios and states: takes bytes in, gives bytes out,
/// and does its work piece by piece, so that its driver can listen in between.
package final class LanguageServer {
  let workspace: Workspace
  let program: ServerProgram
  let seconds: () -> Double
  var outbox = Outbox(.headers)
  var task: AnalysisTask?

  /// What was found, by the paths of the subjects, and what the client knows of it, by those of the files.
  var results: [String: AnalysisResult] = [:]
  var published: [String: Published] = [:]
  private var framing = HeaderFraming()
  private var requests: [Message] = []
  private var phase = Phase.starting
  private var needsCheck = false

  /// What the client can take.
  var client = ClientAbilities()

  /// How the process is to end, once it is.
  package private(set) var exitStatus: Int32?

  /// The process that started the server, where it is known: when it is gone, nobody is listening.
  package var clientProcess: Int? { client.process }

  private enum Phase { case starting, running, shutDown }

  /// - Parameter seconds: Time that only goes forward.
  package init(
    _ program: ServerProgram, files: ServerFiles, seconds: @escaping () -> Double
  ) {
    self.program = program
    workspace = Workspace(files: files)
    self.seconds = seconds
  }

  /// What is to be sent.
  package func takeOutput() -> [UInt8] { outbox.take() }

  // MARK: Input

  package func receive(_ bytes: UnsafeRawBufferPointer) {
    framing.append(bytes)
    do throws(HeaderFraming.Fault) {
      while exitStatus == nil, let body = try framing.next() { take(body) }
    } catch {
      // What came before it is still answered.
      while exitStatus == nil, !requests.isEmpty { perform(requests.removeFirst()) }
      exitStatus = exitStatus ?? 1
    }
  }

  /// The client has closed its end.
  package func endInput() {
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

  /// A request that has not been begun is not begun any more.
  private func cancel(_ message: Message) {
    let id = message.withParameters { $0.member("id")?.source }
    guard let id, let index = requests.firstIndex(where: { $0.id == id }) else { return }
    requests.remove(at: index)
    outbox.fail(id, ResponseError(.requestCancelled, "the request was cancelled"))
  }

  // MARK: Work

  /// Does one piece of work; false where there is none.
  package func work() -> Bool {
    if exitStatus != nil { return false }
    if !requests.isEmpty {
      perform(requests.removeFirst())
      return true
    }
    return examine()
  }

  /// Goes on with the diagnostics of the open texts; false where they are all shown.
  func examine() -> Bool {
    if task != nil {
      continueExamination(at: seconds())
    } else if needsCheck {
      needsCheck = beginExamination(at: seconds())
    } else {
      return false
    }
    return true
  }

  private func perform(_ message: Message) {
    workspace.lookAgain()
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
      outbox.fail(id, ResponseError(.invalidRequest, "'\(method.rawValue)' is no request"))
      return
    }
    switch phase {
    case .starting where method != .initialize:
      outbox.fail(
        id, ResponseError(.serverNotInitialized, "the first request is 'initialize'"))
      return
    case .running where method == .initialize, .shutDown:
      outbox.fail(
        id, ResponseError(.invalidRequest, "'\(method.rawValue)' cannot be asked for now"))
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

  /// Shows what there is to show of the texts as they are, if that does not take long.
  private func settle() {
    let end = seconds() + 1
    while seconds() < end, examine() {}
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
    case .didSave, .didChangeWatchedFiles: workspace.lookIntoFolders()
    case .initialize, .shutdown, .exit, .cancelRequest, .completion, .hover, .definition,
      .references, .prepareRename, .rename, .codeAction, .codeLens, .documentSymbol, .formatting:
      return
    }
    needsCheck = true
  }
}
