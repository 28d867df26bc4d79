import Foundation
import ProgramHarness
import Testing

@Suite("The --watch option", .timeLimit(.minutes(2))) struct WatchTests {
  private static func manifest(_ permission: String) -> String {
    #"{"manifestVersion": 1, "features": [{"id": "f", "constraints": {"platforms": {"iOSOnly": 12}, "permissions": ["\#(permission)"]}}]}"#
  }

  private static func scenario(_ name: String, _ status: String) -> String {
    """
    {"scenarioVersion": 1, "scenarios": [{"name": "\(name)", "cases": [{"expect": {"f": "\(status)"}}]}]}
    """
  }

  @Test(
    "Evaluates again when an input file changes, disappears or reappears",
    arguments: [
      (["evaluate"], "1 undetermined", "1 available"),
      (["validate", "--format", "json"], "\"warnings\": 0", "\"warnings\": 1"),
    ])
  func changes(line: [String], before: String, after: String) throws {
    let scratch = try Scratch()
    let path = try scratch.write(Self.manifest("camera"), to: "m.json")
    let session = try TerminalSession(line + [path, "--watch", "--color", "never"])
    try session.read(to: before)
    let changed = #"{"manifestVersion": 1, "features": [{"id": "f", "isEnabled": true}]}"#
    try scratch.write(changed, to: "m.json")
    try session.read(to: after)
    try FileManager.default.removeItem(atPath: path)
    try scratch.write(Self.manifest("photos"), to: "m.json")
    try session.read(to: before)
    session.send(SIGINT)
    session.process.waitUntilExit()
    #expect(session.process.terminationReason == .uncaughtSignal)
  }

  @Test("Runs scenarios again when a file is added to a folder")
  func newFile() throws {
    let scratch = try Scratch()
    let manifest = try scratch.write(Self.manifest("camera"), to: "m.json")
    try scratch.write(Self.scenario("first", "undetermined"), to: "1.json")
    let folder = scratch.folder.path
    let session = try TerminalSession(["test", manifest, folder, "--watch", "--color", "never"])
    try session.read(to: "1 scenario: 1 passed, 0 failed")
    try FileManager.default.createDirectory(
      at: scratch.folder.appending(path: "more"), withIntermediateDirectories: true)
    try scratch.write(Self.scenario("second", "available"), to: "more/2.json")
    let told = try session.read(to: "2 scenarios: 1 passed, 1 failed")
    #expect(told.contains("✗ second"))
    session.send(SIGTERM)
    session.process.waitUntilExit()
  }

  @Test("Notices a change of equal size and time of modification")
  func unchangedStamp() throws {
    let scratch = try Scratch()
    let path = try scratch.write(Self.manifest("camera"), to: "m.json")
    let session = try TerminalSession(["evaluate", path, "--watch", "--color", "never"])
    try session.read(to: "1 undetermined")
    try scratch.write(Self.manifest("photos"), to: "new")
    let edit = "cat new > m.json; touch -r time m.json"
    _ = try Run.shell("touch -r m.json time; \(edit)", directory: scratch.folder)
    try session.read(to: "1 undetermined")
    session.send(SIGTERM)
    session.process.waitUntilExit()
  }

  @Test("Notices a change during the evaluation")
  func changeDuringAnswer() throws {
    let scratch = try Scratch()
    try scratch.write(Self.manifest("camera"), to: "m.json")
    try #require(mkfifo(scratch.path("state"), 0o600) == 0)
    let session = try TerminalSession([
      "evaluate", scratch.path("m.json"), "--state", scratch.path("state"), "--watch",
    ])
    // The pipe opens when the program reads the state, after it has read the manifest.
    let state = try FileHandle(forWritingTo: URL(filePath: scratch.path("state")))
    try scratch.write(Self.manifest("photos"), to: "m.json")
    try state.write(contentsOf: Data("{}".utf8))
    try state.close()
    #expect(try session.read(to: "1 undetermined").contains("camera"))
    // It opens again only when the program reads the state again.
    let again = DispatchSemaphore(value: 0)
    let pipe = scratch.path("state")
    Thread.detachNewThread {
      close(open(pipe, O_WRONLY))
      again.signal()
    }
    try #require(again.wait(timeout: .now() + 60) == .success)
    session.send(SIGTERM)
    session.process.waitUntilExit()
  }

  @Test("An included file that changes, disappears or reappears")
  func included() throws {
    let scratch = try Scratch()
    try scratch.write(
      #"{"manifestVersion": 1, "features": [{"include": "a.json"}]}"#, to: "m.json")
    func write(_ id: String, to name: String) throws {
      try scratch.write("{\"manifestVersion\": 1, \"features\": [\(id)]}", to: name)
    }
    try write(#"{"id": "first"}"#, to: "a.json")
    let session = try TerminalSession(
      ["validate", scratch.path("m.json"), "--watch", "--color", "never"], columns: 200)
    try session.read(to: "no findings in 2 files")
    try write(#"{"include": "b.json"}"#, to: "a.json")
    try session.read(to: "'b.json' does not exist")
    try write(#"{"id": "second"}"#, to: "b.json")
    try session.read(to: "no findings in 3 files")
    session.send(SIGTERM)
    session.process.waitUntilExit()
  }
}
