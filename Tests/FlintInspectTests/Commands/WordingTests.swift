import FlintModel
import FlintText
import Foundation
import ProgramHarness
import Testing

@testable import FlintInspect

private let podcast = "Fixtures/podcast-player/manifest.json"
private let museum = "Fixtures/museum-guide/manifest.json"

/// Messages that were once misleading. Each case is a command line with the corrected text.
@Suite("The wording of messages") struct WordingTests {
  private static let told: [(line: String, text: String)] = [
    // An unknown name without a similar one.
    (
      "evaluate \(podcast) nothing",
      "hint: one of playback, dynamic-speed, sound-enhancement, downloading, turbo-downloads, "
    ),
    ("evaluate \(podcast) --purchase nothing", "hint: the only one is SUB0001\n"),
    ("evaluate \(podcast) --grant nothing", "hint: one of camera, photos, microphone, "),
    (
      "evaluate \(podcast) --baseline nothing",
      "hint: one of premium-iphone, new-iphone, staff-mac, watch\n"
    ),
    // Commands and options of other programs.
    ("eval \(podcast)", "hint: did you mean 'evaluate'?\n"),
    ("lint \(podcast)", "hint: did you mean 'validate'?\n"),
    ("report \(podcast) -o r.html", "error: unknown option '-o'\nhint: did you mean '--output'?\n"),
    ("evaluate \(podcast) -v", "hint: did you mean '--verbose'?\n"),
    // Files of other formats, and dates as in logs.
    (
      "evaluate \(podcast) --state \(podcast)",
      "manifest.json:1:1: error: this is a manifest, not a state [missing-key]\n1 | {\n  | ^\nhint: "
    ),
    (
      #"evaluate \#(podcast) --state '{"date": "2026-11-20T08:15:03.123Z"}'"#,
      "hint: seconds have no fraction: write \"2026-11-20T08:15:03Z\"\n"
    ),
    (
      #"evaluate \#(podcast) --state '{"date": "2026-11-20T08:15:03+01:00"}'"#,
      "hint: convert the date to UTC and end it with 'Z'\n"
    ),
    ("validate nowhere.json", "(error: cannot read 'nowhere.json': no such file\n"),
    ("lsp --stdio < /dev/null; echo $?", "(1\n"),
    (
      "audience Fixtures/podcast-player/population.ndjson \(podcast)",
      "hint: to read one state per line, use 'audience MANIFEST STATES' or 'stream'\n"
    ),
    // A missing word from a fixed set.
    ("schema", "hint: one of \(JSONSchema.allCases.map(\.rawValue).joined(separator: ", "))\n"),
    ("completions", "hint: one of bash, zsh, fish\n"),
    ("import \(podcast)", "hint: pass a manifest as the first argument\n"),
    ("plan --help", "attributes), platform (change the platform) or date (wait for a\n"),
    ("plan --help", "user or developer."),
    ("test --help", "Stop after the first scenario that fails."),
    ("stream --help", "Files with one state per line [standard input].\n"),
    // A value of the wrong type.
    (
      "evaluate \(museum) --attribute visits=9007199254740993",
      "hint: expected a whole number from -9007199254740992 to 9007199254740992, or visits= for unknown\n"
    ),
    ("evaluate \(museum) --attribute visits", "hint: write --attribute visits=1\n"),
    (
      "evaluate \(museum) --attribute beacons=new",
      "hint: expected a version such as 2.1 or latest, or beacons= for unknown\n"
    ),
    ("evaluate \(museum) --attribute beacons=lastest", "hint: did you mean 'latest'?\n"),
    (
      "evaluate \(museum) --attribute installed=1.1.",
      "hint: expected a date such as 2026-12-24, or installed= for unknown\n"
    ),
    (
      "evaluate \(museum) --attribute staff=2",
      "hint: one of on, off, true, false, or staff= for unknown\n"
    ),
    // Singular and plural.
    ("impact \(museum) --product FRIEND.Y", "\nMentioned in state 'friend'\n"),
    (
      "impact \(podcast) --product SUB0001",
      "\nMentioned in states 'premium-iphone', 'staff-mac', 'watch'\n"
    ),
    (
      "explain Fixtures/kitchen-sink/manifest.json nested",
      "“Five times the fun” and “The \"and\" pack” have been"
    ),
    // Display names next to ids.
    (
      "impact \(museum) --permission location.whenInUse",
      "While-in-use location  [location.whenInUse]  permission\n"
    ),
    // An OS version already includes its platform.
    ("matrix \(podcast) --vary platform,osVersion", "\n2  iOS 12\n3  macOS 0\n"),
    (
      "matrix \(podcast) --vary platform --format csv",
      Platform.allCases.map(\.name).joined(separator: ",")
    ),
    // Unlocking a feature costs credits, and is offered only if consumables are declared.
    (
      "cover Fixtures/photo-attachments/manifest.json",
      "\n           buy and spend credits to unlock “Photo retouching”\n"
    ),
    ("cover \(podcast)", "expect  ✓ Podcast playback  [playback]  available\n"),
    ("plan \(podcast) dynamic-speed --platform watchOS", "No plan found. Blocked by:\n"),
  ]

  @Test("Is as expected", arguments: Self.told)
  func says(line: String, text: String) throws {
    let run = try Run.shell("\"$FLINT\" \(line)")
    #expect(("(" + run.output + run.errors).contains(text), "\(run)")
  }

  @Test("One blank line separates failures, missing coverage and the summary")
  func blankLines() throws {
    let scratch = try Scratch()
    let failing = #"{"name": "Fails", "cases": [{"expect": {"playback": "unavailable"}}]}"#
    let passing = #"{"name": "Passes", "cases": [{"expect": {"playback": "available"}}]}"#
    for scenarios in [failing, passing, "\(passing), \(failing)"] {
      try scratch.write(#"{"scenarioVersion": 1, "scenarios": [\#(scenarios)]}"#, to: "s.json")
      for options in [["--coverage"], ["--mutate"], ["--coverage", "--mutate"], []] {
        let run = try Run.program(["test", podcast, scratch.path("s.json")] + options)
        let isCovered = options.contains("--coverage")
        for part in isCovered ? ["passed", "\n\nCoverage"] : ["passed"] {
          #expect(run.output.contains(part), "\(run)")
        }
        #expect(!run.output.contains("\n\n\n"), "\(run.output)")
      }
    }
  }

  private static let ages: [(ago: String, words: String)] = [
    (#"{"atLeast": "P2D"}"#, "an age of at least 2 days"),
    (#"{"below": "P7DT12H"}"#, "an age below 7 days 12 hours"),
    (#"{"atLeast": "P1W", "below": "P52W"}"#, "an age of at least 7 days and below 364 days"),
    (#"{"atLeast": "-P30D", "below": "P0D"}"#, "a date from 30 days before it until it"),
    (#"{"below": "-PT90M"}"#, "a date until 1 hour 30 minutes before it"),
    (#"{"atLeast": "PT1S"}"#, "an age of at least 1 second"),
  ]

  @Test("Ages are described in words, and JSON contains them as written", arguments: Self.ages)
  func age(ago: String, words: String) throws {
    let manifest = """
      {"manifestVersion": 1, "attributes": [{"id": "day", "type": "date", "name": "Day"}],
       "features": [{"id": "f", "constraints": {"attributes": {"day": {"ago": \(ago)}}}}]}
      """
    let explained = try Run.program(["explain", "-", "f"], input: manifest).output
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(explained.contains(" “Day” is unknown; \(words) is required"), "\(explained)")
    let json = try Run.program(["explain", "-", "f", "--format", "json"], input: manifest).output
    #expect(json.contains(" ago\"") && !json.contains(#""required": "an age"#), "\(json)")
  }

  private static let alternatives: [(state: String, symbol: String)] = [
    ("{}", "?"), (#"{"permissions": {"camera": "denied"}}"#, "?"),
    (#"{"permissions": {"camera": "denied", "photos": "denied"}}"#, "✗"),
    (#"{"permissions": {"camera": "authorized"}}"#, "✓"),
    (#"{"permissions": {"camera": "authorized", "photos": "limited"}}"#, "✓"),
  ]

  @Test("An unknown value is not described as absent", arguments: Self.alternatives)
  func unknown(state: String, symbol: String) throws {
    let manifest = """
      {"manifestVersion": 1, "features": [{"id": "f", "constraints": {
        "anyOf": [{"permissions": ["camera"]}, {"permissions": ["photos"]}]}}]}
      """
    let run = try Run.program(
      ["evaluate", "-", "--verbose", "--state", state], input: manifest)
    #expect(run.output.contains(" \(symbol) any of:\n"), "\(run)")
  }

  @Test(
    "No line of a state in detail is wider than the terminal",
    arguments: ["museum-guide", "kitchen-sink", "podcast-player"],
    [33, 40, 60, 80, 120] as [UInt16])
  func columns(app: String, width: UInt16) throws {
    let terminal = try PseudoTerminal(columns: width)
    let text = try terminal.run([
      "evaluate", "Fixtures/\(app)/manifest.json", "--verbose", "--color", "never",
    ])
    for line in text.split(separator: "\r\n") {
      #expect(DisplayWidth.of(String(line)) <= Int(width), "\(line)")
    }
  }

  @Test("The gains of groups are aligned in a column")
  func groups() throws {
    let run = try Run.program([
      "audience", podcast, "Fixtures/podcast-player/population.ndjson", "--against",
      museum,
      "--by", "platform",
    ])
    // The features come after the head of the columns.
    let features = run.output.split(separator: "\n").drop { !$0.hasSuffix("  unavailable") }
    let gains = features.filter { $0.contains(" gained ") && $0.contains(" of ") }
    let columns = Set(
      gains.compactMap { $0.firstRange(of: "% gained")?.lowerBound.utf16Offset(in: $0) })
    #expect(gains.count > 3 && columns.count == 1, "\(run.output)")
  }

  @Test("The excerpt of a diff shows the difference at any depth")
  func excerpts() throws {
    let scratch = try Scratch()
    let text = try String(contentsOf: Package.root.appending(path: museum), encoding: .utf8)
    try scratch.write(text, to: "old.json")
    try scratch.write(text.replacing("\"atLeast\": 3", with: "\"atLeast\": 1"), to: "new.json")
    let run = try Run.program(["diff", "old.json", "new.json"], directory: scratch.folder)
    let lines = run.output.split(separator: "\n  ").joined(separator: " ")
    let excerpts: [Regex<Substring>] = [
      /− old.json:54  … .*"atLeast": 3/, /\+ new.json:54  … .*"atLeast": 1/,
    ]
    for excerpt in excerpts { #expect(lines.contains(excerpt), "\(run.output)") }
  }
}
