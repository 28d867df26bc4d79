import Foundation
import ProgramHarness
import Testing

@Suite("Inputs and outputs that exclude a result") struct NoResultTests {
  private static func folder() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write(#"{"manifestVersion":1,"features":[{"id":"a"}]}"#, to: "m.json")
    try scratch.write(
      #"{"scenarioVersion":1,"scenarios":[{"name":"s","cases":[{"expect":{"a":"available"}}]}]}"#,
      to: "s.json")
    try scratch.write("{}\n[]\n", to: "in.nd")
    try scratch.write("{}", to: "state.json")
    try scratch.write(#"{"products":[],"version":{"major":3}}"#, to: "store.storekit")
    try scratch.write("before", to: "kept")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("link.json"), withDestinationPath: "m.json")
    return scratch
  }

  @Test(
    "Exit status 2 leaves standard output and --output alone",
    arguments: [
      "evaluate BAD", "evaluate m.json --state BAD", "evaluate m.json --with BAD", "explain BAD a",
      "validate BAD", "validate m.json BAD", "validate BAD m.json",
      "validate m.json --storekit BAD",
      "validate m.json --info-plist BAD", "test BAD s.json", "test m.json BAD",
      "test m.json s.json BAD",
      "cover BAD", "impact BAD --feature a", "impact m.json --feature a --scenarios BAD",
      "matrix BAD --vary platform", "plan BAD a", "diff BAD m.json", "diff m.json BAD",
      "history BAD",
      "audience BAD in.nd", "audience m.json in.nd --against BAD", "audience m.json in.nd BAD",
      "audience --merge BAD", "stream BAD in.nd", "stream m.json in.nd BAD", "report BAD",
      "bundle BAD",
      "import BAD", "import store.storekit BAD",
    ])
  func nothing(line: String) throws {
    let scratch = try Self.folder()
    let words = line.split(separator: " ").map(String.init)
    let formats = Self.formats[words[0]] ?? []
    for bad in ["nope.json", ".", "", "HEAD:nofile.json"] {
      // Records and states are not read from revisions, but a missing name is an error all the same.
      for format in [[]] + formats.map({ ["--format", $0] }) {
        for output in [[], ["--output", "kept"]] {
          let arguments = words.map { $0 == "BAD" ? bad : $0 } + format + output
          if bad == ".", line.contains("--scenarios") || words[0] == "test" { continue }
          let run = try Run.program(arguments, directory: scratch.folder)
          #expect(run.status == 2, "\(arguments)")
          #expect(run.output == "", "\(arguments)")
          #expect(try scratch.read("kept") == "before", "\(arguments)")
        }
      }
    }
  }

  private static let formats = [
    "evaluate": ["json", "junit"], "validate": ["json", "sarif", "github"],
    "test": ["json", "junit", "github"], "diff": ["sarif", "markdown"],
    "audience": ["json", "csv"],
  ]

  @Test(
    "A result that would replace an input or another result is refused",
    arguments: [
      "audience m.json in.nd --rejects m.json", "audience m.json in.nd --rejects in.nd",
      "audience m.json in.nd --rejects ./in.nd", "audience m.json in.nd --rejects link.json",
      "audience m.json in.nd --rejects x --output x",
      "audience m.json in.nd --rejects ./x --output x",
      "audience m.json in.nd --rejects -", "audience m.json in.nd --output in.nd",
      "audience m.json in.nd --against link.json --output m.json",
      "stream m.json in.nd --output in.nd", "audience m.json - --rejects in.nd < in.nd",
      "stream m.json - --output /dev/stdin < in.nd", "bundle - --output link.json < m.json",
      "evaluate m.json --output m.json", "evaluate m.json --state state.json --output state.json",
      "validate m.json s.json --output s.json", "test m.json s.json --output s.json",
      "diff m.json m.json --output link.json", "bundle m.json --output link.json",
      "cover m.json --output m.json", "import store.storekit --output store.storekit",
      "report m.json --output m.json",
      "evaluate m.json --as-scenario n --into s.json --output s.json",
    ])
  func replaced(line: String) throws {
    let scratch = try Self.folder()
    func contents() throws -> [String] { try scratch.names.map { try scratch.read($0) } }
    let before = try contents()
    let run = try Run.shell("\"$FLINT\" \(line)", directory: scratch.folder)
    #expect(run.status == 2)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("error: cannot write "), "\(run.errors)")
    #expect(try contents() == before)
  }

  @Test("Results beside the inputs are written")
  func written() throws {
    let scratch = try Self.folder()
    let run = try Run.program(
      ["audience", "m.json", "in.nd", "--rejects", "r", "--output", "o"], directory: scratch.folder)
    #expect(run.status == 1)
    #expect(try scratch.read("r") == "[]\n")
    #expect(try scratch.read("o") != "")
    let null = try Run.program(
      ["audience", "m.json", "in.nd", "--rejects", "/dev/null", "--output", "/dev/null"],
      directory: scratch.folder)
    #expect(null.status == 1)
  }

  @Test(
    "A file named twice is read once",
    arguments: [
      ("validate m.json m.json", "validate m.json"),
      ("validate m.json link.json", "validate m.json"),
      ("validate ./m.json m.json --format json", "validate ./m.json --format json"),
      ("test m.json s.json ./s.json", "test m.json s.json"),
      ("test m.json sub sub/t.json", "test m.json sub"),
      ("audience m.json in.nd in.nd", "audience m.json in.nd"),
      ("stream m.json in.nd hard", "stream m.json in.nd"),
      ("import store.storekit store.storekit", "import store.storekit"),
      (
        "validate m.json --storekit store.storekit --storekit ./store.storekit",
        "validate m.json --storekit store.storekit"
      ),
      (
        "impact m.json --feature a --scenarios s.json --scenarios s.json",
        "impact m.json --feature a --scenarios s.json"
      ),
    ])
  func twice(line: String, once: String) throws {
    let scratch = try Self.folder()
    try FileManager.default.linkItem(
      atPath: scratch.path("in.nd"), toPath: scratch.path("hard"))
    try FileManager.default.createDirectory(
      atPath: scratch.path("sub"), withIntermediateDirectories: true)
    try scratch.write(scratch.read("s.json"), to: "sub/t.json")
    let runs = try [line, once].map {
      try Run.program($0.split(separator: " ").map(String.init), directory: scratch.folder)
    }
    #expect(runs[0].output == runs[1].output)
    #expect(runs[0].status == runs[1].status)
    let warnings = runs[0].errors.split(separator: "\n").filter {
      $0.hasPrefix("warning: ") && !$0.contains(" rejected")
    }
    #expect(warnings.count == 1)
    #expect(warnings[0].hasSuffix("; it is read once"))
    #expect(!runs[1].errors.contains("read once"))
  }

  @Test(
    "Conflict markers of Git are named",
    arguments: [
      "<<<<<<< HEAD\n{}\n", "{\"manifestVersion\": 1,\n<<<<<<< HEAD\n\"features\": []}\n",
      "{\"manifestVersion\": 1\n=======\n}\n", "{\"manifestVersion\": 1}\n>>>>>>> topic\n",
      "{\"manifestVersion\": 1,\r\n||||||| 1a2b3c4\r\n}",
    ])
  func conflicts(text: String) throws {
    let scratch = try Scratch()
    try scratch.write(text, to: "m.json")
    let run = try Run.program(["evaluate", "m.json"], directory: scratch.folder)
    #expect(run.status == 2)
    #expect(run.errors.contains("error: found a conflict marker of Git [invalid-json]"))
    let other = text.replacing(/(.)\1{6}/) { String($0.output.1) }
    try scratch.write(other, to: "m.json")
    let less = try Run.program(["evaluate", "m.json"], directory: scratch.folder)
    #expect(!less.errors.contains("conflict"))
  }
}
