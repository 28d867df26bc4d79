import Foundation
import ProgramHarness
import TestSupport
import Testing

/// Calls that take long or need much memory, and clients that cancel such calls or disconnect.
@Suite("Long and deep questions of assistants", .timeLimit(.minutes(2)))
struct AssistantLoadTests {
  /// Writes a manifest whose proofs take minutes, another one, and a scenario.
  private static func writeLongProofs(to scratch: Scratch) throws {
    func manifest(clauses: Int) -> String {
      let products = (0..<90).map { #"{"id":"P\#($0)","type":"nonConsumable"}"# }
      let features = (0..<200).map { feature in
        let clauses = (0..<clauses).map { clause in
          let first = (feature * 7 + clause * 37) % 90
          let others = [(first + 11 + clause % 13) % 90, (first + 41 + feature % 23) % 90]
          return #"{"anyOf":["P\#(first)","P\#(others[0])","P\#(others[1])"]}"#
        }
        return
          #"{"id":"f\#(feature)","constraints":{"purchases":[\#(clauses.joined(separator: ","))]}}"#
      }
      return """
        {"manifestVersion":1,"products":[\(products.joined(separator: ","))],
        "features":[\(features.joined(separator: ","))]}
        """
    }
    try scratch.write(manifest(clauses: 90), to: "long.json")
    try scratch.write(manifest(clauses: 89), to: "other.json")
    try scratch.write(
      """
      {"scenarioVersion":1,"scenarios":[
        {"name":"s","cases":[{"given":{},"expect":{"f0":"unavailable"}}]}]}
      """, to: "suite.json")
  }

  private static let longCalls: [(tool: String, arguments: String)] = [
    ("validate", #"{"manifests":["long.json"]}"#), ("cover", #"{"manifest":"long.json"}"#),
    ("diff", #"{"old":"long.json","new":"other.json"}"#),
    ("impact", #"{"manifest":"long.json","product":"P1"}"#),
    ("test", #"{"manifest":"long.json","scenarios":["suite.json"],"coverage":true}"#),
    (
      "matrix",
      #"{"manifest":"long.json","limit":100000000,"vary":["\#((0..<8).map { "purchase:P\($0)" }.joined(separator: #"",""#))"]}"#
    ),
  ]

  @Test(
    "Stops computing when calls are cancelled",
    arguments: TestDepth.sample(1, of: Array(longCalls.indices)))
  func cancellation(_ index: Int) throws {
    let scratch = try Scratch()
    try Self.writeLongProofs(to: scratch)
    let server = try AssistantProcess([], in: scratch.folder)
    defer { server.end() }
    let (tool, arguments) = Self.longCalls[index]
    // More calls than the server has threads, so that it can answer another one only if it stops computing.
    let calls = try (0..<12).map { _ in
      try server.send("tools/call", "{\"name\":\"\(tool)\",\"arguments\":\(arguments)}")
    }
    try server.waitUntilBusy()
    for call in calls {
      try server.notify("notifications/cancelled", "{\"requestId\":\(call)}")
    }
    let ping = try server.send("ping", "{}")
    #expect(try server.nextAnswer()["id"] as? Int == ping)
    let answer = try server.call("evaluate", #"{"manifest":"long.json","features":["f0"]}"#)
    #expect(answer["isError"] as? Bool == false)
  }

  @Test("Gives a cancelled call's question its whole answer when it is asked again")
  func cancelledIsNotKept() throws {
    let manifest = "Fixtures/kitchen-sink/manifest.json"
    let server = try AssistantProcess([manifest], in: Package.root)
    defer { server.end() }
    // Requests that the server answers in between, so that the cancellation arrives at different moments of the call.
    for others in [0, 1, 10, 100, 1000] {
      let call = try server.send("tools/call", #"{"name":"validate","arguments":{}}"#)
      for _ in 0..<others {
        let ping = try server.send("ping", "{}")
        while let id = try server.nextAnswer()["id"] as? Int, id != ping { #expect(id == call) }
      }
      try server.notify("notifications/cancelled", "{\"requestId\":\(call)}")
      let ping = try server.send("ping", "{}")
      // The answer may have been sent before the cancellation was read.
      while let id = try server.nextAnswer()["id"] as? Int, id != ping { #expect(id == call) }
    }
    let answer = try server.call("validate")
    let expected = try Run.program(["validate", manifest])
    #expect(answer.toolText == expected.output + expected.errors)
  }

  @Test("Has stack enough for the deepest manifest, however little the system gives to threads")
  func deepManifest() throws {
    let scratch = try Scratch()
    var condition = #"{"permissions":["camera"]}"#
    for level in 1...64 {
      condition =
        level.isMultiple(of: 2)
        ? #"{"anyOf":[\#(condition),{"permissions":["photos"]}]}"#
        : #"{"allOf":[\#(condition),{"permissions":["contacts"]}]}"#
    }
    // Together with the condition, as deep as JSON may be.
    var feature = #"{"id":"f189","constraints":\#(condition)}"#
    for level in (0..<189).reversed() {
      feature = #"{"id":"f\#(level)","features":[\#(feature)]}"#
    }
    let count = TestDepth.count(300, thorough: 2000)
    let products = (0..<count).map { #"{"id":"P\#($0)","type":"nonConsumable"}"# }
    let ids = (0..<count).map { "\"P\($0)\"" }.joined(separator: ",")
    try scratch.write(
      """
      {"manifestVersion":1,"products":[\(products.joined(separator: ","))],
      "features":[\(feature),{"id":"all","constraints":{"purchases":[{"allOf":[\(ids)]}]}}]}
      """, to: "deep.json")
    try scratch.write(
      #"{"scenarioVersion":1,"scenarios":[{"name":"s","sometimes":{"available":"f189"}}]}"#,
      to: "suite.json")
    let calls: [(tool: String, arguments: String, line: [String])] = [
      ("evaluate", "{}", []), ("explain", #"{"feature":"f189"}"#, ["f189"]),
      ("validate", "{}", []), ("test", #"{"scenarios":["suite.json"]}"#, ["suite.json"]),
      ("plan", #"{"feature":"f189"}"#, ["f189"]), ("plan", #"{"feature":"all"}"#, ["all"]),
      ("impact", #"{"permission":"camera"}"#, ["--permission", "camera"]),
      ("cover", #"{"statuses":true}"#, ["--statuses"]),
      ("matrix", #"{"vary":["permission:camera"]}"#, ["--vary", "permission:camera"]),
    ]
    for (index, call) in calls.enumerated() {
      let message = AssistantSession.request(
        index + 1, "tools/call", "{\"name\":\"\(call.tool)\",\"arguments\":\(call.arguments)}")
      try scratch.write(message + "\n", to: "input")
      // The threads of macOS have 512 KiB, unless a program says otherwise.
      let run = try Run.shell(
        "ulimit -s 512; \"$FLINT\" mcp deep.json < input", directory: scratch.folder)
      let answer = try #require(
        try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any],
        "\(call.tool): \(run.status)")
      let result = try #require(answer["result"] as? [String: Any])
      let expected = try Run.program(
        [call.tool, "deep.json"] + call.line, directory: scratch.folder)
      #expect(result.toolText == expected.output + expected.errors, "\(call.tool)")
    }
  }

  @Test("Leaves no process when its client goes away during a long proof")
  func clientGoesAway() throws {
    let scratch = try Scratch()
    try Self.writeLongProofs(to: scratch)
    let server = try AssistantProcess([], in: scratch.folder)
    for call in Self.longCalls {
      _ = try server.send(
        "tools/call", "{\"name\":\"\(call.tool)\",\"arguments\":\(call.arguments)}")
    }
    try server.waitUntilBusy()
    let start = ContinuousClock.now
    server.end()
    #expect(!server.process.isRunning && start.duration(to: .now) < .seconds(10))
  }
}
