import FlintText

/// One message of JSON-RPC as it came in.
struct Message {
  let document: JSONDocument
  let method: Method

  /// As it was written; nil for a notification.
  let id: String?

  /// Where the parameters stand in the document.
  private let parameters: Int?

  enum Method: Equatable {
    case known(ServerMethod)
    case unknown(String)
  }

  enum Kind {
    case message(Message)
    /// An answer to a request of the server's.
    case answer
    case wrong(ResponseError, id: String?)
  }

  static func read(_ body: ArraySlice<UInt8>) -> Kind {
    guard let document = try? JSONDocument(SourceText(body)) else {
      return .wrong(ResponseError(.parseError, "the message is not JSON"), id: nil)
    }
    return document.withRoot { root in
      var (id, method, parameters): (JSONValue?, JSONValue?, JSONValue?)
      for (key, value) in root.members {
        if key.equals("id") { id = value }
        if key.equals("method") { method = value }
        if key.equals("params") { parameters = value }
      }
      let isID = id.map { $0.kind == .string || $0.kind == .number }
      if root.kind == .object, method == nil, id != nil,
        root.member("result") != nil || root.member("error") != nil
      {
        return .answer
      }
      guard let name = method?.string, isID ?? true else {
        let written = isID == true ? id?.source : nil
        return .wrong(ResponseError(.invalidRequest, "the message is no request"), id: written)
      }
      return .message(
        Message(
          document: document,
          method: ServerMethod(rawValue: name).map { .known($0) } ?? .unknown(name),
          id: id?.source, parameters: parameters?.index))
    }
  }

  /// Lends the parameters; nil where there are none.
  func withParameters<Result>(_ body: (JSONValue) -> Result?) -> Result? {
    parameters.flatMap { document.withValue(at: $0, body) }
  }
}

/// What a client can ask for or tell.
enum ServerMethod: String, CaseIterable {
  case initialize, initialized, shutdown, exit
  case didOpen = "textDocument/didOpen"
  case didChange = "textDocument/didChange"
  case didSave = "textDocument/didSave"
  case didClose = "textDocument/didClose"
  case didChangeWatchedFiles = "workspace/didChangeWatchedFiles"
  case cancelRequest = "$/cancelRequest"
  case completion = "textDocument/completion"
  case hover = "textDocument/hover"
  case definition = "textDocument/definition"
  case references = "textDocument/references"
  case prepareRename = "textDocument/prepareRename"
  case rename = "textDocument/rename"
  case codeAction = "textDocument/codeAction"
  case codeLens = "textDocument/codeLens"
  case documentSymbol = "textDocument/documentSymbol"
  case formatting = "textDocument/formatting"

  /// Whether it asks for an answer.
  var isRequest: Bool {
    switch self {
    case .initialize, .shutdown, .completion, .hover, .definition, .references, .prepareRename,
      .rename, .codeAction, .codeLens, .documentSymbol, .formatting:
      true
    case .initialized, .exit, .didOpen, .didChange, .didSave, .didClose, .didChangeWatchedFiles,
      .cancelRequest:
      false
    }
  }
}

/// Why a request has no result.
struct ResponseError: Error, Equatable {
  enum Code: Int64 {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParams = -32602
    case serverNotInitialized = -32002
    case requestCancelled = -32800
    case requestFailed = -32803
  }

  let code: Code
  let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  static let invalidParams = ResponseError(.invalidParams, "the parameters do not fit the method")
}
