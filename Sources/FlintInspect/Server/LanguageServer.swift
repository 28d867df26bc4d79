/// Implements the Language Server Protocol 3.17. Gets and returns bytes, in small steps.
final class LanguageServer {
  let workspace: Workspace

  /// The URL of the guide “Rules”; diagnostics add the rule's id as the fragment. Nil if not installed.
  let guide: String?
  let seconds: () -> Double
  var outbox = Outbox(hasHeaders: true)
  var task: AnalysisTask?

  /// The last analysis of each file, by path.
  var results: [String: AnalysisTask] = [:]

  var published: [String: (text: TextSnapshot, diagnostics: [Diagnostic])] = [:]

  private var framing = HeaderFraming()
  private var requests: [RPCMessage] = []
  private var phase = Phase.starting
  private var needsCheck = false

  /// Nil while running.
  var exitStatus: Int32?

  /// The id of the client's process; when it ends, the server may end.
  var clientProcess: Int?
  private var registersWatchers = false
  var takesRelatedInformation = false

  private enum Phase { case starting, running, shutDown }

  private var answers: [String: (TextRequest) throws(ResponseError) -> JSONLiteral?] {
    [
      "textDocument/completion": completion, "textDocument/hover": hover,
      "textDocument/definition": definition, "textDocument/references": references,
      "textDocument/prepareRename": prepareRename, "textDocument/rename": rename,
      "textDocument/codeAction": codeActions, "textDocument/codeLens": codeLens,
      "textDocument/documentSymbol": documentSymbols, "textDocument/formatting": formatting,
    ]
  }

  private enum Notification: String {
    case initialized, exit
    case didOpen = "textDocument/didOpen"
    case didChange = "textDocument/didChange"
    case didSave = "textDocument/didSave"
    case didClose = "textDocument/didClose"
    case didChangeWatchedFiles = "workspace/didChangeWatchedFiles"
    case cancelRequest = "$/cancelRequest"
  }

  /// - Parameter seconds: The time of a clock that never goes backward.
  init(guide: String?, files: ServerFiles, seconds: @escaping () -> Double) {
    self.guide = guide
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
      end(1)
    }
  }

  func endInput() { end(phase == .shutDown ? 0 : 1) }

  /// Ends the server, after answers to the requests received before.
  private func end(_ status: Int32) {
    while exitStatus == nil, !requests.isEmpty { perform(requests.removeFirst()) }
    exitStatus = exitStatus ?? status
  }

  private func take(_ body: [UInt8]) {
    guard let message = RPCMessage.read(body, &outbox) else { return }
    guard message.method == Notification.cancelRequest.rawValue else {
      return requests.append(message)
    }
    let id = message.withParameters { $0?.member("id")?.source }
    guard let id, let index = requests.firstIndex(where: { $0.id == id }) else { return }
    requests.remove(at: index)
    outbox.fail(id, ResponseError(code: -32800, message: "the request was cancelled"))
  }

  // MARK: Work

  /// Answers a request or continues an analysis; false if there is nothing to do.
  func work() -> Bool {
    if exitStatus != nil { return false }
    if requests.isEmpty { return analyze() }
    perform(requests.removeFirst())
    return true
  }

  /// Continues an analysis; false if nothing is left to analyze.
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

  private func perform(_ message: RPCMessage) {
    workspace.invalidateTexts()
    let notification = Notification(rawValue: message.method)
    if notification == .exit {
      exitStatus = phase == .shutDown ? 0 : 1
    } else if let id = message.id {
      do throws(ResponseError) {
        outbox.respond(to: id, try answer(message))
      } catch {
        outbox.fail(id, error)
      }
    } else if let notification, phase == .running {
      message.withParameters { note(notification, $0) }
    }
  }

  private func answer(_ message: RPCMessage) throws(ResponseError) -> JSONLiteral {
    let (method, answer) = (message.method, answers[message.method])
    guard answer != nil || ["initialize", "shutdown"].contains(method) else {
      guard Notification(rawValue: method) == nil else {
        throw .invalidRequest("'\(method)' is a notification, not a request")
      }
      throw .unknownMethod(method)
    }
    switch phase {
    case .starting where method != "initialize":
      throw ResponseError(
        code: -32002, message: "the server is not initialized; send 'initialize' first")
    case .running where method == "initialize", .shutDown:
      throw .invalidRequest(
        "'\(method)' is not allowed: the server is already initialized or shut down")
    case .starting: phase = .running
    case .running where method == "shutdown":
      let end = seconds() + 1
      while seconds() < end, analyze() {}
      phase = .shutDown
    case .running: break
    }
    return try message.withParameters { (parameters) throws(ResponseError) in
      if method == "initialize" { return initialize(parameters) }
      guard let answer, let text = try TextRequest(parameters, in: workspace) else {
        return .raw("null")
      }
      return try answer(text) ?? .raw("null")
    }
  }

  private func note(_ notification: Notification, _ parameters: JSONValue?) {
    let uri = parameters?.member("textDocument")?.member("uri")?.string
    switch notification {
    case .initialized:
      if registersWatchers {
        outbox.send([
          "id": "watch", "method": "client/registerCapability",
          "params": [
            "registrations": [
              [
                "id": "json-files", "method": .string(Notification.didChangeWatchedFiles.rawValue),
                "registerOptions": ["watchers": [["globPattern": "**/*.json"]]],
              ]
            ]
          ],
        ])
      }
    case .didOpen: if let parameters { workspace.open(parameters) }
    case .didChange:
      if let uri, let parameters {
        workspace.update(FileURI.path(uri)) { $0.change(parameters) }
      }
    case .didClose:
      if let uri, let document = workspace.close(FileURI.path(uri)),
        published.removeValue(forKey: document.path) != nil
      {
        publish([], to: document.uri)
      }
    case .didSave, .didChangeWatchedFiles: workspace.invalidateFolders()
    case .exit, .cancelRequest: return
    }
    needsCheck = true
  }

  // MARK: Beginning

  private func initialize(_ parameters: JSONValue?) -> JSONLiteral {
    if case .value(let process) = parameters?.member("processId")?.integer, process > 0 {
      clientProcess = Int(process)
    }
    let abilities = parameters?.member("capabilities")
    takesRelatedInformation =
      abilities?.member("textDocument")?.member("publishDiagnostics")?.member("relatedInformation")?
      .bool ?? false
    registersWatchers =
      abilities?.member("workspace")?.member("didChangeWatchedFiles")?.member(
        "dynamicRegistration")?.bool ?? false
    workspace.encoding =
      abilities?.member("general")?.member("positionEncodings")?.elements.compactMap {
        $0.string.flatMap(PositionEncoding.init)
      }.first ?? .utf16
    workspace.folders = parameters.map { Self.folders($0) } ?? []
    return [
      "capabilities": [
        "positionEncoding": .string(workspace.encoding.rawValue),
        "textDocumentSync": ["openClose": true, "change": 2, "save": true],
        "completionProvider": ["triggerCharacters": ["\"", ":"]],
        "renameProvider": ["prepareProvider": true],
        "codeActionProvider": ["codeActionKinds": ["quickfix"]], "codeLensProvider": [:],
        "hoverProvider": true, "definitionProvider": true, "referencesProvider": true,
        "documentSymbolProvider": true, "documentFormattingProvider": true,
      ],
      "serverInfo": ["name": .string(programName), "version": .string(programVersion)],
    ]
  }

  private static func folders(_ parameters: JSONValue) -> [String] {
    var uris =
      parameters.member("workspaceFolders")?.elements
      .compactMap { $0.member("uri")?.string } ?? []
    if uris.isEmpty, let root = parameters.member("rootUri")?.string { uris = [root] }
    if uris.isEmpty, let root = parameters.member("rootPath")?.string { uris = [root] }
    return uris.map { FileURI.path($0) }.filter { $0.hasPrefix("/") }
      .map { $0.count > 1 && $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
  }
}
