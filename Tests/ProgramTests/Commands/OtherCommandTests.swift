import Foundation
import ProgramHarness
import Testing

@Suite("The commands explain, validate, schema and init") struct OtherCommandTests {
  static let manifest = "Fixtures/podcast-player/manifest.json"

  @Test("explain explains a feature of any status", arguments: ["text", "json"])
  func explain(format: String) throws {
    let run = try Run.program(
      ["explain", Self.manifest, "turbo-downloads", "--format", format])
    #expect(run.status == 0)
    #expect(run.errors == "")
    #expect(run.output.contains("attribute:staff"))
  }

  @Test("explain requires exactly one declared feature")
  func explainWhat() throws {
    let unknown = try Run.program(["explain", Self.manifest, "turbo-download"])
    #expect(
      unknown
        == Run(
          status: 2, output: "",
          errors: "error: unknown feature 'turbo-download'\nhint: did you mean 'turbo-downloads'?\n"
        ))
    let none = try Run.program(["explain", Self.manifest])
    #expect(none.status == 2)
    #expect(none.errors.hasPrefix("error: missing argument FEATURE\n"))
  }

  @Test("validate accepts the starter manifest")
  func starter() throws {
    let scratch = try Scratch()
    let path = scratch.path("manifest.json")
    let created = "Created \(path). Next: flint-inspect evaluate \(path)\n"
    #expect(try Run.program(["init", path]) == Run(status: 0, output: "", errors: created))
    let run = try Run.program(["validate", "--strict", path, "--format", "json"])
    #expect(run.status == 0)
    #expect(try JSON(run.output)["findings"]?.count == 0)
    #expect(try Run.program(["evaluate", path]).status == 0)
  }

  @Test("validate reads all files, and exits with 2 if one cannot be read")
  func several() throws {
    let scratch = try Scratch()
    try scratch.write(#"{"manifestVersion": 1}"#, to: "good.json")
    try scratch.write(#"{"manifestVersion": 2}"#, to: "bad.json")
    func status(_ files: [String]) throws -> Run {
      try Run.program(["validate", "--format", "json"] + files, directory: scratch.folder)
    }
    #expect(try status(["good.json"]).status == 0)
    let both = try status(["good.json", "bad.json"])
    #expect(both.status == 1)
    #expect(try JSON(both.output)["findings"]?.items.map { $0["path"]?.text } == ["bad.json"])
    #expect(try JSON(both.output)["summary"]?["errors"]?.number == 1)
    let missing = try status(["bad.json", "nowhere.json"])
    #expect(missing.status == 2)
    #expect(missing.output == "")
    #expect(missing.errors == "error: cannot read 'nowhere.json': no such file\n")
  }

  @Test("validate fails for warnings only with --strict")
  func strict() throws {
    let scratch = try Scratch()
    let path = try scratch.write(
      #"{"manifestVersion": 1, "attributes": [{"id": "staff", "type": "boolean"}]}"#,
      to: "m.json")
    let run = try Run.program(["validate", path])
    #expect(run.status == 0)
    #expect(run.output.contains("warning:"))
    #expect(run.output.contains("[unused-attribute]"))
    #expect(try Run.program(["validate", path, "--strict"]).status == 1)
  }

  @Test("validate neither reports nor counts findings of ignored rules, except errors")
  func ignore() throws {
    let scratch = try Scratch()
    try scratch.write(
      #"{"manifestVersion": 1, "attributes": [{"id": "staff", "type": "boolean"}]}"#,
      to: "m.json")
    try scratch.write(#"{"manifestVersion": 1, "fetaures": []}"#, to: "wrong.json")
    func validate(_ words: String...) throws -> Run {
      try Run.program(["validate"] + words, directory: scratch.folder)
    }
    let all = ["--ignore", "unused-product", "--ignore", "unused-attribute"]
    let run = try validate("m.json", "--strict", all[0], all[1], all[2], all[3])
    #expect(
      run == Run(status: 0, output: "✓ no findings in m.json (0 features)\n", errors: ""))
    #expect(try validate("m.json", "--strict", "--ignore", "unused-product").status == 1)
    let warning = "warning: '--ignore unknown-key' has no effect: errors cannot be hidden\n"
    #expect(
      try validate("wrong.json", "--ignore", "unknown-key")
        == Run(status: 1, output: try validate("wrong.json").output, errors: warning))
    #expect(
      try validate("m.json", "--ignore", "unused-atribute").errors
        == "error: invalid value 'unused-atribute' for '--ignore'\n"
        + "hint: did you mean 'unused-attribute'?\n")
  }

  @Test("schema suggests the existing schemas for an unknown name")
  func noSchema() throws {
    #expect(
      try Run.program(["schema", "manifst"])
        == Run(
          status: 2, output: "",
          errors: "error: invalid value 'manifst' for NAME\nhint: did you mean 'manifest'?\n"))
  }
}
