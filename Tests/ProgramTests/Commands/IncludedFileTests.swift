import Foundation
import ProgramHarness
import TestSupport
import Testing

@Suite("Included files of a manifest", .timeLimit(.minutes(2))) struct IncludedFileTests {
  @Test("Reports errors at their location in the included file, without a result")
  func wrong() throws {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(
      at: scratch.folder.appending(path: "app/sub"), withIntermediateDirectories: true)
    try scratch.write(
      #"{"manifestVersion": 1, "features": [{"include": "sub/a.json"}]}"#, to: "app/m.json")
    try scratch.write(
      "{\"manifestVersion\": 1,\n \"features\": [{\"id\": \"f\", \"constraints\": {\"permissions\": [\"camra\"]}}]}",
      to: "app/sub/a.json")
    let problem = "app/sub/a.json:2:59: error: unknown permission 'camra' [unknown-permission]\n"
    for command in [["bundle"], ["evaluate"], ["explain", "f"], ["diff", "app/m.json"]] {
      var words = command
      words.insert("app/m.json", at: 1)
      let run = try Run.program(words, directory: scratch.folder)
      #expect(run.status == 2)
      #expect(run.errors.hasPrefix(problem), "\(run.errors)")
    }
    let line = ["validate", "app/m.json", "--format"]
    let text = try Run.program(line + ["text"], directory: scratch.folder)
    #expect(text.status == 1)
    #expect(text.output.hasPrefix(problem))
    let github = try Run.program(line + ["github"], directory: scratch.folder)
    #expect(github.output.hasPrefix("::error file=app/sub/a.json,line=2,col=59,"))
    let sarif = try Run.program(line + ["sarif"], directory: scratch.folder)
    #expect(sarif.output.contains("\"uri\": \"app/sub/a.json\""))
    #expect(sarif.output.contains("\"startLine\": 2"))
    let standard = try Run.program(
      ["validate", "-"], input: try scratch.read("app/m.json"), directory: scratch.folder)
    #expect(standard.status == 1)
    #expect(standard.output.hasPrefix("-:1:49: error: a manifest from standard input cannot"))
  }

  @Test("Includes files within its folder, also through links, and none outside")
  func links() throws {
    let scratch = try Scratch()
    let manager = FileManager.default
    for folder in ["app/real", "other"] {
      try manager.createDirectory(
        at: scratch.folder.appending(path: folder), withIntermediateDirectories: true)
    }
    func link(_ path: String, to target: String) throws {
      try manager.createSymbolicLink(
        atPath: scratch.path(path), withDestinationPath: target)
    }
    try link("app/link", to: "real")
    try link("app/out.json", to: "../other/o.json")
    try link("app/twice.json", to: "link/a.json")
    try link("alias", to: "app")
    try scratch.write(#"{"manifestVersion": 1}"#, to: "other/o.json")
    try scratch.write(
      #"{"manifestVersion": 1, "features": [{"id": "f"}, {"include": "../real/b.json"}]}"#,
      to: "app/real/a.json")
    try scratch.write(#"{"manifestVersion": 1}"#, to: "app/real/b.json")
    func validate(_ include: String, _ path: String = "app/m.json") throws -> String {
      try scratch.write(
        "{\"manifestVersion\": 1, \"features\": [{\"include\": \"link/a.json\"}\(include)]}",
        to: "app/m.json")
      return try Run.program(["validate", path], directory: scratch.folder).output
    }
    for path in ["app/m.json", "alias/m.json", "./app/../alias/m.json"] {
      #expect(try validate("", path).hasPrefix("✓ no findings in 3 files"))
    }
    #expect(
      try validate(#", {"include": "out.json"}"#)
        .contains("error: 'out.json' is not in the manifest's folder [unreadable-include]"))
    #expect(
      try validate(#", {"include": "twice.json"}"#)
        .contains("error: 'twice.json' is included twice [included-twice]"))
    try #require(mkfifo(scratch.path("app/pipe"), 0o600) == 0)
    #expect(
      try validate(#", {"include": "pipe"}"#)
        .contains("error: 'pipe' cannot be read: the path is not a file [unreadable-include]"))
    #expect(
      try validate(#", {"include": "/dev/null"}"#)
        .contains("error: '/dev/null' is an absolute path [unreadable-include]"))
  }

  @Test("Receives new products in the main file, and groups next to their products")
  func imported() throws {
    let scratch = try Scratch()
    try scratch.write(
      "{\"manifestVersion\": 1,\n \"features\": [{ \"include\": \"a.json\" }]}\n", to: "m.json")
    let part =
      "{\"manifestVersion\":1,\"products\":[{\"id\":\"old\",\"type\":\"autoRenewingSubscription\"}]}"
    try scratch.write(part, to: "a.json")
    let store = """
      {"subscriptionGroups": [{"id": "7", "name": "Club", "subscriptions": [
        {"productID": "old", "groupNumber": 1}, {"productID": "new", "groupNumber": 1}]}]}
      """
    try scratch.write(store, to: "s.storekit")
    let line = ["import", "s.storekit", "--into", "m.json"]
    let copy = try Run.program(line + ["--output", "copy.json"], directory: scratch.folder)
    #expect(
      copy.errors
        == "warning: did not change 'a.json'; '--output' writes only the main manifest file\n")
    #expect(try scratch.read("a.json") == part)
    let run = try Run.program(line, directory: scratch.folder)
    #expect(run == Run(status: 0, output: "", errors: ""))
    #expect(try scratch.read("m.json") == scratch.read("copy.json"))
    #expect(
      try scratch.read("a.json")
        == part.replacing("Subscription\"}", with: "Subscription\",\"group\":\"7\"}"))
    #expect(try scratch.read("m.json").contains("\"features\": [{ \"include\": \"a.json\" }]}\n"))
    let valid = try Run.program(["validate", "m.json"], directory: scratch.folder)
    #expect(valid.status == 0, "\(valid.output)")
    let products = try JSON(Run.program(["bundle", "m.json"], directory: scratch.folder).output)
    #expect(products["products"]?.items.map { $0["id"]?.text } == ["new", "old"])
    // A second import changes nothing.
    let before = try scratch.read("m.json") + scratch.read("a.json")
    _ = try Run.program(line, directory: scratch.folder)
    #expect(try scratch.read("m.json") + scratch.read("a.json") == before)
  }

  @Test("Is evaluated again when one of its files changes, disappears or reappears")
  func watched() throws {
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
