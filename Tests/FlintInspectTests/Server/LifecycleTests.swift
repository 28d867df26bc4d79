import Testing

@testable import FlintInspect

@Suite("The lifecycle of the language server")
struct LifecycleTests {
  @Test("Initialization returns the capabilities, with the client's preferred encoding")
  func beginning() {
    let cases: [(offered: [String]?, encoding: String)] = [
      (nil, "utf-16"), (["utf-8", "utf-16"], "utf-8"), (["utf-16", "utf-8"], "utf-16"),
      (["utf-32", "utf-8"], "utf-8"), (["utf-32"], "utf-16"),
    ]
    for (offered, encoding) in cases {
      let general: [String: Any] = offered.map { ["positionEncodings": $0] } ?? [:]
      let capabilities = ScriptedClient(abilities: ["general": general]).initialization
        .object("capabilities")
      #expect(capabilities.text("positionEncoding") == encoding, "\(offered ?? [])")
    }
  }

  @Test("Exit returns 0 after a shutdown, and otherwise 1")
  func end() {
    /// Returns the exit status after a last message, or nil if the server still runs.
    func status(_ end: (ScriptedClient) -> Void) -> Int32? {
      let client = ScriptedClient()
      end(client)
      return client.server.exitStatus
    }
    func exit(_ client: ScriptedClient) {
      client.tell("exit", [:])
      client.work()
    }
    let orderly = status { client in
      #expect(client.response("shutdown", nil).keys.contains("result"))
      #expect(client.errorCode("shutdown", nil) == -32600)
      exit(client)
    }
    let hasty = status(exit)
    let lost = status { $0.server.endInput() }
    let closed = status { client in
      _ = client.response("shutdown", nil)
      client.server.endInput()
    }
    let statuses: [String: Int32?] = [
      "exit after shutdown": orderly, "exit": hasty, "end of input": lost,
      "end of input after shutdown": closed,
    ]
    #expect(
      statuses == [
        "exit after shutdown": 0, "exit": 1, "end of input": 1, "end of input after shutdown": 0,
      ])
  }

  @Test("Requests before initialization are rejected, and a second initialization is too")
  func order() {
    let client = ScriptedClient(initializes: false)
    #expect(client.errorCode("shutdown", nil) == -32002)
    client.open("/m.json", "{}")
    client.work()
    #expect(client.received.isEmpty)
    let answers = (1...2).map { _ in client.response("initialize", ["capabilities": [:]]) }
    #expect(answers[0]["result"] is [String: Any])
    #expect(answers[1].object("error").number("code") == -32600)
  }

  @Test("Unknown requests are answered with an error, and unknown notifications are ignored")
  func unknown() {
    let client = ScriptedClient()
    #expect(client.errorCode("textDocument/foldingRange", [:]) == -32601)
    client.forget()
    client.tell("$/setTrace", ["value": "off"])
    client.send(["jsonrpc": "2.0", "id": "watch", "result": [:]])
    client.work()
    #expect(client.received.isEmpty && client.server.exitStatus == nil, "\(client.received)")
  }

  @Test("Cancelled requests are not started")
  func cancellation() {
    let client = ScriptedClient()
    let ids = (0..<2).map { _ in client.send(request: "textDocument/none", nil) }
    client.tell("$/cancelRequest", ["id": ids[1]])
    client.tell("$/cancelRequest", ["id": 99])
    client.work()
    let codes = ids.map { client.response(to: $0).object("error").number("code") }
    #expect(codes == [-32601, -32800])
  }

  @Test(
    "Invalid messages are answered with an error",
    arguments: [
      ("{", -32700), ("", -32700), ("\u{FF}", -32700), ("[]", -32600), ("1", -32600),
      (#"{"jsonrpc":"2.0","id":{},"method":"shutdown"}"#, -32600),
      (#"{"jsonrpc":"2.0","id":1,"method":2}"#, -32600),
      (#"{"jsonrpc":"2.0","id":1}"#, -32600),
    ])
  func wrongMessages(body: String, code: Int) {
    let client = ScriptedClient()
    client.work()
    client.forget()
    client.send(bytes: Array("Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8))
    client.work()
    let codes = client.received.map { $0.object("error").number("code") }
    #expect(codes == [code] && client.server.exitStatus == nil, "\(codes)")
  }

  @Test(
    "A framing error ends the server",
    arguments: [
      "\r\n", "hello\r\n\r\n{}", "Content-Length: -1\r\n\r\n", "Content-Length: x\r\n\r\n",
      "Content-Length:\r\n\r\n", "Content-Type: a\r\n\r\n", "Content-Length: 99999999999\r\n\r\n",
      "Content-Length: 2\r\n\r\n{}{}\r\n\r\n", String(repeating: "a", count: 1 << 15),
    ])
  func malformedFraming(bytes: String) {
    let client = ScriptedClient()
    client.send(bytes: Array(bytes.utf8))
    let isWorking = client.server.work()
    #expect(client.server.exitStatus == 1 && !isWorking)
  }

  @Test("Messages can be split anywhere, and headers can be in any case")
  func pieces() {
    let client = ScriptedClient()
    let body = #"{"jsonrpc":"2.0","id":"a","method":"none"}"#
    let message = "content-type: x; charset=utf-8\ncontent-length:\t\(body.utf8.count)\n\n\(body)"
    for byte in (message + message).utf8 {
      client.send(bytes: [byte])
      client.work()
    }
    #expect(client.received.count { $0["id"] as? String == "a" } == 2)
  }
}
