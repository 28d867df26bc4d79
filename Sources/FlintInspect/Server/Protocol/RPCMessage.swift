import FlintText

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
