import Foundation
import ProgramHarness
import Testing

/// Clients of the MCP server can have files read in the folder in which it was started, and none written.
@Suite("The folder of the MCP server", .timeLimit(.minutes(2)))
struct ServedFolderTests {
  private static let secret = "do-not-tell"

  /// Creates a folder `app` to serve, and files around it that clients must not read. Links in `app` lead to them.
  private static func layOut(in scratch: Scratch) throws -> URL {
    let files = FileManager.default
    for folder in ["app/sub", "app/suites", "app-other", "elsewhere"] {
      try files.createDirectory(
        at: scratch.folder.appending(path: folder), withIntermediateDirectories: true)
    }
    let manifest = #"{"manifestVersion": 1, "features": [{"id": "\#(secret)"}]}"#
    try scratch.write(manifest, to: "elsewhere/manifest.json")
    try scratch.write(manifest, to: "app-other/manifest.json")
    try scratch.write(#"{"platform": "tvOS"}"#, to: "elsewhere/state.json")
    try scratch.write(
      #"{"manifestVersion": 1, "features": [{"id": "a"}]}"#, to: "app/manifest.json")
    try scratch.write(#"{"platform": "iOS"}"#, to: "app/sub/state.json")
    try scratch.write(
      #"{"scenarioVersion": 1, "scenarios": [{"name": "x", "always": {"available": "a"}}]}"#,
      to: "app/suites/suite.json")
    let app = scratch.folder.appending(path: "app")
    for (name, target) in [
      ("link.json", "../elsewhere/manifest.json"), ("link", "../elsewhere"),
      ("sub/up", "../.."), ("inside.json", "manifest.json"), ("dangling.json", "../elsewhere/none"),
    ] {
      try files.createSymbolicLink(
        atPath: app.appending(path: name).path, withDestinationPath: target)
    }
    try scratch.write(
      #"{"manifestVersion": 1, "features": [{"include": "link.json"}]}"#, to: "app/including.json")
    try scratch.write(
      #"{"manifestVersion": 1, "features": [{"include": "../elsewhere/manifest.json"}]}"#,
      to: "app/climbing.json")
    return app
  }

  /// Returns paths that lead out of `app` in various ways.
  private static func waysOut(of scratch: Scratch) -> [String] {
    let outside = scratch.path("elsewhere/manifest.json")
    return [
      "../elsewhere/manifest.json", "./../elsewhere/manifest.json",
      "sub/../../elsewhere/manifest.json", "../app/../elsewhere/manifest.json",
      "../app-other/manifest.json", outside, "/" + outside, "/../" + outside,
      "link.json", "link/manifest.json", "sub/up/elsewhere/manifest.json", "sub/../link.json",
      "/etc/passwd", "/dev/stdin", "/dev/fd/0", "/proc/self/environ",
      "/proc/self/cwd/../elsewhere/manifest.json",
      "..", "../", "/",
    ]
  }

  @Test("Cannot be left by any path, in any argument that names a file")
  func waysOut() throws {
    let scratch = try Scratch()
    let app = try Self.layOut(in: scratch)
    var calls: [(tool: String, arguments: String)] = []
    for path in Self.waysOut(of: scratch) {
      let path = String(decoding: try JSONEncoder().encode(path), as: UTF8.self)
      calls += [
        ("evaluate", "{\"manifest\":\(path)}"),
        ("explain", "{\"manifest\":\(path),\"feature\":\"x\"}"),
        ("evaluate", "{\"manifest\":\"manifest.json\",\"state\":\(path)}"),
        ("evaluate", "{\"manifest\":\"manifest.json\",\"baseline\":\(path)}"),
        ("validate", "{\"manifests\":[\"manifest.json\",\(path)]}"),
        ("validate", "{\"manifests\":[\"manifest.json\"],\"storekit\":[\(path)]}"),
        ("validate", "{\"manifests\":[\"manifest.json\"],\"info_plist\":[\(path)]}"),
        ("test", "{\"manifest\":\"manifest.json\",\"scenarios\":[\(path)]}"),
        ("diff", "{\"old\":\(path),\"new\":\"manifest.json\"}"),
        ("diff", "{\"old\":\"manifest.json\",\"new\":\(path)}"),
        ("cover", "{\"manifest\":\"manifest.json\",\"start\":[\(path)]}"),
        ("impact", "{\"manifest\":\"manifest.json\",\"feature\":\"a\",\"scenarios\":[\(path)]}"),
      ]
    }
    let session = try AssistantSession(calls, directory: app)
    #expect(session.run.status == 0)
    #expect(!session.run.output.contains(Self.secret) && !session.run.output.contains("root:"))
    for (index, call) in calls.enumerated() {
      #expect(session.isError(index + 1) == true, "\(call)")
      let text = session.text(index + 1)
      #expect(
        text.contains("is outside the folder that the server was started in"), "\(call): \(text)")
    }
  }

  @Test("Contains all files that a manifest can include")
  func includes() throws {
    let scratch = try Scratch()
    let app = try Self.layOut(in: scratch)
    let session = try AssistantSession(
      [
        ("evaluate", #"{"manifest":"including.json"}"#),
        ("evaluate", #"{"manifest":"climbing.json"}"#),
        ("validate", #"{"manifests":["including.json","climbing.json"]}"#),
      ], directory: app)
    #expect((1...2).allSatisfy { session.isError($0) == true })
    #expect(!session.run.output.contains(Self.secret))
    #expect(session.text(3).contains("unreadable-include") || session.text(3).contains("include"))
  }

  @Test("Is readable by every path that leads into it")
  func waysIn() throws {
    let scratch = try Scratch()
    let app = try Self.layOut(in: scratch)
    let paths = [
      "manifest.json", "./manifest.json", "sub/../manifest.json", "../app/manifest.json",
      "inside.json", app.path + "/manifest.json", "sub/up/app/manifest.json",
    ]
    let session = try AssistantSession(
      paths.map {
        (tool: "evaluate", arguments: "{\"manifest\":\"\($0)\",\"state\":\"sub/state.json\"}")
      }
        + [("test", #"{"manifest":"manifest.json","scenarios":["suites"]}"#)], directory: app)
    for index in 1...(paths.count + 1) {
      #expect(session.isError(index) == false, "\(index): \(session.text(index))")
    }
  }

  @Test("Is read without waiting for a named pipe in it")
  func pipes() throws {
    let scratch = try Scratch()
    let app = try Self.layOut(in: scratch)
    #expect(mkfifo(app.appending(path: "pipe.json").path, 0o600) == 0)
    let session = try AssistantSession(
      [("evaluate", #"{"manifest":"pipe.json"}"#), ("evaluate", #"{"manifest":"dangling.json"}"#)],
      directory: app)
    #expect(session.text(1).contains("the path is not a file"))
    #expect(session.text(2).contains("no such file"))
  }

  @Test("Is never written to")
  func readOnly() throws {
    let scratch = try Scratch()
    let app = try Self.layOut(in: scratch)
    func contents() throws -> [String: Data] {
      var contents: [String: Data] = [:]
      for path in try FileManager.default.subpathsOfDirectory(atPath: scratch.folder.path) {
        contents[path] = (try? Data(contentsOf: scratch.folder.appending(path: path))) ?? Data()
      }
      return contents
    }
    let before = try contents()
    let writing = ["output", "into", "update", "as_scenario", "rejects"]
    var calls: [(tool: String, arguments: String)] = writing.flatMap { name in
      ["evaluate", "test", "cover", "matrix", "diff"].map { tool in
        (tool: tool, arguments: "{\"manifest\":\"manifest.json\",\"\(name)\":\"new.json\"}")
      }
    }
    calls += [
      ("evaluate", #"{"manifest":"manifest.json","features":["--output=new.json"]}"#),
      ("evaluate", #"{"manifest":"--output=new.json"}"#),
      ("explain", #"{"manifest":"manifest.json","feature":"--output=new.json"}"#),
      ("test", #"{"manifest":"manifest.json","scenarios":["suites/suite.json","--update"]}"#),
    ]
    _ = try AssistantSession(calls, directory: app)
    #expect(try contents() == before)
  }
}
