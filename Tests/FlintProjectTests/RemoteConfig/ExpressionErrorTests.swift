import FlintManifest
import FlintText
import TestSupport
import Testing

@testable import FlintProject

@Suite("Errors in expressions")
struct ExpressionErrorTests {
  @Test(
    "Name the first unexpected token and what was expected, in its column",
    arguments: ExampleFile.examples("expressions"))
  func position(example: ExampleFile.Example) throws {
    let text = templateText([example.text])
    let start = try JSONDocument(text).withRoot { root in
      root.member("conditions")?.elements.first { _ in true }?.member("expression")?.scalars
    }
    let offsets = try #require(start).map(\.offset)
    let found = try errors(in: text).map { error in
      let column = offsets.firstIndex { $0 == error.range?.lowerBound } ?? offsets.count
      return "\(column + 1): \(error.message)" + (error.hint.map { " (\($0))" } ?? "")
    }
    try example.record(found)
    #expect(found == example.expected)
  }

  @Test("Report that the machine has no time zones, except for UTC")
  func noZones() throws {
    let dates = { (zone: String) in
      templateText(["dateTime > dateTime('2026-01-01T00:00', '\(zone)')"])
    }
    _ = try template(dates("UTC"), zones: NoZones())
    let problem = #expect(throws: InvalidInput.self) {
      try template(dates("Europe/Paris"), zones: NoZones())
    }
    #expect(
      problem?.diagnostics.map(\.message) == [
        "time zone 'Europe/Paris' cannot be resolved: this machine has no time zone data"
      ])
  }

  /// Returns the errors of a template, which must have at least one.
  private func errors(in text: String) throws -> [Diagnostic] {
    try #require(throws: InvalidInput.self) { try template(text) }.diagnostics
  }
}
