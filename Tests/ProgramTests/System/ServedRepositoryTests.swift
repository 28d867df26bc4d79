import Foundation
import ProgramHarness
import Testing

/// Clients of the MCP server have revisions of the served folder's repository read, and only what is in the folder.
@Suite("The repository of the MCP server", .timeLimit(.minutes(2)))
struct ServedRepositoryTests {
  private static let secret = "do-not-tell"
  private static let hidden = #"{"manifestVersion": 1, "features": [{"id": "\#(secret)"}]}"#
  private static let shown = #"{"manifestVersion": 1, "features": [{"id": "a"}]}"#
  private static let refusal = "is outside the folder that the server was started in"

  /// A repository with a folder `app` to serve, whose first commit has links out of it, and with files around it.
  private static func repository() throws -> Repository {
    var commits = FastImport()
    commits.commit(
      "First",
      changing: [
        "app/manifest.json": .write(shown), "app/inside.json": .link("manifest.json"),
        "app/link.json": .link("../elsewhere/manifest.json"), "app/link": .link("../elsewhere"),
        "app/turned.json": .link("../elsewhere/manifest.json"),
        "app/climbing.json": .write(
          #"{"manifestVersion": 1, "features": [{"include": "../elsewhere/manifest.json"}]}"#),
        "app/including.json": .write(
          #"{"manifestVersion": 1, "features": [{"include": "link.json"}]}"#),
        "elsewhere/manifest.json": .write(hidden), "elsewhere/app/manifest.json": .write(hidden),
        "elsewhere/states.json": .write(#"{"platform": "tvOS"}"#),
        "app-other/manifest.json": .write(hidden), "manifest.json": .write(hidden),
      ])
    commits.commit(
      "Second",
      changing: [
        "app/manifest.json": .write(shown.replacing(#""a""#, with: #""b""#)),
        "app/turned.json": .write(shown), "app/link.json": .write(shown),
      ])
    return try Repository(commits)
  }

  private static func call(
    _ calls: [(tool: String, arguments: String)], in folder: String, of repository: Repository,
    environment: [String: String] = [:]
  ) throws -> AssistantSession {
    try AssistantSession(
      calls, directory: repository.folder.appending(path: folder),
      environment: ["GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"]
        .merging(environment) { $1 })
  }

  /// Expects that every call is refused, and that none has the secret.
  private static func expectRefusals(
    _ calls: [(tool: String, arguments: String)], in folder: String = "app",
    of repository: Repository, environment: [String: String] = [:]
  ) throws {
    let session = try call(calls, in: folder, of: repository, environment: environment)
    #expect(session.run.status == 0 && !session.run.output.contains(secret))
    for (index, call) in calls.enumerated() {
      let text = session.text(index + 1)
      #expect(
        session.isError(index + 1) == true && text.contains(refusal), "\(call): \(text)")
    }
  }

  @Test("reads the revisions of what is in the folder")
  func inside() throws {
    let repository = try Self.repository()
    let calls: [(tool: String, line: [String], arguments: String)] = [
      ("evaluate", ["main:app/manifest.json"], #"{"manifest":"main:app/manifest.json"}"#),
      ("evaluate", ["HEAD~:./manifest.json"], #"{"manifest":"HEAD~:./manifest.json"}"#),
      ("evaluate", [":app/manifest.json"], #"{"manifest":":app/manifest.json"}"#),
      (
        "diff", ["HEAD~:app/manifest.json", "manifest.json"],
        #"{"old":"HEAD~:app/manifest.json","new":"manifest.json"}"#
      ),
      ("history", ["manifest.json"], #"{"manifest":"manifest.json"}"#),
      ("history", ["main:app/manifest.json"], #"{"manifest":"main:app/manifest.json"}"#),
      ("history", ["inside.json"], #"{"manifest":"inside.json"}"#),
    ]
    let session = try Self.call(
      calls.map { ($0.tool, $0.arguments) }, in: "app", of: repository)
    for (index, call) in calls.enumerated() {
      let run = try repository.run([call.tool] + call.line, in: "app")
      #expect(session.isError(index + 1) == false && run.status != 2, "\(call): \(run.errors)")
      #expect(session.text(index + 1) == run.output + run.errors, "\(call)")
    }
  }

  @Test("refuses paths that lead out of the folder, in every argument that names a file")
  func outside() throws {
    let repository = try Self.repository()
    let tree = try repository.git(["rev-parse", "main:elsewhere"])
    let paths = [
      "main:elsewhere/manifest.json", "main:manifest.json", "main:app-other/manifest.json",
      "main:../elsewhere/manifest.json", "main:./../elsewhere/manifest.json",
      "main:app/../elsewhere/manifest.json", ":elsewhere/manifest.json",
      ":0:elsewhere/manifest.json", ":../manifest.json", "HEAD^{commit}:manifest.json",
      // The tree of another folder, which has a folder of the same name.
      "\(tree):app/manifest.json",
    ]
    try Self.expectRefusals(
      paths.flatMap { path -> [(tool: String, arguments: String)] in
        [
          ("evaluate", "{\"manifest\":\"\(path)\"}"),
          ("evaluate", "{\"manifest\":\"manifest.json\",\"state\":\"\(path)\"}"),
          ("validate", "{\"manifests\":[\"manifest.json\",\"\(path)\"]}"),
          ("test", "{\"manifest\":\"manifest.json\",\"scenarios\":[\"\(path)\"]}"),
          ("diff", "{\"old\":\"\(path)\",\"new\":\"manifest.json\"}"),
          ("history", "{\"manifest\":\"\(path)\"}"),
        ]
      }, of: repository)
  }

  @Test("follows no link and no include out of the folder")
  func links() throws {
    let repository = try Self.repository()
    let calls: [(tool: String, arguments: String)] = [
      ("evaluate", #"{"manifest":"HEAD~:app/link.json"}"#),
      ("evaluate", #"{"manifest":"HEAD~:app/link/manifest.json"}"#),
      ("evaluate", #"{"manifest":"HEAD~:app/climbing.json"}"#),
      ("evaluate", #"{"manifest":"HEAD~:app/including.json"}"#),
      ("history", #"{"manifest":"HEAD~:app/link.json"}"#),
      ("history", #"{"manifest":"HEAD~:app/link/manifest.json"}"#),
      ("history", #"{"manifest":"HEAD~:app/climbing.json"}"#),
      ("history", #"{"manifest":"HEAD~:app/including.json"}"#),
      ("history", #"{"manifest":"link/manifest.json"}"#),
      ("history", #"{"manifest":"gone/../../elsewhere/manifest.json"}"#),
    ]
    let session = try Self.call(calls, in: "app", of: repository)
    #expect(!session.run.output.contains(Self.secret))
    for (index, call) in calls.enumerated() {
      #expect(session.isError(index + 1) == true, "\(call): \(session.text(index + 1))")
    }
    for index in 9...10 { #expect(session.text(index).contains(Self.refusal)) }
    // A file whose path was a link once has the history since then, and the commits before are skipped.
    let turned = try Self.call(
      [("history", #"{"manifest":"turned.json"}"#)], in: "app", of: repository)
    #expect(!turned.run.output.contains(Self.secret))
    let skipped = turned.structured(1)?["skipped"] as? [[String: Any]] ?? []
    #expect(skipped.count == 1 && "\(skipped)".contains(Self.refusal), "\(skipped)")
  }

  @Test("refuses a repository that is named by the environment")
  func environment() throws {
    let repository = try Self.repository()
    let other = try Self.repository()
    let calls: [(tool: String, arguments: String)] = [
      ("evaluate", #"{"manifest":"main:app/manifest.json"}"#),
      ("evaluate", #"{"manifest":"main:manifest.json"}"#),
      ("history", #"{"manifest":"manifest.json"}"#),
    ]
    let (own, others) = (repository.folder.path, other.folder.path)
    for environment in [
      ["GIT_DIR": others + "/.git"], ["GIT_DIR": others + "/.git", "GIT_WORK_TREE": others],
      // The current folder would be the root of the repository's paths.
      ["GIT_DIR": own + "/.git"], ["GIT_WORK_TREE": own + "/app"],
      ["GIT_OBJECT_DIRECTORY": others + "/.git/objects"],
      ["GIT_COMMON_DIR": others + "/.git", "GIT_DIR": own + "/.git", "GIT_WORK_TREE": own],
    ] {
      try Self.expectRefusals(calls, of: repository, environment: environment)
    }
    let session = try Self.call(
      [calls[0]], in: "app", of: repository,
      environment: ["GIT_DIR": own + "/.git", "GIT_WORK_TREE": own])
    #expect(session.isError(1) == false, "\(session.text(1))")
  }

  @Test("refuses a repository that a '.git' in the folder names, unless it is a working tree of it")
  func gitFiles() throws {
    let repository = try Self.repository()
    let other = try Self.repository()
    let calls: [(tool: String, arguments: String)] = [
      ("evaluate", #"{"manifest":"main:manifest.json"}"#),
      ("evaluate", #"{"manifest":"main:app/manifest.json"}"#),
      ("history", #"{"manifest":"manifest.json"}"#),
    ]
    let file = repository.folder.appending(path: "app/.git")
    try repository.write("gitdir: \(other.folder.path)/.git\n", to: "app/.git")
    try Self.expectRefusals(calls, of: repository)
    try FileManager.default.removeItem(at: file)
    try FileManager.default.createSymbolicLink(
      atPath: file.path, withDestinationPath: other.folder.path + "/.git")
    try Self.expectRefusals(calls, of: repository)
    try FileManager.default.removeItem(at: file)
    // A repository in the folder, whose objects are elsewhere.
    try repository.git(["init", "-q", "-b", "main", "app"])
    let objects = file.appending(path: "objects")
    try FileManager.default.removeItem(at: objects)
    try FileManager.default.createSymbolicLink(
      atPath: objects.path, withDestinationPath: other.folder.path + "/.git/objects")
    try Self.expectRefusals(calls, of: repository)
    try FileManager.default.removeItem(at: file)
    // What Git itself makes is a working tree of its repository.
    try repository.git(["worktree", "add", "-q", "--detach", "tree", "main"])
    let session = try Self.call(
      [
        ("evaluate", #"{"manifest":"main:app/manifest.json"}"#),
        ("history", #"{"manifest":"app/manifest.json"}"#),
      ], in: "tree", of: repository)
    #expect(session.isError(1) == false && session.isError(2) == false, "\(session.text(1))")
    try Self.expectRefusals(
      [("evaluate", #"{"manifest":"main:manifest.json"}"#)], in: "tree/app", of: repository)
  }

  @Test("refuses the repository of a submodule in the folder")
  func submodules() throws {
    let repository = try Self.repository()
    let other = try Self.repository()
    try repository.git([
      "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", other.folder.path,
      "app/sub",
    ])
    try repository.commit("Add a submodule")
    try Self.expectRefusals(
      [
        ("history", #"{"manifest":"sub/app/manifest.json"}"#),
        ("history", #"{"manifest":"sub/manifest.json"}"#),
      ], of: repository)
    let session = try Self.call(
      [("evaluate", #"{"manifest":"main:app/sub/app/manifest.json"}"#)], in: "app", of: repository)
    #expect(session.isError(1) == true && !session.run.output.contains(Self.secret))
    // A server in the submodule has that one's revisions read.
    let inside = try Self.call(
      [("evaluate", #"{"manifest":"main:app/manifest.json"}"#)], in: "app/sub", of: repository)
    #expect(inside.isError(1) == false, "\(inside.text(1))")
  }

  @Test("reads a bare repository that is the folder, and refuses one around it")
  func bare() throws {
    var commits = FastImport()
    commits.commit("First", changing: ["app/manifest.json": .write(Self.shown)])
    let repository = try Repository(commits, isBare: true)
    let call = ("evaluate", #"{"manifest":"main:app/manifest.json"}"#)
    let session = try Self.call([call], in: ".", of: repository)
    #expect(session.isError(1) == false, "\(session.text(1))")
    try Self.expectRefusals([call], in: "refs", of: repository)
  }
}
