import FlintText
import Foundation
import Testing

@testable import FlintInspect

@Suite("Findings")
struct FindingsTests {
  private static let text = "{\n  \"é💎\": \"cmaera\",\n  \"b\": 1\n}\n"

  private static let findings = [
    Findings(
      file: SourceFile(path: "a b/m.json", text: SourceText(text)),
      diagnostics: [
        Diagnostic(
          .warning, rule: "unused-product", message: "it is not used", range: 27..<30, feature: "f",
          platform: "iOS"),
        Diagnostic(
          .error, rule: "unknown-permission", message: "unknown permission 'cmaera'",
          hint: "did you mean 'camera'?", range: 14..<22),
      ])
  ]

  private static let hostile = [
    Findings(
      file: SourceFile(path: "a\n::error::%,:.json", text: SourceText("{}")),
      diagnostics: Hostile.names.map {
        Diagnostic(
          .error, rule: "unknown-key", message: "unknown key '\($0)'", hint: $0, range: 0..<1,
          feature: $0)
      })
  ]

  private func text(_ write: (inout ByteSink) -> Void) -> String {
    var sink = ByteSink()
    write(&sink)
    return sink.string
  }

  @Test("JSON has the documented form, in the order of the text")
  func json() throws {
    let result = try object(text { FindingsJSON.json.write(Self.findings, into: &$0) })
    let findings = try jsonObjects(result["findings"])
    #expect(findings.map { $0["rule"] as? String } == ["unknown-permission", "unused-product"])
    let values: [(index: Int, key: String, text: String)] = [
      (0, "line", "2"), (0, "column", "9"), (0, "hint", #""did you mean 'camera'?""#),
      (0, "feature", "null"), (0, "platform", "absent"), (1, "platform", #""iOS""#),
      (1, "severity", #""warning""#),
    ]
    for (index, key, text) in values {
      #expect(try jsonText(findings[index][key]) == text, "\(key) of \(index)")
    }
    #expect(result["summary"] as? [String: Int] == ["errors": 1, "warnings": 1, "notes": 0])
  }

  @Test("Text ends with the number of findings")
  func summary() {
    let text = text { FindingsText(style: TextStyle()).write(Self.findings, into: &$0) }
    #expect(
      text.hasPrefix("a b/m.json:2:9: error: unknown permission 'cmaera' [unknown-permission]\n"))
    #expect(text.hasSuffix("\n1 error, 1 warning\n"))
    let none = [Findings(file: SourceFile(path: "m", text: SourceText("{}")), diagnostics: [])]
    let empty = self.text { FindingsText(style: TextStyle()).write(none, into: &$0) }
    #expect(empty == "✓ no findings in m (0 features)\n")
  }

  @Test("SARIF locations are in code points")
  func sarif() throws {
    let rules = [
      RuleDescription(
        id: "unknown-permission", severity: .error, summary: "permissions are defined by the format"
      )
    ]
    let result = try object(
      text { FindingsSARIF(rules: rules, version: "1.0").write(Self.findings, into: &$0) })
    let run = try jsonObject(jsonObjects(result["runs"]).first)
    let results = try jsonObjects(run["results"])
    #expect(results.map { $0["ruleIndex"] as? Int } == [0, nil])
    let location = try jsonObject(
      jsonObjects(results[0]["locations"]).first?["physicalLocation"])
    let values: [(object: [String: Any], key: String, text: String)] = [
      (run, "columnKind", #""unicodeCodePoints""#),
      (location, "region", #"{"endColumn":17,"endLine":2,"startColumn":9,"startLine":2}"#),
      (try jsonObject(location["artifactLocation"]), "uri", #""a%20b/m.json""#),
    ]
    for (object, key, text) in values { #expect(try jsonText(object[key]) == text, "\(key)") }
  }

  @Test("No control characters from the input are printed raw in any format")
  func hostile() throws {
    let formats: [(inout ByteSink) -> Void] = [
      { FindingsText(style: TextStyle()).write(Self.hostile, into: &$0) },
      { FindingsGitHub().write(Self.hostile, into: &$0) },
      { FindingsSARIF(rules: [], version: "1").write(Self.hostile, into: &$0) },
    ]
    for format in formats {
      let text = text(format)
      #expect(text.treacherous.filter { $0.value < 0x20 || 0x7F...0x9F ~= $0.value }.isEmpty)
    }
    #expect(text(formats[0]).treacherous.isEmpty)
    let commands = text(formats[1]).split(separator: "\n")
    let beginning = "::error file=a\\n%3A%3Aerror%3A%3A%25%2C%3A.json,line=1,"
    let errors = commands.dropLast().filter { $0.hasPrefix(beginning) }
    #expect(commands.count == errors.count + 1 && errors.count == Hostile.names.count)
    let json = try object(text { FindingsJSON.json.write(Self.hostile, into: &$0) })
    let features = try jsonObjects(json["findings"]).compactMap { $0["feature"] as? String }
    #expect(features == Hostile.names)
    _ = try object(text(formats[2]))
  }
}
