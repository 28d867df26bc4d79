import Foundation
import ProgramHarness
import Testing

@Suite("A file in a revision") struct RevisionTests {
  private static func manifest(_ features: String) -> String {
    "{\"manifestVersion\": 1, \"features\": [\(features)]}"
  }

  private static let scenarios = """
    {"scenarioVersion": 1, "scenarios": [{"name": "s", "cases": [{"expect": {"f": "available"}}]}]}
    """

  /// Creates a repository. `app/flint.json` includes a file of its folder, in which `f` requires iOS 18 since the
  /// second commit.
  private static func repository() throws -> Repository {
    var commits = FastImport()
    commits.commit(
      "Start",
      changing: [
        "app/flint.json": .write(
          manifest(#"{"include": "parts/f.json"}, {"include": "parts/g.json"}"#)),
        "app/parts/f.json": .write(manifest(#"{"id": "f"}"#)),
        "app/parts/g.json": .link("../parts/real.json"),
        "app/parts/real.json": .write(manifest(#"{"id": "g"}"#)),
        "app/states/old.json": .write(#"{"osVersion": 17}"#),
        "app/tests/s.json": .write(scenarios), "app/tests/more/t.json": .write(scenarios),
        "app/tests/state.json": .write("{}"), "link.json": .link("app/flint.json"),
        "broken.json": .write("{\n  \"manifestVersion\": 2\n}"),
        "folder.json/x": .write(""),
      ])
    commits.commit(
      "Require iOS 18",
      changing: [
        "app/parts/f.json": .write(
          manifest(#"{"id": "f", "constraints": {"platforms": {"iOS": 18}}}"#))
      ])
    return try Repository(commits)
  }

  @Test("Is read with its includes at the same revision")
  func includes() throws {
    let repository = try Self.repository()
    let line = ["evaluate", "--os-version", "17", "--format", "json"]
    for (path, status) in [
      ("HEAD~1:app/flint.json", "available"), ("main:app/flint.json", "unavailable"),
      (":app/flint.json", "unavailable"), ("app/flint.json", "unavailable"),
      ("HEAD^{/Start}:app/flint.json", "available"), ("@~1:./app/flint.json", "available"),
    ] {
      let run = try repository.run(line + [path])
      #expect(run.errors == "")
      let json = try JSON(run.output)
      #expect(json["manifest"]?.text == path)
      #expect(
        json["features"]?.items.map { $0["status"]?.text } == [status, "available"], "\(path)")
    }
    let inside = try repository.run(line + ["HEAD~1:./flint.json"], in: "app")
    #expect(try JSON(inside.output)["summary"]?["available"]?.number == 2)
    let above = try repository.run(line + ["HEAD~1:../flint.json"], in: "app/parts")
    #expect(try JSON(above.output)["summary"]?["available"]?.number == 2)
    // The current folder need not exist in the revision.
    try repository.write("", to: "untracked/folder/file")
    let untracked = try repository.run(
      line + ["HEAD~1:../../app/flint.json"], in: "untracked/folder")
    #expect(try JSON(untracked.output)["summary"]?["available"]?.number == 2, "\(untracked.errors)")
  }

  @Test("Is read from the index, for staged files that are not committed")
  func index() throws {
    let repository = try Self.repository()
    try repository.write(Self.manifest(#"{"id": "staged"}"#), to: "app/parts/f.json")
    try repository.git(["add", "-A"])
    try repository.write(Self.manifest(#"{"id": "written"}"#), to: "app/parts/f.json")
    for (path, ids) in [
      ("HEAD:app/flint.json", ["f", "g"]), (":app/flint.json", ["staged", "g"]),
      (":0:app/flint.json", ["staged", "g"]), ("app/flint.json", ["written", "g"]),
    ] {
      let run = try repository.run(["evaluate", path, "--format", "json"])
      #expect(try JSON(run.output)["features"]?.items.map { $0["id"]?.text } == ids)
    }
    let inside = try repository.run(["evaluate", ":./flint.json", "staged"], in: "app")
    #expect(inside.status == 0)
  }

  @Test(
    "Can be a manifest, a state, scenarios or a folder of scenarios",
    arguments: [
      ["evaluate", "HEAD:app/flint.json", "--state", "HEAD~1:app/states/old.json"],
      ["evaluate", "app/flint.json", "--baseline", "HEAD~1:app/states/old.json"],
      ["explain", "HEAD~1:app/flint.json", "f"],
      ["validate", "HEAD:app/flint.json", "app/flint.json"],
      [
        "test", "HEAD~1:app/flint.json", "HEAD:app/tests/more/", "HEAD:app/tests/s.json",
      ],
      ["test", "app/flint.json", "HEAD:app/tests"], ["plan", "HEAD:app/flint.json", "f"],
      ["matrix", "HEAD:app/flint.json", "--vary", "platform"], ["bundle", "HEAD:app/flint.json"],
      ["diff", "HEAD~1:app/flint.json", "HEAD:app/flint.json"],
      ["cover", "HEAD:app/flint.json", "--start", "HEAD:app/states/old.json"],
      ["impact", "HEAD:app/flint.json", "--feature", "f", "--scenarios", "HEAD:app/tests"],
      ["init", "--scenarios", "/dev/stdout", "HEAD:app/flint.json"],
      ["report", "HEAD:app/flint.json", "--output", "/dev/null"],
    ])
  func everywhere(line: [String]) throws {
    let run = try Self.repository().run(line)
    #expect(run.errors == "")
    #expect(run.status == 0)
  }

  @Test("Can be combined with other files in a folder")
  func folder() throws {
    let repository = try Self.repository()
    let run = try repository.run(["test", "HEAD~1:app/flint.json", "HEAD:app/tests"])
    #expect(run.output.contains("2 scenarios"))
    for path in ["HEAD:app/tests/s.json", "HEAD:app/tests/more/t.json"] {
      let single = try repository.run(["test", "HEAD:app/flint.json", path, "--format", "json"])
      #expect(single.output.contains(path))
    }
  }

  @Test("Has the given name in diagnostics, and its includes have names relative to it")
  func diagnostics() throws {
    let repository = try Self.repository()
    let broken = try repository.run(["validate", "HEAD:broken.json"])
    #expect(broken.status == 1)
    #expect(broken.output.hasPrefix("HEAD:broken.json:2:22: error: "), "\(broken.output)")
    try repository.write(Self.manifest(#"{"id": "f", "constrains": {}}"#), to: "app/parts/f.json")
    try repository.commit()
    try repository.git(["branch", "topic/one"])
    for (path, folder, included) in [
      ("HEAD:app/flint.json", "", "HEAD:app/parts/f.json"),
      ("topic/one:app/flint.json", "", "topic/one:app/parts/f.json"),
      ("HEAD:./flint.json", "app", "HEAD:./parts/f.json"),
      ("HEAD:../flint.json", "app/parts", "HEAD:../parts/f.json"),
      (":app/flint.json", "", ":app/parts/f.json"),
    ] {
      let run = try repository.run(["evaluate", path], in: folder)
      #expect(run.status == 2)
      #expect(run.errors.hasPrefix("\(included):1:"), "\(run.errors)")
    }
  }

  @Test("Can be at the root and include files next to it")
  func root() throws {
    let repository = try Repository()
    try repository.write(Self.manifest(#"{"include": "f.json"}"#), to: "flint.json")
    try repository.write(Self.manifest(#"{"id": "f", "x": 1}"#), to: "f.json")
    try repository.commit()
    let run = try repository.run(["evaluate", "HEAD:flint.json"])
    #expect(run.errors.hasPrefix("HEAD:f.json:1:"), "\(run.errors)")
  }

  @Test(
    "Is an error with git's message if it does not exist",
    arguments: [
      ("nope:app/flint.json", "invalid object name 'nope'"),
      ("HEAD:nope.json", "path 'nope.json' does not exist in 'HEAD'"),
      ("HEAD:app", "the path is a directory"),
      ("HEAD:link.json", "a symbolic link to 'app/flint.json'"),
      ("HEAD:../x", "'../x' is outside repository"), (":nope", "does not exist"),
      (":1:app/flint.json", "in the index, but not at stage 1"),
      ("HEAD~9:app/flint.json", "invalid object name 'HEAD~9'"),
    ])
  func errors(path: String, message: String) throws {
    let repository = try Self.repository()
    for command in ["evaluate", "validate", "bundle"] {
      let run = try repository.run([command, path])
      #expect(run.status == 2)
      let start = "error: cannot read '\(path)' from Git: "
      #expect(run.errors.hasPrefix(start) && run.errors.contains(message), "\(run.errors)")
      #expect(run.errors.split(separator: "\n").count == 2)
    }
  }

  @Test("Requires a repository and git")
  func surroundings() throws {
    let scratch = try Scratch()
    let outside = ["GIT_CEILING_DIRECTORIES": scratch.folder.deletingLastPathComponent().path]
    let lost = try Run.program(
      ["evaluate", "HEAD:x"], environment: outside, directory: scratch.folder)
    #expect(lost.status == 2)
    #expect(lost.errors.contains("not a git repository"), "\(lost.errors)")
    let bare = try Self.repository().run(
      ["evaluate", "HEAD:app/flint.json"], environment: ["PATH": "/nowhere"])
    #expect(bare.status == 2)
    #expect(bare.errors.contains("cannot start 'git': no such program"), "\(bare.errors)")
    #expect(bare.errors.contains("install Git"))
  }

  @Test("Does not ask for git if the limit of open files is reached")
  func descriptors() throws {
    let run = try Run.shell("ulimit -n 7; exec \"$FLINT\" evaluate HEAD:x")
    #expect(run.status == 2)
    #expect(run.errors.contains("cannot start 'git': too many open files"), "\(run.errors)")
    #expect(!run.errors.contains("install"))
  }

  @Test("Is an ordinary file if one of this name exists")
  func files() throws {
    let repository = try Self.repository()
    try repository.write(Self.manifest(#"{"id": "disk"}"#), to: "HEAD:x.json")
    let run = try repository.run(["evaluate", "HEAD:x.json"])
    #expect(run.output.contains("disk"))
    let typo = try repository.run(["evaluate", "./HEAD:y.json"])
    #expect(typo.errors.contains("no such file"), "\(typo.errors)")
  }

  @Test(
    "Is never written",
    arguments: [
      ["evaluate", "app/flint.json", "--as-scenario", "S", "--into", "HEAD:app/tests/s.json"],
      ["evaluate", "app/flint.json", "--as-scenario", "S", "--into", "HEAD:new.json"],
      ["test", "app/flint.json", "HEAD:app/tests/s.json", "--update"],
      ["test", "app/flint.json", "HEAD:app/tests", "--update"],
    ])
  func writing(line: [String]) throws {
    let repository = try Self.repository()
    let before = try repository.git(["status", "--porcelain"])
    let run = try repository.run(line)
    #expect(run.status == 2)
    #expect(run.errors.contains("it is a path in Git, which is read-only"), "\(run.errors)")
    #expect(try repository.git(["status", "--porcelain"]) == before)
  }

  @Test("Cannot include files outside the manifest's folder through links")
  func outside() throws {
    var commits = FastImport()
    commits.commit(
      "Start",
      changing: [
        "app/flint.json": .write(Self.manifest(#"{"include": "in.json"}"#)),
        "app/in.json": .link("../secret.json"), "secret.json": .write(Self.manifest("")),
      ])
    let run = try Repository(commits).run(["evaluate", "HEAD:app/flint.json"])
    #expect(run.status == 2)
    #expect(run.errors.contains("not in the manifest's folder"), "\(run.errors)")
  }

  @Test("Is described as a commit in the result of diff")
  func diff() throws {
    let repository = try Self.repository()
    let line = ["diff", "HEAD~1:app/flint.json", "app/flint.json"]
    let id = try repository.git(["rev-parse", "HEAD~1"]).prefix(8)
    let text = try repository.run(line).output
    #expect(
      text.hasPrefix(
        """
        − HEAD~1:app/flint.json  \(id) 2026-01-01 Ann Lee: Start
        + app/flint.json

        ▼ f  lost

        """), "\(text)")
    let markdown = try repository.run(line + ["--format", "markdown"]).output
    #expect(
      markdown.contains(
        "From <code>HEAD&#126;1:app/flint.json</code> (<code>\(id)</code> 2026-01-01, Ann Lee, "
          + "Start) to <code>app/flint.json</code>."), "\(markdown)")
    let annotations = try repository.run(line + ["--format", "github"]).output
    #expect(annotations.contains("available in fewer states since commit \(id)"), "\(annotations)")
    let files = try repository.run(["diff", "app/flint.json", "app/flint.json"]).output
    #expect(files == "No availability changes (2 features unchanged)\n")
  }
}
