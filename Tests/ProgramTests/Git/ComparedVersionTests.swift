import Foundation
import ProgramHarness
import Testing

@Suite("The versions that a command compares") struct ComparedVersionTests {
  private static let manifest = #"{"manifestVersion": 1, "features": [{"id": "f"}]}"#

  private static func repository(in folder: String = "") throws -> Repository {
    let repository = try Repository()
    if !folder.isEmpty {
      try FileManager.default.createDirectory(
        at: repository.folder.appending(path: folder), withIntermediateDirectories: true)
    }
    try repository.write(manifest, to: folder + "flint.json")
    try repository.commit()
    return repository
  }

  @Test(
    "The header of 'diff' names both",
    arguments: [
      (":flint.json", "− :flint.json  in the index\n"),
      ("HEAD:flint.json", "− HEAD:flint.json  "),
      ("none.json", "− none.json  does not exist\n"),
    ])
  func header(old: String, expected: String) throws {
    let repository = try Self.repository()
    let run = try repository.run(
      ["diff", old, "flint.json", "--allow-missing"], input: Self.manifest)
    #expect(run.status == 0)
    #expect(run.output.hasPrefix(expected), "\(run.output)")
    #expect(run.output.contains("\n+ flint.json\n"))
    let markdown = try repository.run(
      ["diff", old, "flint.json", "--allow-missing", "--format", "markdown"], input: Self.manifest)
    #expect(markdown.output.contains("\nFrom <code>"))
  }

  @Test(
    "With --allow-missing, an old manifest that does not exist has no features",
    arguments: ["none.json", "none/none.json", "HEAD:none.json", "main:./none.json", ":none.json"])
  func missing(old: String) throws {
    let repository = try Self.repository()
    let note = "note: '\(old)' does not exist; it counts as a manifest without features\n"
    let diff = try repository.run(
      ["diff", old, "flint.json", "--allow-missing", "--format", "json"])
    #expect(diff.status == 0)
    #expect(diff.errors == note)
    #expect(try JSON(diff.output)["summary"]?["added"]?.number == 1)
    let audience = try repository.run(
      ["audience", "flint.json", "--against", old, "--allow-missing", "--format", "json"],
      input: "{}\n")
    #expect(audience.errors == note)
    #expect(try JSON(audience.output)["affected"]?["gained"]?.number == 1)
    for line in [["diff", old, "flint.json"], ["audience", "flint.json", "--against", old]] {
      let run = try repository.run(line, input: "{}\n")
      #expect(run.status == 2)
      #expect(run.output == "")
    }
  }

  @Test(
    "Whatever else is wrong with the old manifest remains an error",
    arguments: ["", ".", "nothing:flint.json", "HEAD:../flint.json", "broken.json", "HEAD:"])
  func otherwise(old: String) throws {
    let repository = try Self.repository()
    try repository.write("{", to: "broken.json")
    let run = try repository.run(["diff", old, "flint.json", "--allow-missing"])
    #expect(run.status == 2)
    #expect(run.output == "")
    let new = try repository.run(["diff", "flint.json", "none.json", "--allow-missing"])
    #expect(new.status == 2)
  }

  @Test("A folder may contain a line end", arguments: ["n\nl/", "\n/", "a\n\nb/c\n/"])
  func lineEnds(folder: String) throws {
    let repository = try Self.repository(in: folder)
    for path in ["HEAD:\(folder)flint.json", ":\(folder)flint.json"] {
      #expect(try repository.run(["evaluate", path]).status == 0, "\(path)")
      #expect(try repository.run(["evaluate", path], in: folder).status == 0)
    }
    #expect(try repository.run(["evaluate", "HEAD:./flint.json"], in: folder).status == 0)
    try repository.write(
      Self.manifest.replacing(
        #""f""#, with: #""f", "constraints": {"runtimeEnabled": true}, "isEnabled": false"#),
      to: folder + "flint.json")
    try repository.commit()
    for (path, place) in [(folder + "flint.json", ""), ("flint.json", folder)] {
      let run = try repository.run(["history", path, "--exit-code"], in: place)
      #expect(run.status == 1, "\(run.output)\(run.errors)")
      #expect(run.output.contains("2 commits compared"))
    }
  }

  @Test("The same file at the same revision is read once")
  func twice() throws {
    let repository = try Self.repository(in: "app/")
    try repository.write(
      #"{"scenarioVersion":1,"scenarios":[{"name":"s","cases":[{"expect":{"f":"available"}}]}]}"#,
      to: "app/s.json")
    try repository.commit()
    let run = try repository.run(
      ["test", "flint.json", "HEAD:app/s.json", "main:./s.json", "s.json"], in: "app")
    #expect(
      run.errors
        == "warning: 'main:./s.json' is the same file as 'HEAD:app/s.json'; it is read once\n")
    #expect(run.output.contains("2 passed") || run.output.contains("2 scenarios"), "\(run.output)")
  }

  @Test(
    "Findings about a removed feature name its file without the revision",
    arguments: ["github", "sarif"])
  func removed(format: String) throws {
    let repository = try HistoryTests.repository()
    try repository.write(#"{"manifestVersion": 1, "features": []}"#, to: "app/flint.json")
    let run = try repository.run([
      "diff", "main:app/flint.json", "app/flint.json", "--format", format,
    ])
    #expect(run.output.contains("app/flint.json") && !run.output.contains("main"))
  }
}
