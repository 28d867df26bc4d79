import Foundation
import ProgramHarness
import Testing

@Suite("The language server as a program", .timeLimit(.minutes(2)))
struct LanguageServerTests {
  private static func framed(_ body: String) -> String {
    "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  private static func notification(_ method: String, _ parameters: String = "{}") -> String {
    framed(#"{"jsonrpc":"2.0","method":"\#(method)","params":\#(parameters)}"#)
  }

  private static func request(_ id: Int, _ method: String, _ parameters: String = "{}") -> String {
    framed(#"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(parameters)}"#)
  }

  private static let beginning =
    request(1, "initialize", #"{"processId":null,"rootUri":null,"capabilities":{}}"#)
    + notification("initialized")
  private static let end = request(9, "shutdown", "null") + notification("exit", "null")

  private static func opening(_ uri: String, _ text: String) -> String {
    let text = String(decoding: try! JSONEncoder().encode(text), as: UTF8.self)
    return notification(
      "textDocument/didOpen",
      #"{"textDocument":{"uri":"\#(uri)","languageId":"json","version":1,"text":\#(text)}}"#)
  }

  @Test("Reports diagnostics, and exits on request")
  func session() throws {
    let text = #"{"manifestVersion": 1, "features": [{"id": "a"}, {"id": "a"}]}"#
    let run = try Run.program(
      ["lsp"], input: Self.beginning + Self.opening("file:///m.json", text) + Self.end)
    #expect(run.status == 0)
    #expect(run.errors == "")
    #expect(run.output.contains(#""positionEncoding":"utf-16""#))
    #expect(run.output.contains(#""code":"duplicate-id""#))
    #expect(run.output.hasSuffix(Self.framed(#"{"jsonrpc":"2.0","id":9,"result":null}"#)))
  }

  @Test("Answers the messages before a framing error, and exits with 1")
  func framing() throws {
    let wrong = [
      "Content-Length: -1\r\n\r\n", "Content-Length: 9999999999999999999999\r\n\r\n",
      "Content-Length: 99999999999\r\n\r\n{}", "Content-Length: two\r\n\r\n{}", "{}\r\n\r\n",
      "Content-Type: x\r\n\r\n{}", "\r\n\r\n", String(repeating: "x", count: 1 << 15), "\u{0}\u{0}",
      // Too short: the rest of the body is parsed as an invalid header.
      "Content-Length: 10\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"x\"}\r\n\r\n",
    ]
    for bytes in wrong {
      let run = try Run.program(["lsp"], input: Self.beginning + bytes)
      #expect(run.status == 1, "\(bytes.prefix(60))")
      #expect(run.errors == "", "\(bytes.prefix(60))")
      #expect(run.output.contains(#""positionEncoding""#), "\(bytes.prefix(60))")
    }
    // Too long: the input ends before the body does.
    let long = try Run.program(["lsp"], input: Self.beginning + "Content-Length: 99\r\n\r\n{}")
    #expect(long.status == 1)
  }

  @Test("Answers every invalid message, and continues")
  func wrongMessages() throws {
    let bodies: [(body: String, code: Int)] = [
      ("{", -32700), ("nonsense", -32700), ("[]", -32600),
      (#"{"jsonrpc":"2.0","id":5,"method":"no/such"}"#, -32601),
      (#"{"jsonrpc":"2.0","id":5,"method":"textDocument/hover"}"#, -32602),
      (#"{"jsonrpc":"2.0","id":5,"method":"textDocument/hover","params":[1]}"#, -32602),
      (
        #"{"jsonrpc":"2.0","id":5,"method":"textDocument/rename","params":{"textDocument":7}}"#,
        -32602
      ),
    ]
    for (body, code) in bodies {
      let run = try Run.program(
        ["lsp"], input: Self.beginning + Self.framed(body) + Self.end)
      #expect(run.status == 0, "\(body)")
      #expect(run.output.contains("\"code\":\(code)"), "\(body) \(run.output)")
    }
    // Invalid notifications are ignored, because they have no answer.
    let notifications = [
      Self.notification("no/such"), Self.notification("textDocument/didOpen", "[]"),
      Self.notification("textDocument/didChange", #"{"textDocument":{"uri":"file:///x"}}"#),
      Self.notification("textDocument/didClose", "7"), Self.notification("$/progress", "null"),
      Self.notification("$/cancelRequest", #"{"id":{}}"#),
      Self.framed(#"{"jsonrpc":"2.0","id":77,"result":{}}"#),
    ]
    let run = try Run.program(
      ["lsp"], input: Self.beginning + notifications.joined() + Self.end)
    #expect(run.status == 0)
    #expect(run.errors == "")
    #expect(run.output.components(separatedBy: "Content-Length").count == 3)
  }

  @Test("Answers cancelled requests once")
  func cancelled() throws {
    var input = Self.beginning
    input += Self.opening("file:///m.json", #"{"manifestVersion": 1, "features": []}"#)
    for id in 100..<200 {
      input += Self.request(
        id, "textDocument/documentSymbol", #"{"textDocument":{"uri":"file:///m.json"}}"#)
      if id % 2 == 0 { input += Self.notification("$/cancelRequest", "{\"id\":\(id)}") }
    }
    let run = try Run.program(["lsp"], input: input + Self.end)
    #expect(run.status == 0)
    for id in 100..<200 {
      #expect(run.output.components(separatedBy: "\"id\":\(id),").count == 2, "\(id)")
    }
  }

  @Test("Exits with 1 when the client disconnects")
  func lostClient() throws {
    #expect(try Run.program(["lsp"]).status == 1)
    #expect(try Run.program(["lsp"], input: Self.beginning).status == 1)
    // The reader closes its end while the server still has answers to send.
    let input = Self.beginning + String(repeating: Self.request(2, "no/such"), count: 20_000)
    let scratch = try Scratch()
    try scratch.write(input, to: "input")
    let run = try Run.shell(
      """
      mkfifo pipe; { "$FLINT" lsp < input > pipe; echo $? > status; } &
      head -c 10 < pipe; wait; cat status
      """,
      directory: scratch.folder)
    #expect(run.output.hasSuffix("1\n"))
    #expect(run.errors == "")
  }

  @Test("Exits when its parent process exits, even if other processes keep the pipe open")
  func deadClient() throws {
    let client = Process()
    client.executableURL = URL(filePath: "/usr/bin/env")
    client.arguments = ["true"]
    try client.run()
    client.waitUntilExit()
    let (server, input, output) = try Self.start()
    input.write(
      Data(
        Self.request(
          1, "initialize", "{\"processId\":\(client.processIdentifier),\"capabilities\":{}}"
        ).utf8))
    _ = try output.readToEnd()
    server.waitUntilExit()
    #expect(server.terminationStatus == 1)
    try input.close()
  }

  @Test("Reads from a client that does not read yet")
  func lateReader() throws {
    let (server, input, output) = try Self.start()
    let text =
      #"{"manifestVersion": 1, "features": ["#
      + String(repeating: #"{"id": "a"}, "#, count: 200) + #"{"id": "b"}]}"#
    var messages = Self.beginning
    for number in 0..<40 {
      messages += Self.opening("file:///\(number)/m.json", text)
      messages += Self.request(
        100 + number, "textDocument/documentSymbol",
        "{\"textDocument\":{\"uri\":\"file:///\(number)/m.json\"}}")
    }
    // Input and output both exceed the capacity of a pipe.
    input.write(Data((messages + Self.end).utf8))
    let said = try output.readToEnd() ?? Data()
    server.waitUntilExit()
    #expect(server.terminationStatus == 0)
    #expect(said.count > 1 << 18)
    try input.close()
  }

  private static func start() throws -> (Process, FileHandle, FileHandle) {
    let server = Process()
    server.executableURL = Package.program
    server.arguments = ["lsp"]
    let (input, output) = (Pipe(), Pipe())
    server.standardInput = input
    server.standardOutput = output
    try server.run()
    return (server, input.fileHandleForWriting, output.fileHandleForReading)
  }
}
