import FlintManifest
import FlintModel
import FlintText
import Foundation
import TestSupport
import Testing

@testable import FlintProject

@Suite("Rules of Remote Config as conditions")
struct RuleTests {
  /// Returns the template of an example, whose lines are expressions before the parameters.
  private static func text(of example: ExampleFile.Example) -> String {
    let lines = example.text.components(separatedBy: "\n")
    let expressions = lines.prefix { !$0.hasPrefix("{") }
    let rest = lines.dropFirst(expressions.count).joined(separator: "\n")
    if expressions.isEmpty { return rest }
    return templateText(Array(expressions), parameters: rest.isEmpty ? "{}" : rest)
  }

  @Test("Are translated as the guide describes", arguments: ExampleFile.examples("rules"))
  func translation(example: ExampleFile.Example) throws {
    let text = Self.text(of: example)
    let part = try template(text)
    let written = try conditions(in: partText(text))
    let found =
      part.conditions.map { condition in
        let isName = condition.id.hasSuffix("." + (condition.name))
        return condition.id + (isName ? "" : " “\(condition.name)”") + ": "
          + (written[condition.id] ?? "nothing")
      }
      + part.attributes.map { "attribute \($0.id) “\($0.name)”, \($0.domain.type)" }
      + part.notes.map { "note: \($0.message)" }
    try example.record(found)
    #expect(found == example.expected)
  }
}
