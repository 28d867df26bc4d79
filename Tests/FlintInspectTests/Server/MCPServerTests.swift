import FlintText
import Foundation
import TestSupport
import Testing

@testable import FlintInspect

@Suite("The MCP server")
struct MCPServerTests {
  /// A client of a server with one tool. The client itself answers the calls of the tool.
  private final class Client {
    let server: MCPServer

    init() {
      let echo = MCPTool(
        name: "echo", description: "Repeat a word.", inputSchema: #"{"type":"object"}"#,
        outputSchema: #"{"type":"object"}"#
      ) { (arguments) throws(ResponseError) in
        guard let word = arguments?.member("word")?.string else {
          throw .invalidParams("'word' must be a string")
        }
        return ["echo", word]
      }
      let note = MCPResource(
        uri: "test://note", name: "note", title: "A note", mimeType: "text/plain"
      ) { "line 1\nline \"2\"" }
      let gone = MCPResource(
        uri: "test://gone", name: "gone", title: "Gone", mimeType: "text/plain"
      ) { nil }
      server = MCPServer(
        "Ask.", tools: [echo],
        resources: { [note, gone] })
    }

    func send(_ text: String, inPiecesOf size: Int = .max) {
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        rest.prefix(size).withUnsafeBytes { server.receive($0) }
        rest = rest.dropFirst(size)
      }
    }

    /// Returns the messages that the server has sent since the last call.
    func received() throws -> [[String: Any]] {
      let text = String(decoding: server.takeOutput(), as: UTF8.self)
      #expect(text.isEmpty || text.hasSuffix("\n"))
      let messages: [[String: Any]] = try text.split(separator: "\n").map { line in
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
        return try #require(object as? [String: Any])
      }
      #expect(messages.allSatisfy { $0["jsonrpc"] as? String == "2.0" }, "\(text)")
      return messages
    }

    /// Returns the error code of the only answer to a line.
    func errorCode(_ line: String) throws -> Int? {
      send(line + "\n")
      let messages = try received()
      #expect(messages.count == 1, "\(line)")
      return messages.first.flatMap(Self.errorCode)
    }

    static func errorCode(_ message: [String: Any]) -> Int? {
      (message["error"] as? [String: Any])?["code"] as? Int
    }

    func result(_ line: String) throws -> [String: Any] {
      send(line + "\n")
      return try #require(try received().first?["result"] as? [String: Any], "\(line)")
    }
  }

  private static func request(_ id: String, _ method: String, _ parameters: String = "{}") -> String
  {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(parameters)}"#
  }

  private static func call(_ id: String, _ word: String) -> String {
    request(id, "tools/call", #"{"name":"echo","arguments":{"word":"\#(word)"}}"#)
  }

  @Test(
    "Offers its own protocol revision, whatever the client requests",
    arguments: ["2025-06-18", "2024-11-05", "2099-01-01", ""])
  func negotiation(version: String) throws {
    let result = try Client().result(
      Self.request("1", "initialize", #"{"protocolVersion":"\#(version)","capabilities":{}}"#))
    let abilities = result["capabilities"] as? [String: Any] ?? [:]
    #expect(Set(abilities.keys) == ["tools", "resources", "prompts"])
    let texts: [String?] = [
      result["protocolVersion"] as? String, result["instructions"] as? String,
      (result["serverInfo"] as? [String: Any])?["name"] as? String,
    ]
    #expect(texts == ["2025-06-18", "Ask.", programName])
  }

  @Test("Answers messages that arrive in parts or together", arguments: [1, 2, 7, 1000])
  func pieces(size: Int) throws {
    let client = Client()
    let text = "\r\n \n" + Self.request("1", "ping") + "\r\n" + Self.request("\"é\"", "ping") + "\n"
    client.send(text, inPiecesOf: size)
    let messages = try client.received()
    let answers: [[String]] = messages.map { message in
      ["id", "result"].map { "\(message[$0].map { "\($0)" } ?? "absent")" }
    }
    #expect(answers == [["1", "[:]"], ["é", "[:]"]])
  }

  private static let wrong: [(line: String, code: Int)] = [
    ("{", -32700), ("nonsense", -32700), ("\u{0}", -32700), ("{} {}", -32700),
    ("[]", -32600), ("[\(request("1", "ping"))]", -32600), ("{}", -32600), ("7", -32600),
    (#"{"id":1}"#, -32600), (#"{"id":null,"method":"ping"}"#, -32600),
    (#"{"id":{},"method":"ping"}"#, -32600), (#"{"id":1,"method":7}"#, -32600),
    (request("1", "no/such"), -32601), (request("1", "prompts/get"), -32601),
    (request("1", "notifications/initialized"), -32600),
    (request("1", "tools/call"), -32602), (request("1", "tools/call", "[1]"), -32602),
    (#"{"id":1,"method":"tools/call"}"#, -32602),
    (request("1", "tools/call", #"{"name":7}"#), -32602),
    (request("1", "tools/call", #"{"name":"other"}"#), -32602),
    (request("1", "tools/call", #"{"name":"echo","arguments":[]}"#), -32602),
    (request("1", "tools/call", #"{"name":"echo","arguments":{"word":1}}"#), -32602),
    (request("1", "tools/list", #"{"cursor":"x"}"#), -32602),
    (request("1", "resources/read"), -32602),
    (request("1", "resources/read", #"{"uri":"file:///etc/passwd"}"#), -32002),
    (request("1", "resources/read", #"{"uri":"test://gone"}"#), -32002),
  ]

  @Test("Answers every invalid line, and continues", arguments: wrong.indices)
  func wrongLines(_ index: Int) throws {
    let client = Client()
    let (line, code) = Self.wrong[index]
    #expect(try client.errorCode(line) == code, "\(line)")
    #expect(try client.result(Self.request("2", "ping")).isEmpty)
  }

  @Test("Ignores unknown notifications and answers")
  func notifications() throws {
    let client = Client()
    for line in [
      #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, #"{"method":"no/such"}"#,
      #"{"method":"tools/call","params":{"name":"echo"}}"#, #"{"id":7,"result":{}}"#,
      #"{"id":7,"error":{"code":1,"message":"x"}}"#,
      #"{"method":"notifications/cancelled","params":{"requestId":99}}"#,
      #"{"method":"notifications/cancelled","params":{"requestId":{}}}"#,
      #"{"method":"notifications/cancelled"}"#,
    ] {
      client.send(line + "\n")
      #expect(try client.received().isEmpty, "\(line)")
    }
    #expect(client.server.takeCalls().isEmpty)
  }

  @Test("Passes calls to its driver, and answers each when it finishes, in any order")
  func calls() throws {
    let client = Client()
    client.send(Self.call("1", "a") + "\n" + Self.call("\"1\"", "b") + "\n")
    let calls = client.server.takeCalls()
    #expect(calls.map(\.words) == [["echo", "a"], ["echo", "b"]])
    #expect(client.server.unansweredCalls == 2 && client.server.takeCalls().isEmpty)
    client.server.finish(
      calls[1].number,
      with: MCPOutcome(
        texts: ["b\n", "note\n"], structured: #"{"a": [1]}"#, isError: false))
    client.server.finish(
      calls[0].number, with: MCPOutcome(texts: [], structured: nil, isError: true))
    let answers = try client.received().map { message in
      String(
        decoding: try JSONSerialization.data(withJSONObject: message, options: .sortedKeys),
        as: UTF8.self)
    }
    #expect(
      answers == [
        #"{"id":"1","jsonrpc":"2.0","result":{"content":[{"text":"b\n","type":"text"},"#
          + #"{"text":"note\n","type":"text"}],"isError":false,"structuredContent":{"a":[1]}}}"#,
        #"{"id":1,"jsonrpc":"2.0","result":{"content":[],"isError":true}}"#,
      ])
  }

  @Test("Does not answer a cancelled call, whether or not it has begun")
  func cancellation() throws {
    let client = Client()
    client.send((1...4).map { Self.call("\($0)", "w\($0)") + "\n" }.joined())
    client.send(#"{"method":"notifications/cancelled","params":{"requestId":2}}"# + "\n")
    let calls = client.server.takeCalls()
    #expect(calls.map(\.words) == [["echo", "w1"], ["echo", "w3"], ["echo", "w4"]])
    client.send(#"{"method":"notifications/cancelled","params":{"requestId":3}}"# + "\n")
    #expect(calls.map { client.server.isOpen($0.number) } == [true, false, true])
    for call in calls {
      client.server.finish(
        call.number, with: MCPOutcome(texts: [], structured: nil, isError: false))
    }
    #expect(try client.received().map { $0["id"] as? Int } == [1, 4])
    // A numeric id and a text of the same digits are different ids.
    client.send(Self.call("5", "x") + "\n")
    client.send(#"{"method":"notifications/cancelled","params":{"requestId":"5"}}"# + "\n")
    #expect(client.server.unansweredCalls == 1)
  }

  @Test("Refuses a call with the id of a pending call")
  func sameID() throws {
    let client = Client()
    client.send(Self.call("1", "a") + "\n")
    #expect(try client.errorCode(Self.call("1", "b")) == -32600)
    for call in client.server.takeCalls() {
      client.server.finish(
        call.number, with: MCPOutcome(texts: [], structured: nil, isError: false))
    }
    #expect(try client.received().map { $0["id"] as? Int } == [1])
    client.send(Self.call("1", "c") + "\n")
    #expect(client.server.takeCalls().map(\.words) == [["echo", "c"]])
  }

  @Test("Answers a last line without an end, and pending calls at the end of the input")
  func end() throws {
    let client = Client()
    client.send(Self.call("1", "a") + "\n" + Self.request("2", "ping"))
    #expect(try client.received().isEmpty)
    client.server.endInput()
    #expect(try client.received().map { $0["id"] as? Int } == [2])
    #expect(client.server.hasEnded && client.server.unansweredCalls == 1)
    let half = Client()
    half.send(#"{"jsonrpc":"2.0","id":1,"meth"#)
    half.server.endInput()
    #expect(try half.received().map(Client.errorCode) == [-32700])
  }

  @Test("Discards a line that exceeds the maximum length, and reads the next one")
  func longLine() throws {
    let client = Client()
    let piece = String(repeating: "x", count: 1 << 20)
    for _ in 0..<40 { client.send(piece) }
    client.send("\n" + Self.request("1", "ping") + "\n")
    let messages = try client.received()
    let answers: [[Int?]] = messages.map { [Client.errorCode($0), $0["id"] as? Int] }
    #expect(answers == [[-32700, nil], [nil, 1]])
  }

  @Test("Lists its tools and resources, and no prompts")
  func lists() throws {
    let client = Client()
    let tools = try client.result(Self.request("1", "tools/list"))["tools"] as? [[String: Any]]
    #expect(tools?.map { $0["name"] as? String } == ["echo"])
    let hints = tools?.first?["annotations"] as? [String: Bool]
    #expect(hints == ["readOnlyHint": true, "openWorldHint": false])
    let prompts = try client.result(Self.request("2", "prompts/list"))["prompts"] as? [Any]
    #expect(prompts?.isEmpty == true)
    let note = #"{"uri":"test://note"}"#
    let cases: [(method: String, parameters: String, list: String, key: String, [String])] = [
      ("resources/list", "{}", "resources", "uri", ["test://note", "test://gone"]),
      ("resources/read", note, "contents", "text", ["line 1\nline \"2\""]),
    ]
    for (method, parameters, list, key, expected) in cases {
      let items = try client.result(Self.request("3", method, parameters))[list]
      let texts = (items as? [[String: String]])?.compactMap { $0[key] }
      #expect(texts == expected, "\(method)")
    }
  }

  @Test(
    "Answers any bytes with lines of JSON", arguments: TestDepth.seeds(6, thorough: 200))
  func noise(seed: UInt64) throws {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    func next(_ limit: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(limit))
    }
    let parts =
      Self.wrong.map(\.line) + [Self.call("1", "a"), "\n", "\n", "\"", "{", "\\u", "\u{FEFF}"]
    let client = Client()
    for _ in 0..<200 {
      var bytes = Array(parts[next(parts.count)].utf8)
      if next(3) == 0, !bytes.isEmpty { bytes[next(bytes.count)] = UInt8(next(256)) }
      if next(2) == 0 { bytes.append(UInt8(ascii: "\n")) }
      bytes.withUnsafeBytes { client.server.receive($0) }
      for call in client.server.takeCalls() where next(2) == 0 {
        client.server.finish(
          call.number, with: MCPOutcome(texts: call.words, structured: nil, isError: false))
      }
    }
    client.server.endInput()
    _ = try client.received()
  }
}
