import Foundation
import ProgramHarness
import TestSupport
import Testing

@testable import FlintInspect

/// Checks that the same input always produces the same bytes.
@Suite("Determinism") struct DeterminismTests {
  /// Files that are large or unusual enough to involve threads, hash tables and rejected input.
  private static let files: [String: String] = {
    let feature = { (index: Int) in
      """
      {"id": "f\(index)", "constraints": {"platforms": {"iOS": \(index % 20)}, "permissions": ["camera"],
        "purchases": [{"anyOf": ["P\(index % 7)", "P\((index + 1) % 7)"]}]}}
      """
    }
    let products = (0..<7).map { "{\"id\": \"P\($0)\", \"type\": \"nonConsumable\"}" }
    let lines = (0..<1200).map { index in
      switch index % 50 {
      case 7: "{\"platform\": \"iPhone\"}"
      case 13: "{\"toggles\": {\"gone-\(index % 3)\": true, \"lost-\(index % 11)\": false}}"
      default:
        "{\"id\": \(index), \"osVersion\": \(index % 20), \"weight\": \(index % 5), \"permissions\": {\"camera\": \"denied\"}}"
      }
    }
    let manifest = { (count: Int) in
      "{\"manifestVersion\": 1, \"products\": [\(products.joined(separator: ","))],"
        + " \"features\": [\((0..<count).map(feature).joined(separator: ","))]}"
    }
    let messages = [
      #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#,
      #"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":"#
        + #"{"uri":"file:///m.json","text":"{\"manifestVersion\": 1, \"features\": [{}, 1]"}}}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#, #"{"jsonrpc":"2.0","method":"exit"}"#,
    ]
    return [
      "calls":
        #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"evaluate","arguments":{}}}"#,
      "messages": messages.map { "Content-Length: \($0.utf8.count)\r\n\r\n\($0)" }.joined(),
      "large.json": manifest(TestDepth.count(300, thorough: 2000)), "small.json": manifest(12),
      "population.ndjson": lines.joined(separator: "\n"),
      "wrong.json": """
      {"manifestVersion": 1, "color": 1, "features": [{"id": "a", "constraints": {"permissions": ["camra", "mirophone"],
        "purchases": [{"anyOf": ["x", "y"]}], "attributes": {"z": true}}}, {"id": "a"}]}
      """,
      "failing.json": """
      {"scenarioVersion": 1, "scenarios": [
        {"name": "A claim", "never": {"anyOf": [{"available": "everything"}, {"undetermined": "nested"}]}},
        {"name": "A case", "cases": [{"given": {"platform": "tvOS"}, "expect": {"everything": "available"}}]}]}
      """,
    ]
  }()

  /// For each command, command lines that cover its functions. `FORMAT` is replaced by each of its formats.
  private static let lines: [String: [String]] = [
    "evaluate": [
      "evaluate Fixtures/kitchen-sink/manifest.json --format FORMAT",
      "evaluate Fixtures/kitchen-sink/manifest.json --verbose --color always",
      "evaluate Fixtures/podcast-player/manifest.json --baseline premium-iphone --platform macOS --format FORMAT",
      "evaluate large.json --format FORMAT --deny camera --purchase P1,P3=unknown",
      "evaluate wrong.json", "evaluate Fixtures/selfie/manifest.json --grant camra --unlock x",
    ],
    "explain": ["explain Fixtures/kitchen-sink/manifest.json everything --format FORMAT"],
    "validate": [
      "validate Fixtures/kitchen-sink/manifest.json wrong.json small.json --format FORMAT",
      "validate Fixtures/podcast-player/manifest.json --format FORMAT"
        + " --storekit Fixtures/podcast-player/PodcastPlayer.storekit --info-plist Fixtures/selfie/Info.plist",
    ],
    "test": [
      "test Fixtures/kitchen-sink/manifest.json Fixtures/kitchen-sink/scenarios.json failing.json"
        + " --coverage --format FORMAT"
    ],
    "cover": [
      "cover Fixtures/kitchen-sink/manifest.json --format FORMAT",
      "cover Fixtures/podcast-player/manifest.json --start '{}' --format FORMAT",
    ],
    "matrix": [
      "matrix Fixtures/kitchen-sink/manifest.json --states all --format FORMAT",
      "matrix Fixtures/podcast-player/manifest.json --vary platform,purchase:SUB0001 --format FORMAT",
    ],
    "impact": [
      "impact Fixtures/kitchen-sink/manifest.json --permission camera --format FORMAT"
    ],
    "plan": ["plan Fixtures/kitchen-sink/manifest.json everything --format FORMAT"],
    "diff": [
      "diff Fixtures/kitchen-sink/manifest.json Fixtures/selfie/manifest.json --format FORMAT"
    ],
    "history": ["history flint.json --state now --format FORMAT"],
    "audience": ["audience small.json population.ndjson --format FORMAT"],
    "stream": [
      "stream small.json < population.ndjson", "stream small.json --strict < population.ndjson",
    ],
    "schema": JSONSchema.allCases.map { "schema \($0.rawValue)" },
    "report": ["report Fixtures/kitchen-sink/manifest.json"],
    "import": [
      "import Fixtures/podcast-player/PodcastPlayer.storekit",
      "import Fixtures/recipe-box/remoteconfig.template.json",
      "import Fixtures/recipe-box/history.json Fixtures/recipe-box/statuses.json",
    ],
    "lsp": ["lsp < messages"], "mcp": ["mcp Fixtures/selfie/manifest.json < calls"],
    "init": ["init"],
    "bundle": ["bundle Fixtures/selfie/manifest.json"],
    "completions": ["completions bash", "completions zsh", "completions fish"],
  ]

  struct Line: Sendable, CustomTestStringConvertible {
    let text: String
    var testDescription: String { text }
  }

  static let expanded: [Line] = CommandTable.commands.flatMap { command in
    (lines[command.name] ?? []).flatMap { line in
      guard line.contains("FORMAT") else { return [Line(text: line)] }
      guard case .choice(let formats)? = command.option(named: "format")?.value else { return [] }
      return formats.map { Line(text: line.replacing("FORMAT", with: $0)) }
    }
  }

  /// An environment that must not change a result: a prefix of the command line, and environment variables.
  private typealias Circumstances = (prefix: String, environment: [String: String])

  private static let surroundings: [Circumstances] = [
    ("", [:]),
    ("", ["SWIFT_DETERMINISTIC_HASHING": "1"]),
    (
      "",
      ["LC_ALL": "tr_TR.UTF-8", "LANG": "de_DE.ISO-8859-1", "LANGUAGE": "ja", "TZ": "Asia/Kolkata"]
    ),
    ("", ["LC_ALL": "", "TZ": "America/St_Johns", "HOME": "/nowhere", "USER": "nobody"]),
    ("", ["TERM": "dumb", "COLUMNS": "23", "LINES": "3", "COLORTERM": "truecolor"]),
    ("", ["TERM": "", "CI": "true", "GITHUB_ACTIONS": "true", "CLICOLOR_FORCE": "1"]),
    ("taskset -c 0 ", [:]),
  ]

  /// The environments to try. The quick depth combines all in one run.
  private static let tried: [Circumstances] =
    TestDepth.current == .thorough
    ? surroundings
    : [
      (
        "taskset -c 0 ",
        surroundings.reduce(into: [:]) { all, next in
          all.merge(next.environment) { first, _ in first }
        }
      )
    ]

  @Test(
    "Output is independent of the hash seed, locale, time zone, terminal and number of cores",
    arguments: TestDepth.sample(6, of: expanded))
  func sameBytes(line: Line) throws {
    let scratch = try line.text.hasPrefix("history") ? Self.repository() : Scratch()
    for (name, text) in Self.files { try scratch.write(text, to: name) }
    try FileManager.default.createSymbolicLink(
      at: scratch.folder.appending(path: "Fixtures"),
      withDestinationURL: Package.root.appending(path: "Fixtures"))
    func run(_ prefix: String, _ environment: [String: String]) throws -> Run {
      try Run.shell(
        "\(prefix)\"$FLINT\" \(line.text)", environment: environment, directory: scratch.folder)
    }
    let expected = try run("", [:])
    #expect(expected.output.utf8.count + expected.errors.utf8.count > 0)
    for (prefix, environment) in Self.tried {
      if !prefix.isEmpty, try Run.shell("command -v taskset").status != 0 { continue }
      let found = try run(prefix, environment)
      let difference = zip(found.text.split(separator: "\n"), expected.text.split(separator: "\n"))
        .first { $0 != $1 }
      // The texts are not part of the expectation, because a failure would print megabytes.
      let isSame = found == expected
      #expect(
        isSame,
        "\(prefix) \(environment): status \(found.status), \(difference.map { "\($0)" } ?? "longer")"
      )
    }
  }

  private static func repository() throws -> Scratch {
    var commits = FastImport()
    for (index, permissions) in [["camera"], ["camera", "photos"], ["photos"], []].enumerated() {
      let features = (0..<12).map {
        "{\"id\": \"f\($0)\", \"constraints\": {\"permissions\": \(index % 2 == $0 % 2 ? permissions : [])}}"
      }
      let manifest = """
        {"manifestVersion": 1, "features": [\(features.joined(separator: ","))],
          "states": {"now": {"permissions": {"camera": "denied", "photos": "authorized"}}}}
        """
      commits.commit("Commit \(index)", changing: ["flint.json": .write(manifest)])
    }
    return try Repository(commits).scratch
  }

  @Test("Every command is included")
  func everyCommand() {
    for command in CommandTable.commands {
      #expect(Self.lines[command.name] != nil, "\(command.name)")
    }
    #expect(Set(Self.expanded.map(\.text)).count == Self.expanded.count)
  }
}

extension Run {
  fileprivate var text: String { errors + output }
}
