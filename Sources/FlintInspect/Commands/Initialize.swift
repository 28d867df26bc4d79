extension Command {
  static let initialize = Command(
    name: "init",
    summary: "Create a starter manifest, or scenarios for a manifest.",
    arguments: [
      Argument(
        placeholder: "FILE", kind: .file, count: .optional,
        help: "The manifest to create [standard output], or the one that --scenarios reads.")
    ],
    options: .list(scenariosOption, .output),
    examples: ["init manifest.json", "init --scenarios scenarios.json manifest.json"],
    run: { context in
      if let path = context[scenariosOption] {
        let suite = try context.starterSuite()
        try context.write(to: path, existing: .refuse) { suite.write(into: &$0) }
        reportCreation(of: path, next: "test", [context.arguments[0], path], ["--coverage"])
        return .success
      }
      guard let path = context.arguments.first else {
        try context.writeResult { $0.append(starterManifest) }
        if let path = context[.output] {
          reportCreation(of: path, next: "evaluate", [path])
        }
        return .success
      }
      guard context[.output] == nil else {
        throw Problem.usage("unexpected argument \(quoted(path))", of: "init")
      }
      try context.write(to: path, existing: .refuse) { $0.append(starterManifest) }
      reportCreation(of: path, next: "evaluate", [path])
      return .success
    })
}

private func reportCreation(
  of path: String, next command: String, _ files: [String], _ options: [String] = []
) {
  guard Output.isFile(path) else { return }
  let line = ([programName, command] + files.map(ShellWord.path) + options).joined(separator: " ")
  writeToStandardError("Created \(visible(FileName.shown(path))). Next: \(visible(line))\n")
}

private let scenariosOption = Setting.one(
  "scenarios", .file,
  help: "Create this file with scenarios that the manifest passes."
).excluding("output")

extension CommandContext {
  /// Returns a first test suite for a manifest. Its scenarios expect the current results in the following states:
  ///
  /// - all named states;
  /// - a cover;
  /// - as few states as possible that complete the coverage and the mutation score.
  fileprivate mutating func starterSuite() throws -> RecordedSuite {
    guard let path = arguments.first else {
      throw Problem.usage("missing argument MANIFEST", of: "init")
    }
    let file = try readManifest(path)
    let manifest = file.manifest
    try requirePossibleState(of: file)
    if manifest.features.isEmpty { throw Problem.nothingToExpect }
    let named = manifest.states.map { state in
      RecordedCase(
        given: .named(state.name),
        expected: Evaluator(manifest, in: state.state).all.map {
          RecordedExpectation(all: $0, in: manifest)
        })
    }
    var scenarios: [RecordedScenario] = []
    if !named.isEmpty {
      scenarios.append(RecordedScenario(name: "The manifest's states", cases: named))
    }
    var coverage = Coverage(of: manifest)
    do throws(Cover.TooComplex) {
      let cover = try Cover(
        of: Array(manifest.features.indices), in: manifest, .statusesAndBlockers)
      scenarios += CoverReport(cover: cover, manifest: manifest).scenarios
      for state in manifest.states.map(\.state) + cover.states.map(\.state) {
        coverage.observe(state)
      }
    } catch {
      throw Problem.tooLarge(error.reason, feature: error.feature, in: manifest)
    }
    var sink = ByteSink()
    RecordedSuite(scenarios, of: manifest).write(into: &sink)
    let suite = try ScenarioFile(SourceFile(path: "", text: SourceText(sink.string)), for: file)
    return RecordedSuite(
      scenarios
        + [SuiteCompletion(of: suite.scenarios, coverage: coverage, for: file).scenario].compactMap(
          \.self), of: manifest)
  }
}

private let starterManifest: StaticString = """
  {
    "manifestVersion": 1,
    "app": { "name": "My App", "version": "1.0", "platforms": ["iOS", "macOS"] },
    "products": [
      { "id": "com.example.premium", "name": "Premium", "type": "autoRenewingSubscription" }
    ],
    "features": [
      {
        "id": "notes",
        "name": "Notes",
        "features": [
          {
            "id": "photo-notes",
            "name": "Photos in notes",
            "description": "Takes a picture and adds it to a note",
            "constraints": { "platforms": { "iOS": 16 }, "permissions": ["camera"] }
          },
          {
            "id": "cloud-sync",
            "name": "Sync between devices",
            "constraints": {
              "userToggled": { "defaultValue": true },
              "purchases": ["com.example.premium"]
            }
          },
          {
            "id": "dictation",
            "name": "Dictation",
            "description": "Not released yet; the app switches it on with a flag",
            "isEnabled": false,
            "constraints": {
              "runtimeEnabled": true,
              "permissions": ["microphone", "speechRecognition"]
            }
          }
        ]
      }
    ],
    "states": {
      "new-user": { "platform": "iOS" },
      "subscriber": {
        "platform": "iOS",
        "osVersion": "17.2",
        "permissions": { "camera": "authorized" },
        "purchases": { "com.example.premium": "purchased" }
      }
    },
    "defaultState": "new-user"
  }

  """
