import Testing

@testable import FlintInspect

@Suite("The command-line parser") struct ParserTests {
  /// A command with an option of each form.
  static let command = Command(
    name: "inspect", summary: "For tests.",
    arguments: [
      Argument(placeholder: "MANIFEST", kind: .file, help: "A."),
      Argument(placeholder: "FEATURE", kind: .feature, count: .any, help: "B."),
    ],
    options: .list(
      format, .output, .several("require", .feature, takesList: true, help: "C."), strict, alone,
      .count("limit", default: 20, help: "F."), .percent("share", help: "G.")
    ) + .state,
    examples: [],
    run: { (_: inout CommandContext) throws(CommandFailure) in .success })

  private static let format = Setting.format(
    ("text", { (_: Void, _, _) in }), ("json", { (_: Void, _, _) in }))

  static let strict = Setting.flag("strict", help: "D.")

  private static let alone = Setting.flag("alone", help: "E.").needing("require", "share")
    .excluding("strict")

  static let other = Command(
    name: "other", summary: "For tests.",
    arguments: [Argument(placeholder: "FILE", kind: .file, count: .optional, help: "A.")],
    options: [], examples: [],
    run: { (_: inout CommandContext) throws(CommandFailure) in .success })

  static func invocation(_ line: String) throws -> Invocation {
    let words = line.split(separator: " ").map(String.init)
    guard case .run(let invocation) = try Parser.parse(words, commands: [command, other]) else {
      throw UsageProblems(problems: [])
    }
    return invocation
  }

  static func problems(_ line: String) -> [UsageProblem] {
    do {
      _ = try invocation(line)
      return []
    } catch let problems as UsageProblems {
      return problems.problems
    } catch {
      Issue.record(error)
      return []
    }
  }

  @Test(
    "Options can appear anywhere after the command",
    arguments: [
      "inspect m.json f --strict --format json", "inspect --strict --format=json m.json f",
      "inspect m.json --strict f --format json", "inspect --strict --format json -- m.json f",
    ])
  func anywhere(line: String) throws {
    let invocation = try Self.invocation(line)
    #expect(invocation.arguments == ["m.json", "f"])
    #expect(invocation.options.contains(.init(name: "format", value: "json")))
    #expect(invocation[Self.strict])
  }

  private static let afterDashes: [(line: String, arguments: [String])] = [
    ("inspect -- --strict -x --", ["--strict", "-x", "--"]), ("inspect -- --help", ["--help"]),
  ]

  @Test("Words after -- are arguments, even --help", arguments: afterDashes)
  func dashes(line: String, arguments: [String]) throws {
    #expect(try Self.invocation(line).arguments == arguments)
  }

  private static let dashesAndSigns:
    [(line: String, arguments: [String], output: String, values: [String])] = [
      ("inspect - --output -", ["-"], "-", []),
      ("inspect m --output=-x --purchase=a=b=purchased", ["m"], "-x", ["a=b=purchased"]),
    ]

  @Test(
    "A dash is an argument or a value; a value may begin with one, and is split at the first '='",
    arguments: dashesAndSigns)
  func dash(line: String, arguments: [String], output: String, values: [String]) throws {
    let invocation = try Self.invocation(line)
    #expect(invocation[.output] == output)
    #expect([invocation.arguments, invocation.stateFlags.map(\.value)] == [arguments, values])
  }

  @Test("State options keep their order, and lists are split")
  func order() throws {
    let line = "inspect m --grant a,b --platform iOS --strict --deny a --grant c --platform tvOS"
    let given = try Self.invocation(line).stateFlags.map { "\($0.option.name) \($0.value)" }
    #expect(
      given == ["grant a", "grant b", "platform iOS", "deny a", "grant c", "platform tvOS"])
  }

  private static let wrongLines: [(line: String, problems: [UsageProblem])] = [
    ("inspekt m", [.unknownCommand("inspekt", nearest: "inspect")]),
    ("x m", [.unknownCommand("x", nearest: nil)]),
    ("--strict inspect m", [.optionBeforeCommand("--strict")]),
    ("--versio", [.unknownOption("--versio", nearest: "--version")]),
    ("inspect m --reqire f", [.unknownOption("--reqire", nearest: "--require")]),
    ("inspect m --req=f", [.unknownOption("--req", nearest: "--require")]),
    ("inspect m -strict", [.unknownOption("-strict", nearest: "--strict")]),
    ("inspect m -q", [.unknownOption("-q", nearest: nil)]),
    ("inspect m --output", [.missingValue(option: "output", following: nil)]),
    ("inspect m --output --strict", [.missingValue(option: "output", following: nil)]),
    (
      "inspect m --output -x",
      [
        .missingValue(option: "output", following: "-x"), .unknownOption("-x", nearest: nil),
      ]
    ),
    ("inspect m --strict=yes", [.unexpectedValue(option: "strict", value: "yes")]),
    ("inspect m --output a --output b", [.repeated(option: "output")]),
    (
      "inspect m --format yaml",
      [
        .notAChoice("--format", value: "yaml", choices: ["text", "json"], nearest: nil)
      ]
    ),
    (
      "inspect m --format jsno",
      [
        .notAChoice("--format", value: "jsno", choices: ["text", "json"], nearest: "json")
      ]
    ),
    ("inspect m --limit 0", [.notACount("--limit", value: "0")]),
    ("inspect m --limit +1", [.notACount("--limit", value: "+1")]),
    ("inspect m --share 100.5", [.notAPercentage("--share", value: "100.5")]),
    ("inspect m --alone", [.missingCompanion(option: "alone", needs: ["require", "share"])]),
    (
      "inspect m --strict --share 1 --alone", [.conflict(option: "alone", with: "strict")]
    ),
    ("inspect m --grant a,,b", [.emptyItem(option: "grant")]),
    ("inspect m --output=", [.emptyItem(option: "output")]),
    ("inspect", [.missingArgument("MANIFEST")]),
    ("other a b c", [.unexpectedArgument("b"), .unexpectedArgument("c")]),
    (
      "inspect --nope --output",
      [
        .unknownOption("--nope", nearest: nil), .missingValue(option: "output", following: nil),
        .missingArgument("MANIFEST"),
      ]
    ),
  ]

  @Test("All mistakes in a command line are reported at once", arguments: wrongLines)
  func mistakes(line: String, expected: [UsageProblem]) {
    #expect(Self.problems(line) == expected)
  }

  @Test(
    "An extra argument may be the value of an option that names a feature or permission",
    arguments: [
      ("impact m.json closed-loop", "feature"), ("impact m.json camera", "permission"),
      ("cover m.json camera", "feature"), ("plan m.json a b", nil),
    ])
  func extraArgument(line: String, option: String?) {
    let words = line.split(separator: " ").map(String.init)
    let problem = UsageProblem.unexpectedArgument(words[words.count - 1], meant: option)
    #expect(throws: UsageProblems(problems: [problem], command: words[0])) {
      try Parser.parse(words)
    }
  }

  @Test(
    "--help takes precedence over mistakes in the command line",
    arguments: ["inspect --help", "inspect --nope -h", "help inspect", "inspect m --output --help"])
  func help(line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    guard case .help(let command) = try Parser.parse(words, commands: [Self.command]) else {
      Issue.record("no help")
      return
    }
    #expect(command.name == "inspect")
  }

  @Test(
    "A list is split at commas",
    arguments: [
      ("a", ["a"]), ("a,b", ["a", "b"]), ("a\\,b,c", ["a,b", "c"]), ("", [""]), ("a,", ["a", ""]),
      ("a\\b", ["a\\b"]), ("\\,", [","]), ("a\\", ["a\\"]), ("e\u{301},b", ["e\u{301}", "b"]),
    ])
  func list(text: String, items: [String]) {
    #expect(splitList(text) == items)
  }

  @Test("An assignment is split at the last = with a valid right side")
  func assignment() {
    let statuses = ["purchased", "unknown"]
    let cases: [(text: String, parts: String?)] = [
      ("A=purchased", "A|purchased"), ("A=b=purchased", "A=b|purchased"), ("A=purchased=x", nil),
      ("A", nil),
    ]
    for (text, parts) in cases {
      let split = splitAssignment(text) { statuses.contains($1) }
      #expect(split.map { "\($0.left)|\($0.right)" } == parts, "\(text)")
    }
    let both = splitAssignment("k=v=w") { (left: String, right: String) -> Bool in
      left == "k" && right == "v=w"
    }
    #expect(both?.left == "k")
  }
}
