/// Splits messages with headers: `Content-Length: 52`, an empty line, the body.
struct HeaderFraming {
  /// A header that is invalid, after which nothing can be read.
  struct Fault: Error {}

  private static let headerLimit = 1 << 14
  private static let bodyLimit = 1 << 30

  private var buffer: [UInt8] = []

  mutating func append(_ bytes: UnsafeRawBufferPointer) { buffer.append(contentsOf: bytes) }

  /// The next message's body; nil until it is complete.
  mutating func next() throws(Fault) -> [UInt8]? {
    var length: Int?
    var rest = buffer[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      guard end <= Self.headerLimit else { throw Fault() }
      var line = rest[..<end]
      if line.last == "\r" { line.removeLast() }
      rest = rest[(end + 1)...]
      if line.isEmpty {
        guard let length else { throw Fault() }
        guard rest.count >= length else { return nil }
        defer { buffer = Array(rest.dropFirst(length)) }
        return Array(rest.prefix(length))
      }
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { throw Fault() }
      if String(utf8: line[..<colon]).lowercased() == "content-length" {
        length = try Self.length(line[(colon + 1)...])
      }
    }
    guard buffer.count <= Self.headerLimit else { throw Fault() }
    return nil
  }

  private static func length(_ text: ArraySlice<UInt8>) throws(Fault) -> Int {
    let digits = text.drop { $0 == 0x20 || $0 == 0x09 }
    guard digits.allSatisfy({ 0x30...0x39 ~= $0 }),
      let length = Int(String(utf8: digits)), length <= bodyLimit
    else { throw Fault() }
    return length
  }
}

/// Splits messages that are one line each.
struct LineFraming {
  /// The longest line in bytes; one without an end could use up all memory.
  static let limit = 16 << 20

  private var line: [UInt8] = []
  private var isTooLong = false

  /// The lines that are now complete and not blank; nil for one that is too long.
  mutating func append(_ bytes: UnsafeRawBufferPointer) -> [[UInt8]?] {
    var lines: [[UInt8]?] = []
    for (number, piece) in bytes.split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" }
    ).enumerated() {
      if number > 0 { lines += end() }
      isTooLong = isTooLong || line.count + piece.count > Self.limit
      if isTooLong { line = [] } else { line += piece }
    }
    return lines
  }

  /// The rest, since the last line needs no line feed.
  mutating func end() -> [[UInt8]?] {
    defer { (line, isTooLong) = ([], false) }
    if isTooLong { return [nil] }
    return line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } ? [] : [line]
  }
}

struct Outbox {
  /// Whether messages have headers; otherwise each is a line.
  let hasHeaders: Bool
  var bytes: [UInt8] = []

  mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  mutating func respond(to id: String, _ result: JSONLiteral) {
    send(["id": .raw(id), "result": result])
  }

  mutating func fail(_ id: String?, _ error: ResponseError) {
    let error: JSONLiteral = [
      "code": .number(error.code), "message": .string(visible(error.message)),
    ]
    send(["id": .raw(id ?? "null"), "error": error])
  }

  mutating func send(_ members: KeyValuePairs<String, JSONLiteral>) {
    let body = SchemaWriter.text(
      of: JSONLiteral.object([("jsonrpc", "2.0")] + members.map { ($0.key, $0.value) }), .compact
    ).utf8
    if hasHeaders { bytes += "Content-Length: \(body.count)\r\n\r\n".utf8 }
    bytes += body
    if !hasHeaders { bytes.append(UInt8(ascii: "\n")) }
  }
}

/// A message of JSON-RPC 2.0.
struct RPCMessage {
  private let document: JSONDocument
  let method: String

  /// The request's id as JSON; nil for a notification.
  let id: String?

  private let parameters: Int?

  /// Nil if the message is wrong, which ``Outbox/fail(_:_:)`` then tells the client, or if it answers
  /// a request that the server made.
  static func read(_ body: [UInt8], _ outbox: inout Outbox) -> RPCMessage? {
    guard let document = try? JSONDocument(body) else {
      outbox.fail(nil, .parseError("the message is not valid JSON"))
      return nil
    }
    return document.withRoot { root in
      if root.kind == .array {
        outbox.fail(
          nil, .invalidRequest("batches are not supported: send one message at a time"))
        return nil
      }
      let (id, method) = (root.member("id"), root.member("method"))
      let isID = id.map { $0.kind == .string || $0.kind == .number }
      if method == nil, id != nil, root.member("result") != nil || root.member("error") != nil {
        return nil
      }
      guard let name = method?.string, isID ?? true else {
        outbox.fail(
          isID == true ? id?.source : nil, .invalidRequest("the message is not a valid request"))
        return nil
      }
      return RPCMessage(
        document: document, method: name, id: id?.source, parameters: root.member("params")?.index)
    }
  }

  /// Passes the parameters; nil if the message has none.
  func withParameters<Result, Failure>(
    _ body: (JSONValue?) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let parameters else { return try body(nil) }
    return try document.withValue(at: parameters, body)
  }
}

struct ResponseError: Error, Equatable {
  let code: Int
  let message: String

  static func parseError(_ message: String) -> ResponseError {
    ResponseError(code: -32700, message: message)
  }

  static func invalidRequest(_ message: String) -> ResponseError {
    ResponseError(code: -32600, message: message)
  }

  static func unknownMethod(_ name: String) -> ResponseError {
    ResponseError(code: -32601, message: "unknown method '\(name)'")
  }

  static func invalidParams(_ message: String) -> ResponseError {
    ResponseError(code: -32602, message: message)
  }

  static let invalidParams = invalidParams("invalid parameters for the method")

  static func requestFailed(_ message: String) -> ResponseError {
    ResponseError(code: -32803, message: message)
  }
}
