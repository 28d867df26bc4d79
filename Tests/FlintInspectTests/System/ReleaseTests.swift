import Foundation
import ProgramHarness
import Testing

@testable import FlintInspect

/// Checks the parts of a release that must agree.
@Suite("A release")
struct ReleaseTests {
  private static func text(of path: String) throws -> String {
    try String(contentsOf: Package.root.appending(path: path), encoding: .utf8)
  }

  @Test("Has the first version in the changelog")
  func changelog() throws {
    let lines = try Self.text(of: "Sources/FlintCore/FlintCore.docc/Changelog.md")
      .split(separator: "\n")
    let versions = lines.filter { $0.hasPrefix("## ") && $0 != "## Unreleased" }
    #expect(versions.first == "## \(programVersion)")
  }

  @Test("Has the version in the guide's pipelines")
  func pipelines() throws {
    let guide = try Self.text(
      of: "Sources/FlintCore/FlintCore.docc/ContinuousIntegrationFiles.md")
    let named = guide.matches(of: #/\bv(\d+\.\d+\.\d+)\b/#).map { String($0.output.1) }
    #expect(Set(named) == [programVersion])
  }

  @Test("Has hooks that call existing commands")
  func hooks() throws {
    let entries = try Self.text(of: ".pre-commit-hooks.yaml")
      .matches(of: #/entry: \.hooks/flint-inspect (\w+)/#).map { String($0.output.1) }
    #expect(entries == ["validate", "test", "diff"])
    for entry in entries { #expect(CommandTable.commands.contains { $0.name == entry }) }
  }
}
