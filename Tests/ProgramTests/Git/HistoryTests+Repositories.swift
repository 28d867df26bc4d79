import Foundation
import ProgramHarness
import Testing

/// Manifests that were moved or merged, and repositories of other forms.
extension HistoryTests {
  @Test("Finds a manifest by its path, regardless of the working directory")
  func paths() throws {
    let repository = try Self.repository()
    let all = try Self.changes(repository, ["app/flint.json", "speech"])
    #expect(all.count == 2)
    let root = repository.folder.path
    #expect(try Self.changes(repository, ["flint.json", "speech"], in: "app") == all)
    #expect(try Self.changes(repository, ["./app/../app/flint.json", "speech"]) == all)
    #expect(try Self.changes(repository, ["\(root)/app/flint.json", "speech"]) == all)
    #expect(try Self.changes(repository, ["HEAD:app/flint.json", "speech"]) == all)
    #expect(try Self.changes(repository, ["main:./flint.json", "speech"], in: "app") == all)
    #expect(try Self.changes(repository, ["HEAD~6:app/flint.json", "speech"]).count == 1)
    let elsewhere = try Run.program(
      ["history", "\(root)/app/flint.json", "speech", "--format", "json"],
      directory: URL(filePath: "/"))
    #expect(try JSON(elsewhere.output)["features"]?.items.first?["changes"]?.count == 2)
    // The environment of a git hook.
    let hook = try repository.run(
      ["history", "app/flint.json", "speech", "--format", "json"], environment: ["GIT_DIR": ".git"])
    #expect(try JSON(hook.output)["features"]?.items.first?["changes"]?.count == 2)
  }

  @Test("Supports a manifest that was deleted or moved")
  func moved() throws {
    let repository = try Self.repository { commits in
      commits.commit(
        "Move",
        changing: [
          "app/flint.json": .delete,
          "app/new/flint.json": Self.manifest(#"{"id": "speech"}"#),
        ])
    }
    #expect(
      try Self.changes(repository, ["app/new/flint.json"]) == ["Move: - > available"])
    #expect(try Self.changes(repository, ["app/flint.json", "speech"]).count == 2)
    let skipped = try repository.run(["history", "app/flint.json", "--format", "json"]).output
    #expect(skipped.contains("app/flint.json: no such file"))
    try FileManager.default.removeItem(at: repository.folder.appending(path: "app"))
    #expect(try Self.changes(repository, ["app/flint.json", "speech"]).count == 2)
  }

  @Test("Reads a bare repository")
  func bare() throws {
    var commits = FastImport()
    commits.commit("One", changing: ["app/flint.json": Self.manifest(#"{"id": "f"}"#)])
    let repository = try Repository(commits, isBare: true)
    #expect(try Self.changes(repository, ["app/flint.json"]) == ["One: - > available"])
    #expect(try Self.changes(repository, ["main:app/flint.json"]) == ["One: - > available"])
  }

  @Test("Warns about a shallow clone, whose first commit is not a change")
  func shallow() throws {
    let repository = try Self.repository()
    let clone = try Scratch()
    try repository.git([
      "clone", "-q", "--depth", "2", "file://\(repository.folder.path)", clone.path("clone"),
    ])
    let run = try Run.program(
      ["history", "clone/app/flint.json", "--format", "json"], directory: clone.folder)
    #expect(run.errors.contains("warning: the repository is a shallow clone"))
    let old = try repository.git(["rev-parse", "HEAD~5"])
    let diff = try Run.program(
      ["diff", "\(old):app/flint.json", "app/flint.json"],
      directory: clone.folder.appending(path: "clone"))
    #expect(diff.errors.contains("this shallow clone has no '\(old)'\nhint: fetch it"))
    let json = try JSON(run.output)
    #expect(json["features"]?.items.map { $0["status"]?.text } == ["available", "unavailable"])
    #expect(json["features"]?.items.map { $0["changes"]?.count } == [0, 0])
  }

  @Test("Follows first parents, so that a merge contains the changes of its branch")
  func merges() throws {
    var commits = FastImport()
    let start = commits.commit("Start", changing: ["flint.json": Self.manifest(#"{"id": "f"}"#)])
    let change = Self.manifest(
      #"{"id": "f", "constraints": {"platforms": {"iOS": "unsupported"}}}"#)
    let side = commits.commit("Side", on: "side", from: [start], changing: ["flint.json": change])
    let main = commits.commit("Main", changing: ["README": .write("x")])
    commits.commit("Merge", from: [main, side], changing: ["flint.json": change])
    commits.commit("After", changing: ["README": .write("y")])
    let repository = try Repository(commits)
    let expected = ["Merge: available > unavailable", "Start: - > available"]
    #expect(try Self.changes(repository, ["flint.json"]) == expected)
    #expect(
      try Self.changes(repository, ["flint.json", "--since", "side"])
        == ["Merge: available > unavailable"])
  }

  @Test("Includes changes of included files and of links in the folder")
  func includes() throws {
    var commits = FastImport()
    func part(_ constraints: String) -> FastImport.Change {
      Self.manifest("{\"id\": \"f\", \"constraints\": {\(constraints)}}")
    }
    commits.commit(
      "Start",
      changing: [
        "flint.json": Self.manifest(#"{"include": "link.json"}"#),
        "link.json": .link("parts/a.json"), "parts/a.json": part(""),
        "parts/b.json": part(#""permissions": ["camera"]"#),
      ])
    commits.commit("Other", changing: ["parts/b.json": part(#""permissions": ["photos"]"#)])
    commits.commit(
      "Part", changing: ["parts/a.json": part(#""platforms": {"iOS": "unsupported"}"#)])
    commits.commit("Link", changing: ["link.json": .link("parts/b.json")])
    commits.commit("Lost", changing: ["parts/b.json": .delete])
    let repository = try Repository(commits)
    #expect(
      try Self.changes(repository, ["HEAD:flint.json", "f"])
        == [
          "Link: unavailable > undetermined", "Part: available > unavailable",
          "Start: - > available",
        ])
  }

  @Test("Lists the first paragraph of a message, decoded with its encoding")
  func messages() throws {
    var commits = FastImport()
    commits.commit(
      "Drop iOS 14\nand what needs it\n\nNobody has it any more.",
      changing: ["flint.json": Self.manifest(#"{"id": "f"}"#)])
    let repository = try Repository(commits)
    try repository.write(
      #"{"manifestVersion": 1, "features": [{"id": "f", "constraints": {"platforms": {"iOS": "unsupported"}}}]}"#,
      to: "flint.json")
    // The message is UTF-8, but its commit has another encoding.
    try repository.git(["-c", "i18n.commitEncoding=ISO-8859-1", "commit", "-qam", "Café"])
    #expect(
      try Self.changes(repository, ["flint.json"])
        == ["CafÃ©: available > unavailable", "Drop iOS 14 and what needs it: - > available"])
  }

  @Test("Escapes control characters in commit messages")
  func hostile() throws {
    var commits = FastImport()
    commits.commit(
      "\u{1B}[31mRed\u{202E}", author: "::error::Eve",
      changing: [
        "flint.json": Self.manifest(#"{"id": "f"}"#)
      ])
    let run = try Repository(commits).run(["history", "flint.json"])
    #expect(!run.output.contains("\u{1B}") && !run.output.contains("\u{202E}"))
    #expect(run.output.contains("\\u001B[31mRed\\u202E"))
  }

  @Test("Requires commits")
  func errors() throws {
    let empty = try Repository()
    try empty.write(#"{"manifestVersion": 1}"#, to: "flint.json")
    let repository = try Self.repository()
    for (repository, line, message) in [
      (empty, ["flint.json"], "the repository has no commits yet"),
      (repository, ["nope.json"], "no commit contains a valid manifest at this path"),
      (repository, ["app"], "no commit contains a valid manifest at this path"),
      (repository, ["-"], "standard input is not in Git, so it has no history"),
      (repository, [":app/flint.json"], "the index of Git contains no commits"),
      (repository, ["nope:app/flint.json"], "Not a valid object name nope^{commit}"),
      (repository, ["../flint.json"], "not a git repository"),
      (repository, ["app/flint.json", "--since", "nope"], "'nope' in '--since' is not a commit"),
    ] {
      let outside = repository.folder.deletingLastPathComponent().path
      let run = try repository.run(
        ["history"] + line, environment: ["GIT_CEILING_DIRECTORIES": outside])
      #expect(run.status == 2)
      #expect(run.errors.contains(message), "\(run.errors)")
      #expect(run.output == "")
    }
    let without = try repository.run(["history", "app/flint.json"], environment: ["PATH": "/"])
    #expect(without.status == 2)
    #expect(without.errors.contains("cannot start 'git'"))
  }
}
