/// Implements the Model Context Protocol (2025-06-18), with one message per line. A subclass runs
/// the calls.
class MCPServer: StreamServer {
  private let instructions: String
  private let tools: [MCPTool]
  private let resources: () -> [MCPResource]
  private var framing = LineFraming()
  private var outbox = Outbox(hasHeaders: false)

  private var waiting: [MCPCall] = []

  /// Ids of the calls without an answer, by the call's number.
  private var open: [Int: String] = [:]

  private var nextNumber = 0

  var hasEnded = false

  private enum Request: String {
    case initialize, ping
    case listTools = "tools/list"
    case callTool = "tools/call"
    case listResources = "resources/list"
    case readResource = "resources/read"
    case listPrompts = "prompts/list"
  }

  /// - Parameter resources: Called for each request, because files change.
  init(
    _ instructions: String, tools: [MCPTool], resources: @escaping () -> [MCPResource]
  ) {
    self.instructions = instructions
    self.tools = tools
    self.resources = resources
  }

  func work() -> Bool { false }

  var isReady: Bool { unansweredCalls < 256 }

  /// Nil while running; pending calls are answered first.
  var exitStatus: Int32? { hasEnded && unansweredCalls == 0 ? 0 : nil }

  var clientProcess: Int? { nil }

  var signal: POSIX.Descriptor? { nil }

  func takeOutput() -> [UInt8] { outbox.take() }

  // MARK: Input

  func receive(_ bytes: UnsafeRawBufferPointer) {
    for line in framing.append(bytes) { take(line) }
  }

  /// Ends the input. Earlier requests are still answered.
  func endInput() {
    for line in framing.end() { take(line) }
    hasEnded = true
  }

  private func take(_ line: [UInt8]?) {
    guard let line else {
      let limit = LineFraming.limit >> 20
      return outbox.fail(
        nil, .parseError("the message is longer than the limit of \(limit) MiB"))
    }
    guard let message = RPCMessage.read(line, &outbox) else { return }
    guard let id = message.id else {
      guard message.method == "notifications/cancelled" else { return }
      let cancelled = message.withParameters { $0?.member("requestId")?.source }
      guard let number = open.first(where: { $0.value == cancelled })?.key else { return }
      open[number] = nil
      return waiting.removeAll { $0.number == number }
    }
    do throws(ResponseError) {
      let result = try message.withParameters { (parameters) throws(ResponseError) in
        try answer(message.method, parameters, id)
      }
      if let result { outbox.respond(to: id, result) }
    } catch {
      outbox.fail(id, error)
    }
  }

  /// The answer to a request; nil if it follows later.
  private func answer(
    _ method: String, _ parameters: JSONValue?, _ id: String
  ) throws(ResponseError) -> JSONLiteral? {
    guard let request = Request(rawValue: method) else {
      guard ["notifications/initialized", "notifications/cancelled"].contains(method) else {
        throw .unknownMethod(method)
      }
      throw .invalidRequest("'\(method)' is a notification and must not have an id")
    }
    switch request {
    case .listTools, .listResources, .listPrompts:
      if let cursor = parameters?.member("cursor"), cursor.kind != .null {
        throw .invalidParams("invalid cursor: the list has only one page")
      }
    default: break
    }
    switch request {
    case .initialize:
      return [
        "protocolVersion": "2025-06-18",
        "capabilities": ["tools": [:], "resources": [:], "prompts": [:]],
        "serverInfo": ["name": .string(programName), "version": .string(programVersion)],
        "instructions": .string(instructions),
      ]
    case .ping: return [:]
    case .listTools: return ["tools": .array(tools.map(\.json))]
    case .callTool:
      try call(parameters, id)
      return nil
    case .listResources: return ["resources": .array(resources().map(\.json))]
    case .readResource:
      let resource = try resource(at: parameters?.member("uri")?.string)
      guard let text = resource.read() else {
        throw .resourceNotFound("the resource '\(resource.uri)' can no longer be read")
      }
      let content: JSONLiteral = [
        "uri": .string(resource.uri), "mimeType": .string(resource.mimeType), "text": .string(text),
      ]
      return ["contents": [content]]
    case .listPrompts: return ["prompts": []]
    }
  }

  private func resource(at uri: String?) throws(ResponseError) -> MCPResource {
    guard let uri else { throw .invalidParams }
    guard let resource = resources().first(where: { $0.uri == uri }) else {
      throw .resourceNotFound(
        "unknown resource '\(uri)'; see 'resources/list' for the available resources")
    }
    return resource
  }

  // MARK: Calls

  private func call(_ parameters: JSONValue?, _ id: String) throws(ResponseError) {
    if open.values.contains(id) {
      throw .invalidRequest("a request with this id is still pending")
    }
    guard let name = parameters?.member("name")?.string else { throw .invalidParams }
    guard let tool = tools.first(where: { $0.name == name }) else {
      throw .invalidParams("unknown tool '\(name)'")
    }
    let words = try tool.words(parameters?.member("arguments"))
    waiting.append(MCPCall(number: nextNumber, words: words))
    open[nextNumber] = id
    nextNumber += 1
  }

  /// Returns the calls that wait, in the order of arrival.
  func takeCalls(atMost count: Int = .max) -> [MCPCall] {
    defer { waiting = Array(waiting.dropFirst(count)) }
    return Array(waiting.prefix(count))
  }

  /// Whether the call was neither answered nor canceled.
  func isOpen(_ number: Int) -> Bool { open[number] != nil }

  var unansweredCalls: Int { open.count }

  /// Answers the call, unless it was canceled.
  func finish(_ number: Int, with outcome: MCPOutcome) {
    guard let id = open.removeValue(forKey: number) else { return }
    outbox.respond(
      to: id,
      [
        "content": .array(outcome.texts.map { ["type": "text", "text": .string($0)] }),
        "structuredContent": outcome.structured.map { .raw($0) },
        "isError": .bool(outcome.isError),
      ])
  }
}

extension ResponseError {
  fileprivate static func resourceNotFound(_ message: String) -> ResponseError {
    ResponseError(code: -32002, message: message)
  }
}

struct MCPTool {
  let name: String
  let description: String
  let inputSchema: String
  let outputSchema: String

  let words: @Sendable (_ arguments: JSONValue?) throws(ResponseError) -> [String]

  fileprivate var json: JSONLiteral {
    [
      "name": .string(name), "description": .string(description), "inputSchema": .raw(inputSchema),
      "outputSchema": .raw(outputSchema),
      "annotations": ["readOnlyHint": true, "openWorldHint": false],
    ]
  }
}

struct MCPCall {
  let number: Int

  let words: [String]
}

struct MCPOutcome {
  /// The result, the warnings and the errors; empty ones are left out.
  let texts: [String]

  /// The result as JSON on one line.
  let structured: String?

  let isError: Bool
}

struct MCPResource {
  let uri: String
  let name: String
  let title: String
  let mimeType: String

  /// Returns the content; nil if it can no longer be read.
  let read: @Sendable () -> String?

  fileprivate var json: JSONLiteral {
    [
      "uri": .string(uri), "name": .string(name), "title": .string(title),
      "mimeType": .string(mimeType),
    ]
  }
}

/// The folder in which `mcp` was started; clients can read only inside it.
struct ServedFolder {
  /// The absolute path, with links resolved.
  let path: String

  private let prefix: String

  init?(_ path: String) {
    guard let real = POSIX.resolved(path) else { return nil }
    self.path = real
    prefix = real.last == "/" ? real : "\(real)/"
  }

  /// Whether the path is inside, with links resolved. For a missing file, its nearest existing
  /// folder decides.
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

  private func has(_ real: String) -> Bool { ("\(real)/").utf8.starts(with: prefix.utf8) }

  /// Throws if clients may not read the path. Standard input, pipes and devices are refused as
  /// well; a missing file is not.
  func check(_ path: String) throws {
    if path == "-" {
      throw Problem(
        "cannot read standard input ('-'): the server receives its messages there",
        hint: "use a file in the folder that the server was started in")
    }
    guard contains(path) else { throw Problem.outsideFolder(path) }
    // The caller reports an error when it opens the file.
    guard let status = try? POSIX.status(path), !status.isRegular, !status.isDirectory else {
      return
    }
    throw Problem.read(path, "the path is not a file")
  }
}
