import Foundation
import Testing

@testable import FlintCommands

/// What a release says of itself in more than one place.
@Suite("A release")
struct ReleaseTests {
  private static func text(of path: String) throws -> String {
    try String(contentsOf: Package.root.appending(path: path), encoding: .utf8)
  }

  @Test("is the version that the changelog begins with")
  func changelog() throws {
    let lines = try Self.text(of: "Sources/FlintCore/FlintCore.docc/Changelog.md")
      .split(separator: "\n")
    #expect(lines.first { $0.hasPrefix("## ") } == "## \(programVersion)")
  }

  @Test("is the version that the guide's pipelines name")
  func pipelines() throws {
    let guide = try Self.text(
      of: "Sources/FlintCore/FlintCore.docc/ContinuousIntegrationFiles.md")
    let named = guide.matches(of: #/\bv(\d+\.\d+\.\d+)\b/#).map { String($0.output.1) }
    #expect(Set(named) == [programVersion])
  }

  @Test("asks its hooks of commands that there are")
  func hooks() throws {
    let entries = try Self.text(of: ".pre-commit-hooks.yaml")
      .matches(of: #/entry: \.hooks/flint-inspect (\w+)/#).map { String($0.output.1) }
    #expect(entries == ["validate", "test", "diff"])
    for entry in entries { #expect(CommandTable.commands.contains { $0.name == entry }) }
  }
}
