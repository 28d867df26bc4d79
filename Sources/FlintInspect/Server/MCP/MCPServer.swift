import FlintText

struct MCPProgram: Sendable {
  let name: String
  let version: String

  let instructions: String
}

/// The Model Context Protocol (2025-06-18), one message a line. Its owner runs the calls.
final class MCPServer {
  static let revision = "2025-06-18"

  private let program: MCPProgram
  private let tools: [MCPTool]
  private let resources: () -> [MCPResource]
  private var framing = LineFraming()
  private var outbox = Outbox(.lines)

  private var waiting: [MCPCall] = []

  private var open: [Int: String] = [:]

  private var nextNumber = 0

  private(set) var hasEnded = false

  /// - Parameter resources: Called for each request, since files change.
  init(
    _ program: MCPProgram, tools: [MCPTool],
    resources: @escaping () -> [MCPResource]
  ) {
    self.program = program
    self.tools = tools
    self.resources = resources
  }

  func takeOutput() -> [UInt8] { outbox.take() }

  // MARK: Input

  func receive(_ bytes: UnsafeRawBufferPointer) {
    framing.append(bytes)
    while let line = framing.next() { take(line) }
  }

  /// Earlier requests are answered.
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

  /// In the order of arrival.
  func takeCalls() -> [MCPCall] {
    defer { waiting = [] }
    return waiting
  }

  /// Neither answered nor canceled.
  func isOpen(_ number: Int) -> Bool { open[number] != nil }

  var unansweredCalls: Int { open.count }

  /// Unless canceled.
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

enum MCPMethod: String, RPCMethod {
  case initialize, ping
  case initialized = "notifications/initialized"
  case cancelled = "notifications/cancelled"
  case listTools = "tools/list"
  case callTool = "tools/call"
  case listResources = "resources/list"
  case readResource = "resources/read"
  case listPrompts = "prompts/list"

  var isRequest: Bool {
    switch self {
    case .initialize, .ping, .listTools, .callTool, .listResources, .readResource, .listPrompts:
      true
    case .initialized, .cancelled: false
    }
  }
}

typealias MCPMessage = RPCMessage<MCPMethod>

extension ResponseError.Code {
  static let resourceNotFound = ResponseError.Code(number: -32002)
}

struct MCPTool: Sendable {
  let name: String

  let description: String

  let inputSchema: String
  let outputSchema: String

  let words: @Sendable (_ arguments: JSONValue?) throws(InvalidArguments) -> [String]

  init(
    name: String, description: String, inputSchema: String, outputSchema: String,
    words: @escaping @Sendable (JSONValue?) throws(InvalidArguments) -> [String]
  ) {
    self.name = name
    self.description = description
    self.inputSchema = inputSchema
    self.outputSchema = outputSchema
    self.words = words
  }
}

struct InvalidArguments: Error, Sendable {
  let message: String

  init(_ message: String) { self.message = message }
}

struct MCPCall: Sendable {
  let number: Int

  let words: [String]
}

struct MCPOutcome: Sendable {
  /// Result, warnings and errors; none is empty.
  let texts: [String]

  /// One line of UTF-8.
  let structured: [UInt8]?

  let isError: Bool
}

struct MCPResource: Sendable {
  let uri: String
  let name: String
  let title: String
  let mimeType: String

  /// Nil if it can no longer be read.
  let read: @Sendable () -> String?

  init(
    uri: String, name: String, title: String, mimeType: String,
    read: @escaping @Sendable () -> String?
  ) {
    self.uri = uri
    self.name = name
    self.title = title
    self.mimeType = mimeType
    self.read = read
  }
}

/// Clients read inside it only.
struct ServedFolder: Sendable {
  /// Absolute, links resolved.
  let path: String

  private let prefix: String

  init?(_ path: String) {
    guard let real = POSIX.resolved(path) else { return nil }
    self.path = real
    prefix = real.last == "/" ? real : real + "/"
  }

  /// With links resolved; of a missing path the nearest existing folder.
  func contains(_ path: String) -> Bool {
    var path = path
    while true {
      if let real = POSIX.resolved(path) { return has(real) }
      guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else {
        // The path is a name in the current folder, which never changes while the server runs.
        return POSIX.resolved(".").map(has) ?? false
      }
      path = slash == path.startIndex ? "/" : String(path[..<slash])
    }
  }

  private func has(_ real: String) -> Bool { (real + "/").utf8.starts(with: prefix.utf8) }

  /// Standard input, pipes and devices are refused, too; a missing file is the caller's matter.
  func check(_ path: String) throws(Problem) {
    if path == "-" {
      throw Problem(
        "cannot read standard input ('-'): the server receives its messages there",
        hint: "use a file in the folder that the server was started in")
    }
    guard contains(path) else { throw Problem.outsideFolder(path) }
    do throws(SystemError) {
      let status = try POSIX.status(path)
      if status.isRegular || status.isDirectory { return }
    } catch {
      // The caller reports this error when it opens the file.
      return
    }
    throw Problem.read(path, "the path is not a file")
  }
}
