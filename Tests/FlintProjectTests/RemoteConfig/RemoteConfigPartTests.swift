import FlintManifest
import FlintModel
import FlintText
import Testing

@testable import FlintProject

@Suite("Importing Remote Config templates")
struct RemoteConfigPartTests {
  /// Expressions and parameters that would be nested too deep for a manifest, or overflow the stack of a recursive
  /// parser.
  static let deep: [(name: String, template: String)] = [
    ("parentheses", templateText([nested(50_000, "(", "percent <= 5", ")")])),
    ("negations", templateText([nested(50_000, "!(", "percent <= 5", ")")])),
    (
      "alternating operators",
      templateText([
        (0..<300).reduce("percent <= 5") { inner, level in
          "percent('s\(level)') <= 5 \(level % 2 == 0 ? "&&" : "||") (\(inner))"
        }
      ])
    ),
    (
      "negated products",
      templateText([
        (0..<200).reduce("percent <= 5") { "!(percent('s\($1)') <= 5 && \($0))" }
      ])
    ),
    (
      "alternating values",
      templateText(
        (0..<200).map { "percent('s\($0)') <= 5" },
        parameters: #"{"p": {"defaultValue": {"value": "true"}, "conditionalValues": {"#
          + (1...200).map { #""c\#($0)": {"value": "\#($0 % 2 == 0)"}"# }.joined(separator: ",")
          + "}}}")
    ),
  ]

  private static func nested(
    _ depth: Int, _ open: String, _ inner: String, _ close: String
  ) -> String {
    String(repeating: open, count: depth) + inner + String(repeating: close, count: depth)
  }

  @Test("No template produces conditions that are nested too deep", arguments: deep.map(\.name))
  func depth(name: String) throws {
    let text = try #require(Self.deep.first { $0.name == name }).template
    let part = try partText(text)
    let file = try ManifestFile(SourceFile(path: "m.json", text: SourceText(part)))
    #expect(!file.manifest.conditions.isEmpty)
  }
}
