import FlintText

/// The methods of a protocol that uses JSON-RPC 2.0, such as the Language Server Protocol. A method is the name of an
/// operation that the client requests, for example `textDocument/hover`.
protocol RPCMethod: RawRepresentable<String>, Equatable {
  /// Whether the method expects a response. If false, a message with this method is a notification, to which the server
  /// does not respond.
  var isRequest: Bool { get }
}

/// A JSON-RPC 2.0 message that was received from the client.
struct RPCMessage<Name: RPCMethod> {
  let document: JSONDocument
  let method: Method

  /// The id of the request as JSON text, such as `7` or `"a"`. The response must contain exactly the same id. Nil for a
  /// notification.
  let id: String?

  /// The index of the parameters in ``document``, which stores all JSON values of the message in one array; nil if the
  /// message has no parameters.
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

  /// Calls `body` with the parameters of this message, and returns its result. Returns nil if the message has no
  /// parameters.
  func withParameters<Result>(_ body: (JSONValue) -> Result?) -> Result? {
    parameters.flatMap { document.withValue(at: $0, body) }
  }
}

struct ResponseError: Error, Equatable {
  let code: Code
  let message: String

  /// An error code. JSON-RPC defines the codes below, and each protocol adds codes of its own.
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
