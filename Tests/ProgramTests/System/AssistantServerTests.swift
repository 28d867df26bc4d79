import Foundation
import ProgramHarness
import TestSupport
import Testing

@Suite("The MCP server as a program", .timeLimit(.minutes(2)))
struct AssistantServerTests {
  private static let manifest = "Fixtures/podcast-player/manifest.json"

  /// A call of each tool without its manifest, and the equivalent command line.
  private static let calls: [(tool: String, arguments: String, line: [String])] = [
    (
      "evaluate",
      #"{"platform":"macOS","os_version":"14","grant":["contacts","location.whenInUse"]}"#,
      ["--platform", "macOS", "--os-version", "14", "--grant", "contacts,location.whenInUse"]
    ),
    (
      "evaluate", #"{"fresh":true,"verbose":true,"baseline":"{\"platform\":\"tvOS\"}"}"#,
      ["--fresh", "--verbose", "--baseline", "{\"platform\":\"tvOS\"}"]
    ),
    ("evaluate", #"{"features":["favourites"],"fresh":false}"#, ["favourites"]),
    ("explain", #"{"feature":"smart-playlists"}"#, ["smart-playlists"]),
    ("validate", #"{"strict":true,"today":"2030-01-01"}"#, ["--strict", "--today", "2030-01-01"]),
    (
      "test",
      #"{"scenarios":["Fixtures/podcast-player/scenarios.json"],"coverage":true,"min_coverage":99.5}"#,
      ["Fixtures/podcast-player/scenarios.json", "--coverage", "--min-coverage", "99.5"]
    ),
    (
      "plan", #"{"feature":"smart-playlists","fresh":true,"limit":1,"by":"user"}"#,
      ["smart-playlists", "--fresh", "--limit", "1", "--by", "user"]
    ),
    ("impact", #"{"product":"SUB0001"}"#, ["--product", "SUB0001"]),
    ("cover", #"{"statuses":true}"#, ["--statuses"]),
    (
      "matrix", #"{"vary":["platform","purchase:SUB0001"]}"#,
      ["--vary", "platform,purchase:SUB0001"]
    ),
  ]

  @Test("Answers each call with the output of the command")
  func sameAsCommands() throws {
    let session = try AssistantSession(
      Self.calls.map { (tool: $0.tool, arguments: $0.arguments) }, manifest: Self.manifest)
    #expect(session.run.status == 0 && session.run.errors == "")
    for (index, call) in Self.calls.enumerated() {
      let line = [call.tool, Self.manifest] + call.line
      let text = try Run.program(line)
      let json = try Run.program(line + ["--format", "json"])
      #expect(session.text(index + 1) == text.output + text.errors, "\(line)")
      #expect(session.isError(index + 1) == (text.status == 2), "\(line)")
      let expected = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? NSDictionary
      #expect(session.structured(index + 1) == expected, "\(line)")
    }
  }

  @Test(
    "Compares two manifests, and accepts a manifest in each call if it was started without one")
  func manifests() throws {
    let session = try AssistantSession([
      (
        "diff",
        #"{"old":"Fixtures/selfie/manifest.json","new":"\#(Self.manifest)","exit_code":true}"#
      ),
      ("validate", #"{"manifests":["\#(Self.manifest)","Fixtures/selfie/manifest.json"]}"#),
      ("explain", #"{"manifest":"Fixtures/selfie/manifest.json","feature":"selfie"}"#),
    ])
    // A status of 1 is a result, not an error.
    #expect((1...3).map { session.isError($0) } == [false, false, false])
    let diff = try Run.program(["diff", "Fixtures/selfie/manifest.json", Self.manifest])
    #expect(session.text(1) == diff.output)
    let validation = try Run.program(["validate", Self.manifest, "Fixtures/selfie/manifest.json"])
    #expect(session.text(2) == validation.output)
    #expect(validation.output.contains("no findings in 2 files"))
    #expect(session.structured(3)?["manifest"] as? String == "Fixtures/selfie/manifest.json")
  }

  @Test("Compares an old manifest with the server's, if a call of 'diff' names no other")
  func newManifest() throws {
    let session = try AssistantSession(
      [
        AssistantSession.request(1, "tools/list"),
        AssistantSession.request(
          2, "tools/call",
          "{\"name\":\"diff\",\"arguments\":{\"old\":\"Fixtures/kitchen-sink/manifest.json\"}}"),
      ], manifest: Self.manifest)
    let tools = session.result(1)["tools"] as? [[String: Any]] ?? []
    let diff = tools.first { $0["name"] as? String == "diff" }
    let schema = diff?["inputSchema"] as? [String: Any]
    #expect(schema?["required"] as? [String] == ["old"])
    let content = session.result(2)["content"] as? [[String: String]]
    let run = try Run.program(["diff", "Fixtures/kitchen-sink/manifest.json", Self.manifest])
    #expect(content?.compactMap { $0["text"] }.joined() == run.output)
  }

  @Test("Lists the manifest, its included files and all guides as resources")
  func resources() throws {
    let session = try AssistantSession(
      [AssistantSession.request(1, "resources/list")],
      manifest: "Fixtures/city-transit/manifest.json")
    let listed = session.result(1)["resources"] as? [[String: String]] ?? []
    let files = listed.filter { $0["uri"]?.hasPrefix("file://") == true }.compactMap { $0["name"] }
    #expect(files.first == "Fixtures/city-transit/manifest.json" && files.count > 1)
    let guides = Set(listed.compactMap { $0["uri"] }.filter { $0.hasPrefix("flint-inspect://") })
    let folder = Package.root.appending(path: "Sources/FlintCore/FlintCore.docc")
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".md") && $0 != "FlintCore.md" }
    #expect(guides == Set(pages.map { "flint-inspect://guides/\($0.dropLast(3))" }))
    let reading = try AssistantSession(
      listed.enumerated().map { index, resource in
        AssistantSession.request(
          index + 1, "resources/read", "{\"uri\":\"\(resource["uri"] ?? "")\"}")
      }, manifest: "Fixtures/city-transit/manifest.json")
    for (index, resource) in listed.enumerated() {
      let contents = reading.result(index + 1)["contents"] as? [[String: String]]
      let page = resource["uri"]?.split(separator: "/").last.map { "\($0).md" } ?? ""
      let file =
        resource["uri"]?.hasPrefix("file://") == true
        ? Package.root.appending(path: resource["name"] ?? "") : folder.appending(path: page)
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(contents?.first?["text"] == text)
    }
  }

  @Test("Uses the current content of changed files, including included ones")
  func changes() throws {
    let scratch = try Scratch()
    try scratch.write(
      #"{"manifestVersion": 1, "features": [{"include": "part.json"}, {"id": "b"}]}"#, to: "m.json")
    try scratch.write(#"{"manifestVersion": 1, "features": [{"id": "a"}]}"#, to: "part.json")
    let server = try AssistantProcess(["m.json"], in: scratch.folder)
    defer { server.end() }
    func available() throws -> [String] {
      let answer = try server.call("evaluate")
      let features = (answer["structuredContent"] as? [String: Any])?["features"]
      return (features as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
    }
    #expect(try available() == ["a", "b"])
    #expect(try available() == ["a", "b"])
    try scratch.write(#"{"manifestVersion": 1, "features": [{"id": "a2"}]}"#, to: "part.json")
    #expect(try available() == ["a2", "b"])
    try scratch.write(#"{"manifestVersion": 1, "features": [{"id": "c"}]}"#, to: "m.json")
    #expect(try available() == ["c"])
    try scratch.write("{", to: "m.json")
    #expect(try server.call("evaluate")["isError"] as? Bool == true)
    try scratch.write(#"{"manifestVersion": 1, "features": [{"id": "d"}]}"#, to: "m.json")
    #expect(try available() == ["d"])
  }

  @Test("Answers concurrent calls once each, and continues after a cancellation")
  func besideEachOther() throws {
    let server = try AssistantProcess(["Fixtures/kitchen-sink/manifest.json"], in: Package.root)
    defer { server.end() }
    var open: Set<Int> = []
    for _ in 0..<4 {
      open.insert(try server.send("tools/call", #"{"name":"cover","arguments":{}}"#))
      open.insert(try server.send("tools/call", #"{"name":"evaluate","arguments":{}}"#))
    }
    while !open.isEmpty {
      let answer = try server.nextAnswer()
      try #require(open.remove(answer["id"] as? Int ?? 0) != nil)
    }
    // The cancellation must be answered whether or not the call had begun.
    let cancelled = try server.send("tools/call", #"{"name":"cover","arguments":{}}"#)
    try server.notify("notifications/cancelled", "{\"requestId\":\(cancelled)}")
    let ping = try server.send("ping", "{}")
    let first = try server.nextAnswer()["id"] as? Int
    if first != ping {
      #expect(first == cancelled)
      let second = try server.nextAnswer()["id"] as? Int
      #expect(second == ping)
    }
  }

  @Test(
    "Exits with 0 at the end of its input, and leaves no process behind when its client disconnects"
  )
  func endings() throws {
    #expect(try Run.program(["mcp"]).status == 0)
    #expect(try Run.program(["mcp", Self.manifest], input: "{\"half").status == 0)
    // A client that closes both ends during a call.
    let server = try AssistantProcess([Self.manifest], in: Package.root)
    _ = try server.send("tools/call", #"{"name":"cover","arguments":{}}"#)
    server.end()
    #expect(server.process.isRunning == false)
    // A reader that closes its end early.
    let scratch = try Scratch()
    let calls = (1...200).map {
      AssistantSession.request($0, "tools/list") + "\n"
    }
    try scratch.write(calls.joined(), to: "input")
    let run = try Run.shell(
      """
      mkfifo pipe; { "$FLINT" mcp < input > pipe; echo $? > status; } &
      head -c 10 < pipe > /dev/null; wait; cat status
      """,
      directory: scratch.folder)
    #expect(run.errors == "" && ["0\n", "1\n"].contains(run.output))
  }

}
