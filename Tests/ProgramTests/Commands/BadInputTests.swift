import Foundation
import ProgramHarness
import Testing

/// The result of each command for invalid manifests: the diagnostic and the exit status.
@Suite("Invalid input") struct BadInputTests {
  struct Case: CustomTestStringConvertible {
    let testDescription: String
    let content: Data
    /// The diagnostic after the path: position, message and rule.
    let problem: String
    var hint: String? = nil

    init(_ name: String, _ content: String, _ problem: String, hint: String? = nil) {
      self.init(name, Data(content.utf8), problem, hint: hint)
    }

    init(_ name: String, _ content: Data, _ problem: String, hint: String? = nil) {
      (testDescription, self.content, self.problem, self.hint) = (name, content, problem, hint)
    }
  }

  static let cases = [
    Case("empty", "", "1:1: error: the file is empty; expected a JSON value [invalid-json]"),
    Case(
      "binary", Data([0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0, 0, 0]),
      "1:1: error: the file is binary, not text [invalid-json]"),
    Case(
      "truncated", #"{"manifestVersion": 1, "features": [{"id": "a""#,
      "error: the file ends too early"),
    Case(
      "not UTF-8", Data([0x22, 0xFF, 0x22]),
      "1:2: error: found the byte 0xff; the file is not UTF-8 [invalid-json]"),
    Case(
      "a key twice", #"{"manifestVersion": 1, "features": [], "features": []}"#,
      "1:40: error: ", hint: nil),
    Case(
      "a misspelt key", #"{"manifestVersion": 1, "featuers": []}"#, "1:24: error: ",
      hint: "did you mean 'features'?"),
    Case(
      "a version as a number", platforms("10.10"), "[invalid-version]", hint: "\"10.10\""),
    Case("a version that is none", platforms(#""10.x""#), "[invalid-version]"),
    Case("a negative version", platforms(#""-1""#), "[invalid-version]"),
    Case("a huge version", platforms("99999999999999999999"), "[invalid-version]"),
    Case(
      "an unknown platform", constraints(#""platforms": {"iSO": 9}"#), "[unknown-platform]",
      hint: "did you mean 'iOS'?"),
    Case(
      "an unknown permission", constraints(#""permissions": ["cmaera"]"#),
      "[unknown-permission]", hint: "did you mean 'camera'?"),
    Case(
      "an unknown product", constraints(#""purchases": ["SBU"]"#), "[unknown-product]",
      hint: "did you mean 'SUB'?"),
    Case(
      "an unknown attribute", constraints(#""attributes": {"stafff": true}"#),
      "[unknown-attribute]", hint: "did you mean 'staff'?"),
    Case(
      "a quantity of a subscription",
      constraints(#""purchases": [{"product": "SUB", "quantity": 2}]"#),
      "[unexpected-quantity]"),
  ]

  private static func platforms(_ version: String) -> String {
    constraints(#""platforms": {"macOS": \#(version)}"#)
  }

  private static func constraints(_ constraints: String) -> String {
    #"""
    {
      "manifestVersion": 1,
      "products": [{"id": "SUB", "type": "autoRenewingSubscription"}],
      "attributes": [{"id": "staff", "type": "boolean"}],
      "features": [{"id": "a", "constraints": {\#(constraints)}}]
    }
    """#
  }

  @Test("evaluate reports the problem and prints no result", arguments: cases)
  func evaluate(bad: Case) throws {
    let scratch = try Scratch()
    try bad.content.write(to: scratch.folder.appending(path: "m.json"))
    let run = try Run.program(["evaluate", "m.json"], directory: scratch.folder)
    #expect(run.status == 2)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("m.json:"))
    #expect(run.errors.contains(bad.problem), "\(run.errors)")
    if let hint = bad.hint { #expect(run.errors.contains(hint), "\(run.errors)") }
  }

  @Test("validate reports the problem as its result and exits with 1", arguments: cases)
  func validate(bad: Case) throws {
    let scratch = try Scratch()
    try bad.content.write(to: scratch.folder.appending(path: "m.json"))
    let run = try Run.program(["validate", "m.json"], directory: scratch.folder)
    #expect(run.status == 1)
    #expect(run.errors == "")
    #expect(run.output.contains(bad.problem), "\(run.output)")
  }

  @Test("A byte order mark is skipped")
  func mark() throws {
    let scratch = try Scratch()
    let path = try scratch.write("\u{FEFF}{\"manifestVersion\": 1}", to: "m.json")
    #expect(try Run.program(["validate", path]).status == 0)
    #expect(try Run.program(["evaluate", path]).status == 0)
  }

  @Test("Fifty megabytes of brackets are reported like any other error")
  func deep() throws {
    let scratch = try Scratch()
    let path = scratch.path("m.json")
    try Data(repeating: UInt8(ascii: "["), count: 50_000_000).write(to: URL(filePath: path))
    let run = try Run.program(["evaluate", path])
    #expect(run.status == 2)
    #expect(run.errors.contains("[invalid-json]"))
    #expect(run.errors.utf8.count < 1000)
  }

  @Test(
    "A missing file or a folder is an error without a result", arguments: ["evaluate", "validate"])
  func unreadable(command: String) throws {
    let scratch = try Scratch()
    try scratch.write("{\"manifestVersion\": 1}", to: "manifest.json")
    let missing = try Run.program([command, "manifets.json"], directory: scratch.folder)
    #expect(missing.status == 2)
    #expect(
      missing.errors
        == "error: cannot read 'manifets.json': no such file\nhint: did you mean 'manifest.json'?\n"
    )
    let folder = try Run.program([command, "."], directory: scratch.folder)
    #expect(folder.status == 2)
    #expect(folder.errors == "error: cannot read '.': the path is a directory\n")
  }

  @Test(
    "An unknown id on the command line is reported with a suggestion",
    arguments: [
      (
        "--state premium-iphon",
        "no such state or file 'premium-iphon' in '--state'",
        "did you mean 'premium-iphone'?"
      ),
      ("--grant cmaera", "unknown permission 'cmaera' in '--grant'", "did you mean 'camera'?"),
      ("--purchase SBU", "unknown product 'SBU' in '--purchase'", "did you mean 'SUB'?"),
      (
        "--credits SUB=1", "'SUB' has no credits: it is not a consumable",
        "write --purchase SUB"
      ),
      (
        "--attribute stafff=true", "unknown attribute 'stafff' in '--attribute'",
        "did you mean 'staff'?"
      ),
      ("--platform iSO", "invalid value 'iSO' for '--platform'", "did you mean 'iOS'?"),
      (
        "--os-version 10.x", "'10.x' is not a version in '--os-version'",
        "write one to three numbers, such as 17.2, or latest"
      ),
      (
        "--format yaml", "invalid value 'yaml' for '--format'",
        "one of text, json, markdown, junit, github"
      ),
      ("--output", "option '--output' needs a value", "see 'flint-inspect evaluate --help'"),
    ] as [(String, String, String)])
  func line(words: String, message: String, hint: String) throws {
    let scratch = try Scratch()
    let manifest = Self.constraints("").replacing(
      "\"features\"", with: "\"states\": {\"premium-iphone\": {}}, \"features\"")
    try scratch.write(manifest, to: "m.json")
    let line = ["evaluate", "m.json"] + words.split(separator: " ").map(String.init)
    let run = try Run.program(line, directory: scratch.folder)
    #expect(
      run == Run(status: 2, output: "", errors: "error: \(message)\nhint: \(hint)\n"))
  }
}

@Suite("Files of another format") struct OtherFormatTests {
  @Test(
    "Are reported by a single problem that names the right command",
    arguments: [
      (
        ["validate", "-"], #"{"subscriptionGroups": []}"#,
        "a store configuration, not a manifest"
      ),
      (["evaluate", "-"], #"{"platform": "iOS"}"#, "a state, not a manifest"),
      (["evaluate", "-"], #"{"scenarioVersion": 1}"#, "a scenarios file, not a manifest"),
      (["evaluate", "-"], #"{"formatVersion": 1}"#, "the result of a command, not a manifest"),
      (
        ["import", "-"], #"{"manifestVersion": 1, "products": []}"#,
        "a manifest, not a store configuration"
      ),
      (["import", "-"], #"{"a": 1}"#, "this is not a store configuration"),
      (
        ["test", "Fixtures/selfie/manifest.json", "-"], #"{"manifestVersion": 1}"#,
        "a manifest, not a scenarios file"
      ),
    ])
  func kinds(arguments: [String], text: String, message: String) throws {
    let run = try Run.program(arguments, input: text)
    #expect(run.status == (arguments[0] == "validate" ? 1 : 2))
    let told = run.errors + run.output
    #expect(told.contains("-:1:1: error: this is "))
    #expect(told.contains(message), "\(told)")
    #expect(told.matches(of: /error:/).count == 1)
  }
}
