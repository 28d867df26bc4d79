import Foundation
import ProgramHarness
import Testing

@Suite("Feature flags in Swift code") struct SourcesTests {
  private static let flags = """
    enum FeatureFlag: String {
      /// Plays faster.
      case turbo
      case search
      var isOn: Bool { switch self { case .turbo: true; case .search: isBeta } }
    }

    """
  private static let use = "let a = isOn(.turbo)\nlet b = isOn(.search)\n"

  private func scratch() throws -> Scratch {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(
      atPath: scratch.path("App/Pods"), withIntermediateDirectories: true)
    try scratch.write(Self.flags, to: "App/FeatureFlag.swift")
    try scratch.write(Self.use, to: "App/Use.swift")
    try scratch.write("FeatureFlag.nowhere\n\"", to: "App/Pods/Pod.swift")
    try scratch.write("FeatureFlag.nowhere\n\"", to: "App/.hidden.swift")
    try scratch.write(
      #"{"manifestVersion": 1, "features": [{"include": "flags.json"}]}"#, to: "flint.json")
    return scratch
  }

  @Test("What is imported agrees with the code, and what changes is reported at its line")
  func drift() throws {
    let scratch = try scratch()
    func run(_ words: String) throws -> Run {
      try Run.program(words.split(separator: " ").map(String.init), directory: scratch.folder)
    }
    let imported = try run("import App/FeatureFlag.swift --output flags.json")
    #expect(
      (imported.status, imported.errors)
        == (0, "note: cannot read the default, so that 'isEnabled' is null: 'search'\n"))
    let validate = "validate flint.json --sources App --flag-call isOn"
    #expect(try run(validate).output.hasPrefix("✓ no findings in 2 files ("))
    #expect(
      try run("evaluate flint.json --format json").output.contains(#""status": "undetermined""#))

    let renamed = try String(contentsOfFile: scratch.path("flags.json"), encoding: .utf8)
      .replacing("\"FeatureFlag.search\"", with: "\"FeatureFlag.find\"")
    try scratch.write(renamed, to: "flags.json")
    #expect(
      try run(validate + " --format github").output == """
        ::warning file=flags.json,line=15,col=13,title=feature-not-in-code::no source mentions \
        'FeatureFlag.find' of feature 'search'. Hint: remove the feature, or correct its 'code'
        ::warning file=App/Use.swift,line=2,col=15,title=flag-not-declared::no feature has flag \
        'FeatureFlag.search'. Hint: add a feature with "code": "FeatureFlag.search"
        0 errors, 2 warnings, 0 notes

        """)
    #expect(try run(validate + " --strict").status == 1)
  }

  @Test(
    "In a folder of GitHub's checkout, paths are from its root",
    arguments: [("github", "file=App/Use.swift,"), ("sarif", "\"uri\": \"App/Use.swift\"")])
  func checkout(format: String, path: String) throws {
    let scratch = try scratch()
    try scratch.write(
      #"{"manifestVersion": 1, "features": [{"id": "a", "code": "FeatureFlag.turbo"}]}"#,
      to: "App/flint.json")
    let run = try Run.program(
      "validate flint.json --sources . --flag-call isOn --format \(format)"
        .split(separator: " ").map(String.init),
      environment: ["GITHUB_WORKSPACE": scratch.folder.path],
      directory: scratch.folder.appending(path: "App"))
    #expect(run.output.contains(path), "\(run.output)")
  }

  @Test(
    "Wrong usage is exit code 2",
    arguments: [
      ("import App/Use.swift", "no type whose name ends in 'Flag', 'Feature' or 'Toggle'"),
      ("import App/Pods/Pod.swift", "2:1: error: the string is not closed [invalid-swift]"),
      ("import App/FeatureFlag.swift --date today", "'--date' does not apply"),
      ("import App/FeatureFlag.swift --default other", "no Boolean property 'other'"),
      ("import flint.json --type A", "this is a manifest"),
      ("import App/FeatureFlag.swift --type Other", "the type 'Other' has no feature flags"),
      ("validate a.json --flag-call a", "--sources"),
      ("validate flint.json --sources nowhere", "no such file"),
      ("validate flint.json --sources flint.json", "neither a folder nor a Swift file"),
      ("validate flint.json --sources Empty", "contains no Swift files"),
    ])
  func usage(command: String, message: String) throws {
    let scratch = try scratch()
    try FileManager.default.createDirectory(
      atPath: scratch.path("Empty"), withIntermediateDirectories: true)
    let run = try Run.program(
      command.split(separator: " ").map(String.init), directory: scratch.folder)
    #expect(run.status == 2 && run.output == "")
    #expect(run.errors.contains(message), "\(run.errors)")
  }
}
