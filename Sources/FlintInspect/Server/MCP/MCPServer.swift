import FlintText

struct MCPProgram: Sendable {
  let name: String
  let version: String

  /// A text that explains the program to an assistant before the assistant uses a tool.
  let instructions: String

  init(name: String, version: String, instructions: String) {
    self.name = name
    self.version = version
    self.instructions = instructions
  }
}

/// A server for the Model Context Protocol (revision 2025-06-18), with which AI assistants call tools. It receives and
/// sends messages as bytes, with one message per line.
///
/// The server does not run the tools itself. The program that contains the server takes the calls (``takeCalls()``),
/// runs them in parallel, and passes the results to ``finish(_:with:)``.
final class MCPServer {
  /// The supported revision of the Model Context Protocol. If a client requests another revision, the server offers
  /// this one.
  static let revision = "2025-06-18"

  private let program: MCPProgram
  private let tools: [MCPTool]
  private let resources: () -> [MCPResource]
  private var framing = LineFraming()
  private var outbox = Outbox(.lines)

  /// The tool calls that ``takeCalls()`` has not returned yet.
  private var waiting: [MCPCall] = []

  /// The tool calls that are not answered yet: the number of each call, and the id of the client's request as JSON
  /// text, such as `7` or `"a"`.
  private var open: [Int: String] = [:]

  private var nextNumber = 0

  /// Whether the client has closed the connection, so that there is no more input.
  private(set) var hasEnded = false

  /// Creates a server.
  ///
  /// - Parameter resources: Returns the texts that clients can read, such as the manifest. It is called for each
  ///   request, because the files that the manifest includes can change.
  init(
    _ program: MCPProgram, tools: [MCPTool],
    resources: @escaping () -> [MCPResource]
  ) {
    self.program = program
    self.tools = tools
    self.resources = resources
  }

  /// Returns the bytes to send to the client, and removes them from the output buffer.
  func takeOutput() -> [UInt8] { outbox.take() }

  // MARK: Input

  func receive(_ bytes: UnsafeRawBufferPointer) {
    framing.append(bytes)
    while let line = framing.next() { take(line) }
  }

  /// Must be called when the input has ended. Requests that were received before are still answered.
  func endInput() {
    if let line = framing.last() { take(line) }
    hasEnded = true
  }

  private func take(_ line: LineFraming.Line) {
    switch line {
    case .tooLong:
      outbox.fail(
        nil,
        ResponseError(
          .parseError, "the message is longer than the limit of \(LineFraming.limit >> 20) MiB"))
    case .message(let body):
      switch MCPMessage.read(body) {
      case .answer: return
      case .wrong(let error, let id): outbox.fail(id, error)
      case .message(let message): perform(message)
      }
    }
  }

  private func perform(_ message: MCPMessage) {
    switch (message.method, message.id) {
    case (.known(.cancelled), nil): message.withParameters { cancel($0) }
    case (_, nil): return
    case (.unknown(let name), let id?): outbox.fail(id, .unknownMethod(name))
    case (.known(let method), let id?):
      do throws(ResponseError) {
        try answer(method, message, id)
      } catch {
        outbox.fail(id, error)
      }
    }
  }

  private func answer(
    _ method: MCPMethod, _ message: MCPMessage, _ id: String
  ) throws(ResponseError) {
    switch method {
    case .initialize: outbox.respond(to: id) { initialize(&$0) }
    case .ping: outbox.respond(to: id) { $0.object { _ in } }
    case .listTools:
      try refuseCursor(message)
      outbox.respond(to: id) { list(&$0) }
    case .callTool: try call(message, id)
    case .listResources:
      try refuseCursor(message)
      outbox.respond(to: id) { listResources(&$0) }
    case .readResource:
      let resource = try resource(named: message)
      guard let text = resource.read() else { throw Self.unreadable(resource.uri) }
      outbox.respond(to: id) { Self.write(text, of: resource, to: &$0) }
    case .listPrompts:
      try refuseCursor(message)
      outbox.respond(to: id) { writer in
        writer.object { writer in
          writer.key("prompts")
          writer.array { _ in }
        }
      }
    case .initialized, .cancelled:
      throw ResponseError(
        .invalidRequest, "'\(method.rawValue)' is a notification and must not have an id")
    }
  }

  /// Throws an error if a request for a list contains a cursor. In the protocol, a cursor selects a further page of a
  /// long list, but the lists of this server have only one page.
  private func refuseCursor(_ message: MCPMessage) throws(ResponseError) {
    let cursor = message.withParameters { $0.member("cursor").map { $0.kind != .null } } ?? false
    if cursor { throw ResponseError(.invalidParams, "invalid cursor: the list has only one page") }
  }

  // MARK: Beginning

  private func initialize(_ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("protocolVersion", Self.revision)
      writer.key("capabilities")
      writer.object { writer in
        for ability in ["tools", "resources", "prompts"] as [StaticString] {
          writer.key(ability)
          writer.object { _ in }
        }
      }
      writer.key("serverInfo")
      writer.object { writer in
        writer.member("name", program.name)
        writer.member("version", program.version)
      }
      writer.member("instructions", program.instructions)
    }
  }

  // MARK: Tools

  private func list(_ writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("tools")
      writer.array(of: tools) { tool, writer in
        writer.object { writer in
          writer.member("name", tool.name)
          writer.member("description", tool.description)
          writer.key("inputSchema")
          writer.raw(tool.inputSchema)
          writer.key("outputSchema")
          writer.raw(tool.outputSchema)
          writer.key("annotations")
          writer.object { writer in
            writer.key("readOnlyHint")
            writer.bool(true)
            writer.key("openWorldHint")
            writer.bool(false)
          }
        }
      }
    }
  }

  private func call(_ message: MCPMessage, _ id: String) throws(ResponseError) {
    if open.values.contains(id) {
      throw ResponseError(.invalidRequest, "a request with this id is still pending")
    }
    let words: Swift.Result<[String], ResponseError>? = message.withParameters { parameters in
      Result { () throws(ResponseError) in try self.words(parameters) }
    }
    guard let words = try words?.get() else { throw .invalidParams }
    waiting.append(MCPCall(number: nextNumber, words: words))
    open[nextNumber] = id
    nextNumber += 1
  }

  private func words(_ parameters: JSONValue) throws(ResponseError) -> [String] {
    guard let name = parameters.member("name")?.string else { throw .invalidParams }
    guard let tool = tools.first(where: { $0.name == name }) else {
      throw ResponseError(.invalidParams, "unknown tool '\(name)'")
    }
    do throws(InvalidArguments) {
      return try tool.words(parameters.member("arguments"))
    } catch {
      throw ResponseError(.invalidParams, error.message)
    }
  }

  /// Returns the tool calls since this function was called last, in the order of their arrival.
  func takeCalls() -> [MCPCall] {
    defer { waiting = [] }
    return waiting
  }

  /// Returns whether a tool call still needs a response: it has not been answered, and the client has not canceled it.
  func isOpen(_ number: Int) -> Bool { open[number] != nil }

  /// The number of tool calls that still need a response.
  var unansweredCalls: Int { open.count }

  /// Sends the result of a tool call to the client, unless the client has canceled the call.
  func finish(_ number: Int, with outcome: MCPOutcome) {
    guard let id = open.removeValue(forKey: number) else { return }
    outbox.respond(to: id) { writer in
      writer.object { writer in
        writer.key("content")
        writer.array(of: outcome.texts) { text, writer in
          writer.object { writer in
            writer.member("type", "text")
            writer.member("text", text)
          }
        }
        if let structured = outcome.structured {
          writer.key("structuredContent")
          structured.withUnsafeBufferPointer { writer.raw($0) }
        }
        writer.key("isError")
        writer.bool(outcome.isError)
      }
    }
  }

  /// Cancels the tool call that the parameters name. As the protocol requires, the client gets no response to it.
  private func cancel(_ parameters: JSONValue) {
    guard let id = parameters.member("requestId")?.source,
      let number = open.first(where: { $0.value == id })?.key
    else { return }
    open[number] = nil
    waiting.removeAll { $0.number == number }
  }

  // MARK: Resources

  private func listResources(_ writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("resources")
      writer.array(of: resources()) { resource, writer in
        writer.object { writer in
          writer.member("uri", resource.uri)
          writer.member("name", resource.name)
          writer.member("title", resource.title)
          writer.member("mimeType", resource.mimeType)
        }
      }
    }
  }

  private func resource(named message: MCPMessage) throws(ResponseError) -> MCPResource {
    guard let uri = message.withParameters({ $0.member("uri")?.string }) else {
      throw .invalidParams
    }
    guard let resource = resources().first(where: { $0.uri == uri }) else {
      throw ResponseError(
        .resourceNotFound,
        "unknown resource '\(uri)'; see 'resources/list' for the available resources")
    }
    return resource
  }

  private static func unreadable(_ uri: String) -> ResponseError {
    ResponseError(.resourceNotFound, "the resource '\(uri)' can no longer be read")
  }

  private static func write(
    _ text: String, of resource: MCPResource, to writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.key("contents")
      writer.array { writer in
        writer.object { writer in
          writer.member("uri", resource.uri)
          writer.member("mimeType", resource.mimeType)
          writer.member("text", text)
        }
      }
    }
  }
}
