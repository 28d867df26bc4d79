import FlintText

/// The methods of a protocol that uses JSON-RPC 2.0, such as the Language Server Protocol.
protocol RPCMethod: RawRepresentable<String>, Equatable {
  /// Whether the method expects a response. If false, messages with this method are notifications, to which there is
  /// none.
  var isRequest: Bool { get }
}

/// A JSON-RPC 2.0 message that was received from the client.
struct RPCMessage<Name: RPCMethod> {
  let document: JSONDocument
  let method: Method

  /// The id of the request as JSON text, such as `7` or `"a"`. It is kept exactly as the client wrote it, because the
  /// response must contain the same id. Nil for a notification.
  let id: String?

  /// The parameters of the message, as an index in the array of JSON values of ``document``; nil if the message has
  /// none.
  private let parameters: Int?

  enum Method: Equatable {
    case known(Name)
    case unknown(String)
  }

  enum Kind {
    case message(RPCMessage)

    /// The client's response to a request that the server has sent.
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

  /// Calls a closure with the parameters of the message. Returns nil if the message has none.
  func withParameters<Result>(_ body: (JSONValue) -> Result?) -> Result? {
    parameters.flatMap { document.withValue(at: $0, body) }
  }
}

/// An error with which the server responds to a request.
struct ResponseError: Error, Equatable {
  let code: Code
  let message: String

  /// The error codes that JSON-RPC defines. Each protocol adds codes of its own.
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
