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
    run: { _ in .success })

  private static let format = Setting.format(
    ("text", { (_: Void, _, _) in }), ("json", { (_: Void, _, _) in }))

  static let strict = Setting.flag("strict", help: "D.")

  private static let alone = Setting.flag("alone", help: "E.").needing("require", "share")
    .excluding("strict")

  static let other = Command(
    name: "other", summary: "For tests.",
    arguments: [Argument(placeholder: "FILE", kind: .file, count: .optional, help: "A.")],
    options: [], examples: [],
    run: { _ in .success })

  static func invocation(_ line: String) throws -> Invocation {
    let words = line.split(separator: " ").map(String.init)
    guard case .run(let invocation) = try Parser.parse(words, commands: [command, other]) else {
      throw Problems([])
    }
    return invocation
  }

  /// Messages, with hints unless these only name the help page.
  static func problems(_ line: String) -> [String] {
    do {
      _ = try invocation(line)
      return []
    } catch let problems as Problems {
      return problems.list.map { problem in
        let hint = problem.hint.flatMap { $0.hasPrefix("see ") ? nil : $0 }
        return problem.message + (hint.map { "; \($0)" } ?? "")
      }
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

  private static let wrongLines: [(line: String, problems: [String])] = [
    ("inspekt m", ["unknown command 'inspekt'; did you mean 'inspect'?"]),
    ("x m", ["unknown command 'x'"]),
    ("--strict inspect m", ["option '--strict' must follow the command"]),
    ("--versio", ["unknown option '--versio'; did you mean '--version'?"]),
    ("inspect m --reqire f", ["unknown option '--reqire'; did you mean '--require'?"]),
    ("inspect m --req=f", ["unknown option '--req'; did you mean '--require'?"]),
    ("inspect m -strict", ["unknown option '-strict'; did you mean '--strict'?"]),
    ("inspect m -q", ["unknown option '-q'"]),
    ("inspect m --output", ["option '--output' needs a value"]),
    ("inspect m --output --strict", ["option '--output' needs a value"]),
    (
      "inspect m --output -x",
      [
        "option '--output' needs a value; if '-x' is the value, write --output=-x",
        "unknown option '-x'",
      ]
    ),
    ("inspect m --strict=yes", ["option '--strict' takes no value, got 'yes'"]),
    ("inspect m --output a --output b", ["option '--output' is given more than once"]),
    ("inspect m --format yaml", ["invalid value 'yaml' for '--format'; one of text, json"]),
    ("inspect m --format jsno", ["invalid value 'jsno' for '--format'; did you mean 'json'?"]),
    (
      "inspect m --limit 0", ["invalid value '0' for '--limit'; write a whole number, 1 or greater"]
    ),
    (
      "inspect m --limit +1",
      ["invalid value '+1' for '--limit'; write a whole number, 1 or greater"]
    ),
    (
      "inspect m --share 100.5",
      ["invalid value '100.5' for '--share'; write a number from 0 to 100"]
    ),
    ("inspect m --alone", ["option '--alone' requires '--require' or '--share'"]),
    (
      "inspect m --strict --share 1 --alone",
      ["'--alone' and '--strict' cannot be given together"]
    ),
    ("inspect m --grant a,,b", ["option '--grant' has an empty value"]),
    ("inspect m --output=", ["option '--output' has an empty value"]),
    ("inspect", ["missing argument MANIFEST"]),
    ("other a b c", ["unexpected argument 'b'", "unexpected argument 'c'"]),
    (
      "inspect --nope --output",
      ["unknown option '--nope'", "option '--output' needs a value", "missing argument MANIFEST"]
    ),
  ]

  @Test("All mistakes in a command line are reported at once", arguments: wrongLines)
  func mistakes(line: String, expected: [String]) {
    #expect(Self.problems(line) == expected)
  }

  @Test(
    "An extra argument may be the value of an option that names a feature or permission",
    arguments: [
      (
        "impact m.json chat",
        "did you mean --product chat, --attribute chat or --feature chat?"
      ),
      ("impact m.json camera", "did you mean --permission camera?"),
      ("cover m.json camera", "did you mean --feature camera?"),
      ("plan m.json a b", "see 'flint-inspect plan --help'"),
    ])
  func extraArgument(line: String, hint: String) {
    let words = line.split(separator: " ").map(String.init)
    let problems = #expect(throws: Problems.self) { try Parser.parse(words) }
    #expect(problems?.list.map(\.hint) == [hint])
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
      let split = splitAssignment(text) { statuses.contains($1) ? $1 : nil }
      #expect(split.map { "\($0.name)|\($0.value)" } == parts, "\(text)")
    }
    let both = splitAssignment("k=v=w") { $0 == "k" && $1 == "v=w" ? true : nil }
    #expect(both?.name == "k")
  }
}
