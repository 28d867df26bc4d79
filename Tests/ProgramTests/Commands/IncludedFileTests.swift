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

  @Test("Can be the output of import, which is the same each time")
  func imported() throws {
    let scratch = try Scratch()
    try scratch.write(
      #"{"manifestVersion": 1, "features": [{"include": "store.json"}, {"include": "remote.json"}]}"#,
      to: "m.json")
    let store = """
      {"subscriptionGroups": [{"id": "7", "name": "Club", "subscriptions": [
        {"productID": "old", "groupNumber": 2}, {"productID": "new", "groupNumber": 1}]}]}
      """
    try scratch.write(store, to: "store.storekit")
    try scratch.write(
      #"{"conditions": [{"name": "c", "expression": "device.country in ['FR']"}]}"#,
      to: "remote.template")
    func imported(_ file: String, as name: String) throws -> String {
      let line = ["import", file, "--output", name]
      let run = try Run.program(line, directory: scratch.folder)
      #expect(run == Run(status: 0, output: "", errors: ""))
      return try scratch.read(name)
    }
    for (file, name) in [("store.storekit", "store.json"), ("remote.template", "remote.json")] {
      let first = try imported(file, as: name)
      #expect(try imported(file, as: name) == first)
    }
    let whole = try JSON(Run.program(["bundle", "m.json"], directory: scratch.folder).output)
    #expect(whole["products"]?.items.map { $0["id"]?.text } == ["old", "new"])
    #expect(whole["products"]?.items.map { $0["level"]?.text } == ["level-2", "level-1"])
    #expect(whole["conditions"]?.items.map { $0["id"]?.text } == ["remote.when.c"])
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
