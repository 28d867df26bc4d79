import Testing

@testable import FlintServer

@Suite("The lifecycle of the language server")
struct LifecycleTests {
  @Test("Initialization returns the capabilities, with the client's preferred encoding")
  func beginning() {
    func encoding(_ offered: [String]?) -> String {
      let general: [String: Any] = offered.map { ["positionEncodings": $0] } ?? [:]
      return ScriptedClient(abilities: ["general": general]).initialization
        .object("capabilities").text("positionEncoding")
    }
    #expect(encoding(nil) == "utf-16")
    #expect(encoding(["utf-8", "utf-16"]) == "utf-8")
    #expect(encoding(["utf-16", "utf-8"]) == "utf-16")
    #expect(encoding(["utf-32", "utf-8"]) == "utf-8")
    #expect(encoding(["utf-32"]) == "utf-16")
  }

  @Test("Exit returns 0 after a shutdown, and otherwise 1")
  func end() {
    let orderly = ScriptedClient()
    #expect(orderly.response("shutdown", nil).keys.contains("result"))
    #expect(orderly.errorCode("shutdown", nil) == -32600)
    orderly.tell("exit", [:])
    orderly.work()
    #expect(orderly.server.exitStatus == 0)

    let hasty = ScriptedClient()
    hasty.tell("exit", [:])
    hasty.work()
    #expect(hasty.server.exitStatus == 1)

    let lost = ScriptedClient()
    lost.server.endInput()
    #expect(lost.server.exitStatus == 1)

    let closed = ScriptedClient()
    _ = closed.response("shutdown", nil)
    closed.server.endInput()
    #expect(closed.server.exitStatus == 0)
  }

  @Test("Requests before initialization are rejected, and a second initialization is too")
  func order() {
    let client = ScriptedClient(initializes: false)
    #expect(client.errorCode("shutdown", nil) == -32002)
    client.open("/m.json", "{}")
    client.work()
    #expect(client.received.isEmpty)
    #expect(client.ask("initialize", ["capabilities": [:]]) != nil)
    #expect(client.errorCode("initialize", ["capabilities": [:]]) == -32600)
  }

  @Test("Unknown requests are answered with an error, and unknown notifications are ignored")
  func unknown() {
    let client = ScriptedClient()
    #expect(client.errorCode("textDocument/foldingRange", [:]) == -32601)
    client.forget()
    client.tell("$/setTrace", ["value": "off"])
    client.send(["jsonrpc": "2.0", "id": "watch", "result": [:]])
    client.work()
    #expect(client.received.isEmpty)
    #expect(client.server.exitStatus == nil)
  }

  @Test("Cancelled requests are not started")
  func cancellation() {
    let client = ScriptedClient()
    let first = client.send(request: "textDocument/none", nil)
    let second = client.send(request: "textDocument/none", nil)
    client.tell("$/cancelRequest", ["id": second])
    client.tell("$/cancelRequest", ["id": 99])
    client.work()
    #expect(client.response(to: first).object("error").number("code") == -32601)
    #expect(client.response(to: second).object("error").number("code") == -32800)
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
    #expect(client.received.map { $0.object("error").number("code") } == [code])
    #expect(client.server.exitStatus == nil)
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
    #expect(client.server.exitStatus == 1)
    #expect(!client.server.work())
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
