import FlintManifest
import FlintModel
import Foundation
import ProgramHarness
import Testing

@testable import FlintInspect

@Suite("The use of options") struct OptionEffectTests {
  /// A command line without options for each command. Placeholders such as `PAGE` are replaced by files that the test
  /// creates.
  private static let lines: [String: [String]] = {
    let folder = Package.root.appending(path: "Fixtures/podcast-player").path
    let manifest = folder + "/manifest.json"
    return [
      "evaluate": ["evaluate", manifest], "explain": ["explain", manifest, feature],
      "validate": ["validate", manifest],
      "test": ["test", manifest, folder + "/scenarios.json"],
      "cover": ["cover", manifest], "impact": ["impact", manifest],
      "matrix": ["matrix", manifest], "plan": ["plan", manifest, feature],
      "diff": ["diff", folder + "/earlier/manifest.json", manifest],
      "history": ["history", "COMMITTED"],
      "audience": ["audience", manifest, "STATES"],
      "stream": ["stream", manifest, "STATES"], "schema": ["schema", "state"],
      "report": ["report", manifest], "import": ["import", folder + "/PodcastPlayer.storekit"],
      "bundle": ["bundle", manifest], "init": ["init"],
      "completions": ["completions", "bash"],
    ]
  }()

  private static let feature = "smart-playlists"

  /// The commands with options of their own. The servers have none.
  private static let commands = CommandTable.commands.filter { !["lsp", "mcp"].contains($0.name) }

  @Test("Every option in the table is read by its command", arguments: commands)
  func isRead(command: Command) throws {
    let scratch = try Scratch()
    let line = try #require(Self.lines[command.name], "a line for \(command.name)")
    for option in command.options
    // A command applies either all options that change the state or none, so the others need no test.
    where option.name != "watch"
      && (option.section != .state || ["state", "lenient"].contains(option.name))
    {
      var start = option.name == "merge" ? ["audience", "AUDIENCE"] : line
      if option.name == "team" { start[1] = "TEAMS" }
      // Only imports of purchase records depend on a date.
      if command.name == "import", option.name == "date" {
        start[1] = Package.root.appending(path: "Fixtures/recipe-box/statuses.json").path
      }
      if option.name == "constraints" { start += ["--format", "csv"] }
      let swift = "enum Flag { case a; var a: Bool { switch self { case .a: true } } }"
      try scratch.write(swift + "enum a { case b }", to: "a.swift")
      if command.name == "import", ["type", "default"].contains(option.name) {
        start[1] = scratch.path("a.swift")
      }
      if command.name == "init", option.name == "scenarios", let line = Self.lines["evaluate"] {
        start.append(line[1])
      }
      var words = start + (try Self.words(for: option, of: command, in: scratch))
      if option.name != "output", !option.excludes.contains("output") {
        words += ["--output", scratch.path("result")]
      }
      // The command requires a subject.
      if command.name == "impact", !["product", "permission", "attribute"].contains(option.name),
        option.name != "feature"
      {
        words += ["--feature", Self.feature]
      }
      for needed in option.needs.contains("with") ? ["with"] : option.needs.prefix(1) {
        let other = try #require(command.option(named: needed))
        words += try Self.words(for: other, of: command, in: scratch)
      }
      let invocation = try Self.run(command, words, in: scratch)
      let names = option.section == .state ? StateOption.all.map(\.option.name) : []
      for name in [option.name] + names {
        #expect(
          invocation.optionsRead.withLock { $0.contains(name) },
          "'\(command.name)' lists --\(name) and does not read it")
      }
    }
  }

  @Test("Every format of a command gives a result that no other format gives", arguments: commands)
  func formats(command: Command) throws {
    let scratch = try Scratch()
    var results: Set<String> = [""]
    for format in command.option(named: "format")?.value.choices ?? [] {
      let path = scratch.path(format)
      var words = try #require(Self.lines[command.name]) + ["--format", format, "--output", path]
      if command.name == "impact" { words += ["--feature", Self.feature] }
      _ = try Self.run(command, words, in: scratch)
      #expect(results.insert(try scratch.read(format)).inserted, "--format \(format)")
    }
  }

  private static func run(
    _ command: Command, _ words: [String], in scratch: Scratch
  ) throws -> Invocation {
    let request = try Parser.parse(try Self.files(words, in: scratch))
    let parsed: Invocation? = if case .run(let invocation) = request { invocation } else { nil }
    let invocation = try #require(parsed, "\(words)")
    var context = CommandContext(invocation)
    _ = try command.run(&context)
    return invocation
  }

  private static func words(
    for option: Option, of command: Command, in scratch: Scratch
  ) throws -> [String] {
    let value: String? =
      switch option.value {
      case .none: nil
      case .choice(let words): words[0]
      case .file where option.name == "into": command.name == "import" ? "MANIFEST" : "NEW"
      case .file where option.name == "storekit": Self.lines["import"]?[1]
      case .file where option.name == "info-plist": "PLIST"
      case .file where option.name == "sources": scratch.path("a.swift")
      case .file where option.name == "audience": "AUDIENCE"
      case .file where option.name == "scenarios" && option.repeats: Self.lines["test"]?[2]
      case .file where option.name == "against": "MANIFEST"
      case .file: "NEW"
      case .text where option.name == "today": "2026-12-01"
      case .text where option.name == "date": "2026-12-01"
      case .text where option.name == "since": "HEAD"
      case .text: "a"
      case .version: "1"
      case .count: "4096"
      case .percent: "1"
      case .declared(let declared): example(of: declared)
      case .state where option.name == "with": "{}"
      case .state: "premium-iphone"
      case .stateName: "all"
      case .variable, .groupKey: "platform"
      case .assignment: "a=a"
      }
    return ["--\(option.name)"] + (value.map { [$0] } ?? [])
  }

  private static func example(of declared: EntityKind) -> String {
    switch declared {
    case .feature: feature
    case .product: "SUB0001"
    case .permission: "camera"
    case .attribute: "staff"
    case .group: "main"
    case .bucket: "sale"
    case .state: "premium-iphone"
    case .team: "Media"
    }
  }

  private static func files(_ words: [String], in scratch: Scratch) throws -> [String] {
    try words.map { word in
      switch word {
      case "STATES": try scratch.write("{}\n", to: "states.ndjson")
      case "PLIST":
        try scratch.write(#"<plist version="1.0"><dict/></plist>"#, to: "Info.plist")
      case "MANIFEST": try scratch.write(#"{"manifestVersion": 1}"#, to: "m.json")
      case "TEAMS":
        try scratch.write(
          #"{"manifestVersion": 1, "features": [{"id": "f", "team": "Media"}]}"#, to: "teams.json")
      case "AUDIENCE": try Self.audience(in: scratch)
      case "NEW": scratch.path("new")
      case "COMMITTED": try Self.committedManifest(in: scratch)
      default: word
      }
    }
  }

  /// Returns the path of the scratch folder's first file in a repository with one commit.
  private static func committedManifest(in scratch: Scratch) throws -> String {
    let text = try String(contentsOfFile: lines["evaluate"]![1], encoding: .utf8)
    let path = try scratch.write(text, to: "flint.json")
    let author = "-c user.name=A -c user.email=a@example.com -c commit.gpgSign=false"
    let run = try Run.shell(
      "git init -q && git add flint.json && git \(author) commit -q --allow-empty -m Start",
      environment: ["GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"],
      directory: scratch.folder)
    #expect(run.status == 0, "\(run.errors)")
    return path
  }

  private static func audience(in scratch: Scratch) throws -> String {
    let run = try Run.program(
      ["audience", lines["evaluate"]![1], "-", "--format", "json"], input: "{}\n")
    return try scratch.write(run.output, to: "audience.json")
  }

  private static let manifest = Manifest(
    products: [
      ProductDeclaration(id: "SUB", type: .autoRenewingSubscription),
      ProductDeclaration(id: "GEM", type: .consumable),
      ProductDeclaration(id: "A=B", type: .nonConsumable),
      ProductDeclaration(id: "x=purchased", type: .nonConsumable),
      ProductDeclaration(id: "one, two", type: .nonConsumable),
    ],
    attributes: [
      AttributeDeclaration(id: "staff", domain: .boolean),
      AttributeDeclaration(id: "build", domain: .choice(["debug", "a=b", "null"])),
      AttributeDeclaration(id: "cohort", domain: .choice(["one", "two"])),
    ],
    buckets: ["rollout"],
    features: [FeatureDeclaration(id: "speed"), FeatureDeclaration(id: "notes")])

  @Test("Every option that changes the state does so", arguments: StateOption.all)
  func changesTheState(option: StateOption) throws {
    let value =
      switch option.option.value {
      case .choice(let words): words[words.count - 1]
      case .state: "given"
      case .version: "1.5"
      case .text: "2026-12-24"
      case .declared(.permission): "camera"
      case .declared: "speed"
      case .assignment(.permission, .choice(let words)): "camera=\(words[0])"
      case .assignment(.product, .text): "GEM=1"
      case .assignment(.product, _): "SUB"
      case .assignment(.attribute, _): "staff=true"
      case .assignment(.bucket, _): "rollout=12.5"
      case .assignment(_, .choice(let words)): "speed=\(words[0])"
      default: ""
      }
    var partial = PartialState()
    partial.device[.date] = .date("2026-12-24")
    var flags = StateFlags(
      manifest: Self.manifest, state: DeviceState(), partialStates: ["given": partial])
    flags.apply([(option, value)])
    #expect(flags.problems == [])
    #expect(flags.state != DeviceState(), "--\(option.name) \(value)")
  }

  @Test("Options are printed in a form that can be typed, without a value if they take none")
  func typed() throws {
    let option = StateOption("deny-all", nil, .none, takesList: false, help: "Deny.") { _, _ in }
    let purchase = StateOption.all.first { $0.name == "purchase" }
    let lines: [String?] = [
      option.typed(""), purchase?.typed("one, two"), StateOption.with.typed("{\"a\": 1, \"b\": 2}"),
    ]
    #expect(
      lines == ["--deny-all", #"--purchase 'one\, two'"#, #"--with '{"a": 1, "b": 2}'"#])
  }
}

extension StateOption: CustomTestStringConvertible {
  public var testDescription: String { option.spelling }
}
