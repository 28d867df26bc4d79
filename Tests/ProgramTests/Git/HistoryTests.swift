import Foundation
import ProgramHarness
import Testing

@Suite("The history command") struct HistoryTests {
  static func manifest(
    _ features: String, _ more: String = ""
  ) -> FastImport.Change {
    .write("{\"manifestVersion\": 1, \(more)\"features\": [\(features)]}")
  }

  private static let products = #""products": [{"id": "SUB", "type": "nonConsumable"}], "#

  /// Creates a repository with a year of changes to a speech feature.
  static func repository(_ more: (inout FastImport) -> Void = { _ in }) throws -> Repository {
    var commits = FastImport()
    let chat = #"{"id": "chat", "name": "Chat"}"#
    let speech = #"{"id": "speech", "name": "Speech"}"#
    func change(_ constraints: String) -> String {
      String(speech.dropLast()) + ", \"constraints\": {\(constraints)}}"
    }
    commits.commit(
      "Declare the features",
      changing: ["app/flint.json": manifest("\(chat), \(speech)"), "README": .write("An app")])
    commits.commit(
      "Sell speech", author: "Bob",
      changing: [
        "app/flint.json": manifest("\(chat), \(change(#""purchases": ["SUB"]"#))", products)
      ])
    commits.commit("Write about it", changing: ["README": .write("A good app")])
    commits.commit("Merge badly", changing: ["app/flint.json": .write("<<<<<<< HEAD\n")])
    commits.commit("Add a picture", changing: ["app/picture": .write("1")])
    commits.commit(
      "Ask for the microphone",
      changing: [
        "app/flint.json": manifest(
          "\(chat), \(change(#""permissions": ["microphone"], "purchases": ["SUB"]"#))", products)
      ])
    commits.commit(
      "Reformat",
      changing: [
        "app/flint.json": manifest(
          "\(chat),\n\n \(change(#""purchases": ["SUB"], "permissions": ["microphone"]"#))",
          products)
      ])
    more(&commits)
    return try Repository(commits)
  }

  @Test("Lists the newest commit first, like git log, with the blockers since each commit")
  func text() throws {
    let repository = try Self.repository()
    try repository.write(
      #"{"manifestVersion": 1, "features": [{"id": "speech", "name": "Speech", "constraints": {"platforms": {"iOS": "unsupported"}}}]}"#,
      to: "app/flint.json")
    let run = try repository.run(["history", "app/flint.json", "speech", "--purchase", "SUB"])
    let ids = try repository.git(["log", "--format=%h", "--abbrev=8"]).split(separator: "\n")
    #expect(run.errors == "")
    #expect(
      run.output == """
        State: each manifest's default state, with --purchase SUB

        ✗ Speech  [speech]  unavailable

        Not committed yet
          ✗ Speech  undetermined → unavailable
              not supported on iOS

        \(ids[1]) 2026-01-01 Ann Lee: Ask for the microphone
          ? Speech  available → undetermined
              the microphone permission has not been requested yet

        \(ids[6]) 2026-01-01 Ann Lee: Declare the features
          + Speech  added, available

        Skipped 2 versions without a valid manifest:
          \(ids[2])  app/flint.json:1:1: found a conflict marker of Git [invalid-json]
          \(ids[3])  app/flint.json:1:1: found a conflict marker of Git [invalid-json]

        6 commits compared: 1 changed

        """)
  }

  @Test("Contains full commit ids as JSON")
  func json() throws {
    let repository = try Self.repository()
    let run = try repository.run(["history", "app/flint.json", "--format", "json"])
    let ids = try repository.git(["log", "--format=%H"]).split(separator: "\n")
    #expect(
      run.output == #"""
        {
          "formatVersion": 1,
          "state": {},
          "features": [
            {"id": "chat", "status": "available", "changes": [
              {"commit": "\#(ids[6])", "date": "2026-01-01T01:00:00Z", "author": "Ann Lee", "subject": "Declare the features", "old": null, "new": "available", "blockers": []}
            ]},
            {"id": "speech", "status": "unavailable", "changes": [
              {"commit": "\#(ids[5])", "date": "2026-01-01T02:00:00Z", "author": "Bob", "subject": "Sell speech", "old": "available", "new": "unavailable", "blockers": [{"feature": "speech", "constraint": "purchase:SUB"}]},
              {"commit": "\#(ids[6])", "date": "2026-01-01T01:00:00Z", "author": "Ann Lee", "subject": "Declare the features", "old": null, "new": "available", "blockers": []}
            ]}
          ],
          "skipped": [
            {"commit": "\#(ids[2])", "message": "app/flint.json:1:1: found a conflict marker of Git [invalid-json]"},
            {"commit": "\#(ids[3])", "message": "app/flint.json:1:1: found a conflict marker of Git [invalid-json]"}
          ]
        }

        """#)
  }

  /// Returns the statuses of a feature, the newest first, as `SUBJECT: OLD > NEW`. The working tree has no subject.
  static func changes(
    _ repository: Repository, _ line: [String], of feature: Int = 0, in folder: String = ""
  ) throws -> [String] {
    let run = try repository.run(["history"] + line + ["--format", "json"], in: folder)
    if run.status != 0 { return [run.errors] }
    let found = try JSON(run.output)["features"]?.items ?? []
    guard found.indices.contains(feature) else { return [] }
    return found[feature]["changes"]?.items.map { change in
      let start = change["subject"]?.text.map { $0 + ": " } ?? ""
      return "\(start)\(change["old"]?.text ?? "-") > \(change["new"]?.text ?? "-")"
    } ?? []
  }

  @Test("--since starts at a revision, whose status is compared with the next one")
  func since() throws {
    let repository = try Self.repository()
    let line = ["app/flint.json", "speech", "--purchase", "SUB"]
    #expect(
      try Self.changes(repository, line + ["--since", "HEAD~5"])
        == ["Ask for the microphone: available > undetermined"])
    // The manifest of HEAD~3 is invalid, so the earlier status remains.
    #expect(
      try Self.changes(repository, line + ["--since", "HEAD~3"])
        == ["Ask for the microphone: available > undetermined"])
    #expect(try Self.changes(repository, line + ["--since", "HEAD~1"]) == [])
    #expect(try Self.changes(repository, line + ["--since", "HEAD"]) == [])
  }

  @Test(
    "Exits with 1 on request if a feature was available at the start and is not now",
    arguments: [
      (["speech"], 1), (["speech", "--purchase", "SUB"], 1), (["chat"], 0),
      (["speech", "--since", "HEAD~4"], 0), (["speech", "--since", "HEAD~6"], 1),
      (["speech", "--purchase", "SUB", "--since", "HEAD~2"], 1),
      (["speech", "--purchase", "SUB", "--since", "HEAD"], 0),
      (["speech", "--purchase", "SUB", "--grant", "microphone"], 0), ([], 1),
    ] as [(line: [String], status: Int32)])
  func exitCode(line: [String], status: Int32) throws {
    let repository = try Self.repository()
    let run = try repository.run(["history", "app/flint.json"] + line + ["--exit-code"])
    #expect(run.status == status)
    #expect(try repository.run(["history", "app/flint.json"] + line).status == 0)
  }

  @Test(
    "Has no result for an exit code if the newest manifest cannot be read", arguments: ["{", ""])
  func unreadable(text: String) throws {
    let repository = try Self.repository()
    let path = repository.folder.appending(path: "app/flint.json")
    for isCommitted in [false, true] {
      if text.isEmpty {
        try? FileManager.default.removeItem(at: path)
      } else {
        try Data(text.utf8).write(to: path)
      }
      if isCommitted { try repository.git(["commit", "-qam", "Break"]) }
      let run = try repository.run(["history", "app/flint.json", "--exit-code"])
      #expect(run.status == 2 && run.output.isEmpty)
      #expect(run.errors.contains("flint.json"))
    }
  }

  @Test("Applies flags to each manifest's default state, and with --fresh to an empty one")
  func states() throws {
    var commits = FastImport()
    let speech = #"{"id": "speech", "constraints": {"purchases": ["SUB"]}}"#
    let states = #""states": {"paid": {"purchases": {"SUB": "purchased"}}, "new": {}}, "#
    for name in ["paid", "new"] {
      commits.commit(
        name,
        changing: [
          "flint.json": Self.manifest(
            speech, Self.products + states + "\"defaultState\": \"\(name)\", ")
        ])
    }
    commits.commit(
      "swap",
      changing: [
        "flint.json": Self.manifest(
          speech,
          Self.products + #""states": {"paid": {}, "new": {"purchases": {"SUB": "purchased"}}}, "#)
      ])
    let repository = try Repository(commits)
    func changes(_ line: String...) throws -> [String] {
      try Self.changes(repository, ["flint.json", "speech"] + line)
    }
    #expect(try changes() == ["new: available > unavailable", "paid: - > available"])
    #expect(try changes("--fresh") == ["paid: - > unavailable"])
    #expect(try changes("--purchase", "SUB=unknown") == ["paid: - > undetermined"])
    // A state's name refers to the newest manifest, and the state is used for all commits.
    #expect(try changes("--state", "paid") == ["paid: - > unavailable"])
    #expect(try changes("--state", "new") == ["paid: - > available"])
    #expect(
      try changes("--state", #"{"purchases": {"SUB": "purchased"}}"#) == ["paid: - > available"])
  }

  @Test("Accepts ids that any of the manifests declares; the others ignore them")
  func ids() throws {
    var commits = FastImport()
    commits.commit(
      "Old",
      changing: [
        "flint.json": Self.manifest(
          #"{"id": "old", "name": "Player", "constraints": {"attributes": {"beta": true}}}"#,
          #""attributes": [{"id": "beta", "type": "boolean", "default": false}], "#)
      ])
    commits.commit(
      "New",
      changing: [
        "flint.json": Self.manifest(
          #"{"id": "new", "name": "Old", "constraints": {"purchases": ["SUB"]}}"#, Self.products)
      ])
    let repository = try Repository(commits)
    let state = ["--attribute", "beta=true", "--purchase", "SUB"]
    #expect(
      try Self.changes(repository, ["flint.json", "old"] + state)
        == ["New: available > -", "Old: - > available"])
    #expect(try Self.changes(repository, ["flint.json", "new"] + state) == ["New: - > available"])
    #expect(try Self.changes(repository, ["flint.json", "Player"] + state).count == 2)
    let json = try JSON(
      try repository.run(["history", "flint.json", "--format", "json"] + state).output)
    #expect(json["state"]?["attributes"]?["beta"]?.bool == true)
    #expect(json["state"]?["purchases"]?["SUB"]?.text == "purchased")
    #expect(json["features"]?.items.map { $0["id"]?.text } == ["new"])
    let given = try repository.run(
      ["history", "flint.json", "old", "--state", "-"],
      input: #"{"attributes": {"beta": true}, "purchases": {"SUB": "unknown"}}"#)
    #expect(given.output.contains("added, available"))
    for (line, message) in [
      (["nope"], "unknown feature 'nope'"), (["--purchase", "GEM"], "unknown product 'GEM'"),
      (["--state", #"{"attributes": {"gamma": true}}"#], "'gamma'"),
      (["--state", "nowhere"], "no such state or file 'nowhere' in '--state'"),
    ] {
      let run = try repository.run(["history", "flint.json"] + line)
      #expect(run.status == 2)
      #expect(run.errors.contains(message), "\(run.errors)")
      #expect(run.errors.contains("hint: "), "\(run.errors)")
    }
  }

  @Test("Does not apply values to manifests in which they are invalid")
  func values() throws {
    var commits = FastImport()
    let speech = #"{"id": "speech", "constraints": {"attributes": {"tier": "#
    for (subject, type, value) in [
      ("text", #""type": "text""#, #""b"}}}"#),
      ("choice", #""type": "choice", "values": ["a", "c"], "default": "a""#, #""a"}}}"#),
      ("more", #""type": "choice", "values": ["a", "b"], "default": "a""#, #""b"}}}"#),
    ] {
      commits.commit(
        subject,
        changing: [
          "flint.json": Self.manifest(
            speech + value, "\"attributes\": [{\"id\": \"tier\", \(type)}], ")
        ])
    }
    let repository = try Repository(commits)
    #expect(
      try Self.changes(repository, ["flint.json", "--attribute", "tier=b"])
        == ["text: - > available"])
  }
}
