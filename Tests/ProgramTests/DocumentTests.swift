import FlintText
import Foundation
import ProgramHarness
import Testing

/// Checks that the README and the articles show the program's current output. With `FLINT_RECORD=1` in the environment,
/// the transcripts are rewritten, and the tests fail, as for every recording.
@Suite("The documentation of the command line")
struct DocumentTests {
  static let documents =
    ["README.md"]
    + [
      "CommandLine", "CommandReference", "Deciding", "ManifestFormat", "States", "Scenarios",
      "Suites", "EveryState",
      "DevicesAndBuilds", "Populations", "ContinuousIntegration", "RemoteConfig", "StoreRecords",
      "Assistants",
    ].map { "\(Document.catalogue)\($0).md" }

  @Test("Shows the program's actual output", arguments: documents)
  func transcripts(document: String) throws {
    let text = try Document.text(of: document)
    var renewed = text
    for block in try Self.blocks(of: "console", in: text) {
      var transcript = Transcript()
      for command in Transcript.commands(in: block) { try transcript.run(command) }
      if Document.isRecording {
        renewed = renewed.replacing("```console\n\(block)", with: "```console\n\(transcript.text)")
      } else {
        #expect(block == transcript.text)
      }
    }
    try Document.record(renewed, insteadOf: text, in: document)
  }

  /// Manifests must be valid. States and scenarios must be valid for the document's last manifest before them, or for
  /// the podcast player's, and files of other programs must be importable.
  @Test("Contains only valid files", arguments: documents)
  func files(document: String) throws {
    let scratch = try Scratch()
    var manifest = "Fixtures/podcast-player/manifest.json"
    for block in try Self.blocks(of: "json", in: try Document.text(of: document)) {
      let run: Run
      if block.contains("\"manifestVersion\"") {
        manifest = try scratch.write(block, to: "manifest.json")
        run = try Run.program(["validate", manifest])
      } else if block.contains("\"scenarioVersion\"") {
        run = try Run.program(["test", manifest, "-"], input: block)
      } else if block.contains("\"expression\"") || block.contains("\"transactionId\"") {
        run = try Run.program(["import", "-"], input: block)
      } else {
        run = try Run.program(["evaluate", manifest, "--state", "-"], input: block)
      }
      #expect(run.status == 0, "\(run.output)\(run.errors)")
    }
  }

  @Test("Contains recipes that work", arguments: documents)
  func recipes(document: String) throws {
    let recipes = try Self.blocks(of: "sh", in: try Document.text(of: document))
    let isRepository = FileManager.default.fileExists(
      atPath: Package.root.appending(path: ".git").path)
    let scratch = try Scratch()
    for recipe in recipes where !recipe.contains("swift ") {
      if recipe.contains("HEAD"), !isRepository { continue }
      let run = try Run.shell(
        "PATH='\(Package.program.deletingLastPathComponent().path)':$PATH; set -e\n\(recipe)",
        environment: [
          "GITHUB_STEP_SUMMARY": scratch.path("summary.md"), "TMPDIR": scratch.folder.path,
        ])
      #expect(run.status == 0, "\(recipe)\(run.output)\(run.errors)")
      if recipe.contains("GITHUB_STEP_SUMMARY") {
        #expect(try scratch.read("summary.md").contains("| Feature |"))
      }
    }
  }

  /// Checks the lines that call the program, whatever the syntax of the pipeline.
  @Test("Contains pipelines with valid commands", arguments: ["yaml", "groovy"])
  func pipelines(language: String) throws {
    let page = try Document.text(of: "\(Document.catalogue)ContinuousIntegrationFiles.md")
    let call = #/(?m)^(?:\s*(?:- |run: |sh ')*)(flint-inspect .*?)'?$/#
    let calls = try Self.blocks(of: language, in: page).flatMap { block in
      block.matches(of: call).map { String($0.output.1) }
    }
    #expect(calls.count > 3)
    let app = "Fixtures/podcast-player/"
    let repository = try Repository()
    for (name, fixture) in [
      ("flint.json", "manifest.json"), ("flint-scenarios.json", "scenarios.json"),
      ("flint-population.ndjson", "population.ndjson"), ("App/Info.plist", "Info.plist"),
      ("Store.storekit", "PodcastPlayer.storekit"),
    ] {
      try repository.write(Document.text(of: app + fixture), to: name)
    }
    try repository.write("enum FeatureFlag {}", to: "App/FeatureFlag.swift")
    try repository.commit()
    let run = try Run.shell(
      "PATH='\(Package.program.deletingLastPathComponent().path)':$PATH; set -e\n"
        + calls.joined(separator: "\n"), environment: ["BASE": "HEAD"],
      directory: repository.folder)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    let comment = try repository.scratch.read("comment.md")
    #expect(comment.contains("unchanged") || comment.contains("No feature"), "\(comment)")
  }

  /// Runs in a repository whose last commit contains the guide's manifest.
  @Test("Describes how to answer a support ticket with the program's actual output")
  func ticket() throws {
    let document = "\(Document.catalogue)Support.md"
    let text = try Document.text(of: document)
    let files = try Self.blocks(of: "json", in: text)
    let before = files[0].replacing(#""iOS": 17"#, with: #""iOS": 15"#)
    #expect(before != files[0])
    var commits = FastImport()
    for (day, message, manifest) in [
      (10, "Declare the features", before.replacing(#", "purchases": ["PLUS"]"#, with: "")),
      (80, "Sell dictation", before), (120, "Reformat the manifest", before + "\n"),
      (210, "Dictate with the system's new engine", files[0]),
      (230, "Call photos 'Photo pages'", files[0].replacing("Photos", with: "Photo pages")),
      (240, "Call them 'Photos' again", files[0]),
    ] {
      commits.commit(
        message, hour: 24 * day + 9, changing: ["flint.json": .write(manifest)])
    }
    let repository = try Repository(commits)
    try repository.write(files[1], to: "ticket.json")
    var renewed = text
    for block in try Self.blocks(of: "console", in: text) {
      var transcript = Transcript()
      for command in Transcript.commands(in: block) {
        try transcript.run(command, directory: repository.folder)
      }
      if Document.isRecording {
        renewed = renewed.replacing("```console\n\(block)", with: "```console\n\(transcript.text)")
      } else {
        #expect(block == transcript.text)
      }
    }
    try Document.record(renewed, insteadOf: text, in: document)
  }

  @Test("Guides a newcomer from a starter manifest to a report")
  func newcomer() throws {
    let blocks = try Self.blocks(of: "shell", in: try Document.text(of: "README.md"))
      .filter { $0.contains("flint.json") }
    #expect(blocks.count == 2)
    let lines = blocks.joined().split(separator: "\n").filter { !$0.hasPrefix("make ") }
    let scratch = try Scratch()
    _ = try scratch.write(
      #"{"products": [{"productID": "tip", "type": "Consumable"}], "subscriptionGroups": [{"#
        + #""subscriptions": [{"productID": "com.example.premium"}]}]}"#, to: "Store.storekit")
    let keys = ["Camera", "Microphone", "SpeechRecognition"].map { name in
      "<key>NS\(name)UsageDescription</key><string>For notes</string>"
    }
    _ = try scratch.write(
      "<plist version=\"1.0\"><dict>\(keys.joined())</dict></plist>", to: "Info.plist")
    let run = try Run.shell(
      "PATH='\(Package.program.deletingLastPathComponent().path)':$PATH; set -e\n"
        + lines.joined(separator: "\n"), directory: scratch.folder)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(try scratch.read("store.json").contains("\"tip\""))
    #expect(try scratch.read("report.html").contains("My App: features"))
  }

  @Test("Describes every key of the JSON results")
  func results() throws {
    let document = "\(Document.catalogue)JSONResults.md"
    let text = try Document.text(of: document)
    let start = try #require(text.range(of: "\n## evaluate\n")?.lowerBound)
    let reference = try ResultReference().markdown
    if Document.isRecording {
      try Document.record(text[..<start] + reference, insteadOf: text, in: document)
    } else {
      #expect(text[start...] == reference)
    }
  }

  @Test("Lists every module, and each module imports only modules above it")
  func rooms() throws {
    let rows = try Document.text(of: ".github/CONTRIBUTING.md").matches(
      of: #/\n\| `Sources/([\w-]+)` \|/#
    )
    .map { String($0.1) }
    let sources = Package.root.appending(path: "Sources")
    let folders = try FileManager.default.contentsOfDirectory(atPath: sources.path)
    #expect(Set(rows) == Set(folders.filter { !$0.hasPrefix(".") }))
    for (index, room) in rows.enumerated() {
      let files = FileManager.default.enumerator(atPath: sources.appending(path: room).path)
      for case let file as String in try #require(files) where file.hasSuffix(".swift") {
        let text = try Document.text(of: "Sources/\(room)/\(file)")
        for line in text.split(separator: "\n").prefix(20) where line.contains("import Flint") {
          let imported = line.split(separator: " ").last.map(String.init)
          #expect(rows[..<index].contains { $0 == imported }, "\(room)/\(file)")
        }
      }
    }
  }

  // MARK: Reading

  /// Returns the contents of the code blocks of a language, including line ends.
  private static func blocks(of language: String, in text: String) throws -> [String] {
    let fence = try Regex("(?ms)^```\(language)\\n(.*?)^```$", as: (Substring, Substring).self)
    return text.matches(of: fence).map { String($0.output.1) }
  }
}
