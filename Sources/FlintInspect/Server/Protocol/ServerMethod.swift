enum ServerMethod: String, RPCMethod {
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

typealias Message = RPCMessage<ServerMethod>

extension ResponseError.Code {
  static let serverNotInitialized = ResponseError.Code(number: -32002)
  static let requestCancelled = ResponseError.Code(number: -32800)
  static let requestFailed = ResponseError.Code(number: -32803)
}
