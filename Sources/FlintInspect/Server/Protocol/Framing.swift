import FlintText

/// `Content-Length: 52`, an empty line, the body.
struct HeaderFraming {
  /// Nothing can be read after it.
  enum Fault: Error, Equatable {
    case malformedHeader
    case missingLength
    case invalidLength
  }

  private static let headerLimit = 1 << 14
  private static let bodyLimit = 1 << 30

  private var buffer: [UInt8] = []
  private var start = 0

  /// Nil before the header.
  private var length: Int?

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    if start > 0 {
      buffer.removeSubrange(..<start)
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// Nil until complete.
  mutating func next() throws(Fault) -> ArraySlice<UInt8>? {
    if length == nil { length = try header() }
    guard let length, buffer.count - start >= length else { return nil }
    defer {
      start += length
      self.length = nil
    }
    return buffer[start..<start + length]
  }

  /// Nil until complete.
  private mutating func header() throws(Fault) -> Int? {
    var length: Int?
    var line = start
    while let end = buffer[line...].firstIndex(of: UInt8(ascii: "\n")) {
      guard end - start <= Self.headerLimit else { throw .malformedHeader }
      var content = buffer[line..<end]
      if content.last == UInt8(ascii: "\r") { content.removeLast() }
      line = end + 1
      if content.isEmpty {
        guard let length else { throw .missingLength }
        start = line
        return length
      }
      guard let colon = content.firstIndex(of: UInt8(ascii: ":")) else { throw .malformedHeader }
      let name = String(decoding: content[..<colon], as: UTF8.self)
      if name.lowercased() == "content-length" {
        length = try Self.length(content[(colon + 1)...])
      }
    }
    guard buffer.count - start <= Self.headerLimit else { throw .malformedHeader }
    return nil
  }

  private static func length(_ text: ArraySlice<UInt8>) throws(Fault) -> Int {
    let digits = text.drop { $0 == 0x20 || $0 == 0x09 }
    guard !digits.isEmpty, digits.count <= 10, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else {
      throw .invalidLength
    }
    let length = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    guard length <= bodyLimit else { throw .invalidLength }
    return length
  }
}

/// One message a line.
struct LineFraming {
  enum Line: Equatable {
    case message(ArraySlice<UInt8>)

    /// Discarded.
    case tooLong
  }

  /// In bytes; a line without an end could use up all memory.
  static let limit = 16 << 20

  private var buffer: [UInt8] = []

  private var start = 0

  private var searched = 0

  private var isSkipping = false

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    if start > 0 {
      buffer.removeSubrange(..<start)
      searched -= start
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// Not blank; nil until complete.
  mutating func next() -> Line? {
    while let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
      let line = buffer[start..<end]
      start = end + 1
      searched = start
      if isSkipping {
        isSkipping = false
      } else if line.count > Self.limit {
        return .tooLong
      } else if !line.allSatisfy(\.isBlank) {
        return .message(line)
      }
    }
    searched = buffer.count
    guard buffer.count - start > Self.limit else { return nil }
    defer { isSkipping = true }
    buffer.removeAll()
    (start, searched) = (0, 0)
    return isSkipping ? nil : .tooLong
  }

  /// Without a line feed; nil if blank or too long.
  mutating func last() -> Line? {
    defer {
      buffer.removeAll()
      (start, searched) = (0, 0)
    }
    let line = buffer[start...]
    return isSkipping || line.allSatisfy(\.isBlank) ? nil : .message(line)
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D }
}

struct Outbox {
  enum Framing {
    case headers

    case lines
  }

  private let framing: Framing
  private(set) var bytes: [UInt8] = []

  init(_ framing: Framing) { self.framing = framing }

  mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  mutating func respond(to id: String, _ result: (inout JSONWriter) -> Void) {
    send { writer in
      writer.key("id")
      writer.raw(id)
      writer.key("result")
      result(&writer)
    }
  }

  mutating func fail(_ id: String?, _ error: ResponseError) {
    send { writer in
      writer.key("id")
      writer.raw(id ?? "null")
      writer.key("error")
      writer.object { writer in
        writer.member("code", error.code.number)
        writer.member("message", visible(error.message))
      }
    }
  }

  mutating func notify(_ method: String, _ parameters: (inout JSONWriter) -> Void) {
    send { writer in
      writer.member("method", method)
      writer.key("params")
      parameters(&writer)
    }
  }

  mutating func request(
    _ method: String, id: String, _ parameters: (inout JSONWriter) -> Void
  ) {
    send { writer in
      writer.member("id", id)
      writer.member("method", method)
      writer.key("params")
      parameters(&writer)
    }
  }

  private mutating func send(_ members: (inout JSONWriter) -> Void) {
    var writer = JSONWriter(.compact)
    writer.object { writer in
      writer.member("jsonrpc", "2.0")
      members(&writer)
    }
    writer.sink.withBytes { body in
      switch framing {
      case .headers:
        bytes.append(contentsOf: "Content-Length: \(body.count)\r\n\r\n".utf8)
        bytes.append(contentsOf: body)
      case .lines:
        bytes.append(contentsOf: body)
        bytes.append(UInt8(ascii: "\n"))
      }
    }
  }
}

/// Names of operations in JSON-RPC 2.0.
protocol RPCMethod: RawRepresentable<String>, Equatable {
  /// Else a notification.
  var isRequest: Bool { get }
}

struct RPCMessage<Name: RPCMethod> {
  let document: JSONDocument
  let method: Method

  /// As JSON; nil for a notification.
  let id: String?

  private let parameters: Int?

  enum Method: Equatable {
    case known(Name)
    case unknown(String)
  }

  enum Kind {
    case message(RPCMessage)

    /// To a request of the server.
    case answer
    case wrong(ResponseError, id: String?)
  }

  static func read(_ body: ArraySlice<UInt8>) -> Kind {
    guard let document = try? JSONDocument(SourceText(body)) else {
      return .wrong(ResponseError(.parseError, "the message is not valid JSON"), id: nil)
    }
    return document.withRoot { root in
      if root.kind == .array {
        return .wrong(
          ResponseError(.invalidRequest, "batches are not supported: send one message at a time"),
          id: nil)
      }
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
        return .wrong(
          ResponseError(.invalidRequest, "the message is not a valid request"), id: written)
      }
      return .message(
        RPCMessage(
          document: document, method: Name(rawValue: name).map { .known($0) } ?? .unknown(name),
          id: id?.source, parameters: parameters?.index))
    }
  }

  /// Nil without parameters.
  func withParameters<Result>(_ body: (JSONValue) -> Result?) -> Result? {
    parameters.flatMap { document.withValue(at: $0, body) }
  }
}

struct ResponseError: Error, Equatable {
  let code: Code
  let message: String

  struct Code: Equatable {
    let number: Int64

    static let parseError = Code(number: -32700)
    static let invalidRequest = Code(number: -32600)
    static let methodNotFound = Code(number: -32601)
    static let invalidParams = Code(number: -32602)
  }

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  static let invalidParams = ResponseError(.invalidParams, "invalid parameters for the method")

  static func unknownMethod(_ name: String) -> ResponseError {
    ResponseError(.methodNotFound, "unknown method '\(name)'")
  }
}

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
