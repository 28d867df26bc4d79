import FlintManifest
import FlintText
import Foundation
import Testing

@testable import FlintProject

@Suite("Adding a template to a manifest's text")
struct PartInsertionTests {
  private static let template = templateText(
    ["device.country in ['FR']"],
    parameters:
      #"{"turbo": {"defaultValue": {"value": "false"}, "conditionalValues": {"c1": {"value": "true"}}}}"#
  )

  private static let country =
    #"{ "id": "device.country", "type": "text", "owner": "environment" }"#
  private static let when =
    #"{ "id": "remote.when.c1", "name": "c1", "is": { "attributes": { "device.country": "FR" } } }"#
  private static let turbo =
    #"{ "id": "remote.turbo", "name": "turbo", "is": { "conditions": ["remote.when.c1"] } }"#

  private func added(_ template: String = Self.template, to text: String) throws -> String {
    let part = RemoteConfigPart(try FlintProjectTests.template(template))
    let source = SourceFile(path: "m.json", text: SourceText(text))
    let insertion = try PartInsertion(of: part, into: try ManifestFile(source))
    var sink = ByteSink()
    insertion.write(0, to: &sink)
    // The result must be a manifest, and adding the template again must change nothing.
    let result = try ManifestFile(SourceFile(path: "m.json", text: SourceText(sink.string)))
    #expect(try PartInsertion(of: part, into: result).changedFiles == [])
    return sink.string
  }

  @Test("New lists have the layout of the manifest")
  func lists() throws {
    let manifests: [(before: String, after: String)] = [
      (
        "{\n  \"manifestVersion\": 1,\n  \"app\": { \"name\": \"N\" },\n  \"features\": [ ]\n}\n",
        """
        {
          "manifestVersion": 1,
          "app": { "name": "N" },
          "attributes": [
            \(Self.country)
          ],
          "conditions": [
            \(Self.when),
            \(Self.turbo)
          ],
          "features": [ ]
        }

        """
      ),
      (
        #"{"manifestVersion":1}"#,
        #"{"manifestVersion":1,"attributes":[{"id":"device.country","type":"text","owner":"environment"}],"#
          + #""conditions":[{"id":"remote.when.c1","name":"c1","is":{"attributes":{"device.country":"FR"}}},"#
          + #"{"id":"remote.turbo","name":"turbo","is":{"conditions":["remote.when.c1"]}}]}"#
      ),
    ]
    for (before, after) in manifests { #expect(try added(to: before) == after) }
  }

  @Test("An existing attribute is kept, and an existing condition is replaced in its position")
  func replaced() throws {
    let before = """
      {
        "manifestVersion": 1,
        "attributes": [
          { "id": "device.country", "type": "text", "owner": "developer",   "default": "DE" }
        ],
        "conditions": [
          { "id": "remote.when.c1", "name": "old", "is": { "attributes": { "device.country": "DE" } }, "x-note": 1 },
          { "id": "mine",   "is": { "attributes": { "device.country": "DE" } } }
        ]
      }
      """
    #expect(
      try added(to: before)
        == """
        {
          "manifestVersion": 1,
          "attributes": [
            { "id": "device.country", "type": "text", "owner": "developer",   "default": "DE" }
          ],
          "conditions": [
            \(Self.when),
            { "id": "mine",   "is": { "attributes": { "device.country": "DE" } } },
            \(Self.turbo)
          ]
        }
        """)
  }

  @Test("A condition with equal JSON is kept as it is written")
  func same() throws {
    let before = """
      { "manifestVersion": 1, "attributes": [\(Self.country)],
        "conditions": [ { "name": "c1", "id":   "remote.when.c1",
          "is": { "attributes": { "device.country": "FR" } } }, \(Self.turbo)] }
      """
    #expect(try added(to: before) == before)
  }

  @Test("A long condition spans several lines, with the manifest's indentation and line ends")
  func long() throws {
    let expression =
      "device.country in ['FR', 'DE', 'ES', 'IT', 'PT', 'PL', 'NL', 'BE', 'AT', 'CH', 'SE', 'NO']"
    let text = try added(
      templateText([expression]),
      to: "{\r\n\t\"manifestVersion\": 1,\r\n\t\"conditions\": [\r\n\t]\r\n}")
    #expect(
      text.hasPrefix(
        "{\r\n\t\"manifestVersion\": 1,\r\n\t\"attributes\": [\r\n\t\t\(Self.country)\r\n\t],\r\n\t\"conditions\": ["
          + "\r\n\t\t{\r\n\t\t\t\"id\": \"remote.when.c1\",\r\n\t\t\t\"name\": \"c1\",\r\n\t\t\t\"is\": {"
      ))
  }

  /// The rules of two templates, and the name that the manifest's author gives the attribute between the imports.
  static let names: [(old: String, new: String, chosen: String?, isWarning: Bool)] = [
    ("app.userProperty['x'].matches(['a+'])", "app.userProperty['x'].matches(['a*'])", nil, true),
    ("app.userProperty['x'].matches(['a+'])", "app.userProperty['x'].matches(['a+'])", nil, false),
    ("app.userProperty['x'].matches(['a+'])", "app.userProperty['x'].matches(['a*'])", "A", false),
    (
      "app.userProperty['a b'].exactlyMatches(['x'])",
      "app.userProperty['a-b'].exactlyMatches(['x'])", nil, true
    ),
    ("device.country in ['FR']", "device.country in ['BE']", nil, false),
  ]

  @Test("An attribute that keeps the name of another rule causes a warning", arguments: names)
  func keptName(old: String, new: String, chosen: String?, isWarning: Bool) throws {
    func part(_ rule: String) throws -> RemoteConfigPart {
      RemoteConfigPart(try FlintProjectTests.template(templateText([rule])))
    }
    var text = try partText(templateText([old]))
    if let chosen { text = text.replacing("\"name\": \"\(old)\"", with: "\"name\": \"\(chosen)\"") }
    let file = try ManifestFile(SourceFile(path: "m.json", text: SourceText(text)))
    let warnings = try PartInsertion(of: part(new), into: file).warnings
    #expect(warnings.count == (isWarning ? 1 : 0))
    let start = try #require(text.range(of: "\"id\": ")).upperBound
    #expect(
      warnings.allSatisfy {
        $0.severity == .warning && $0.message.contains("differs from the rule")
          && $0.range?.lowerBound == text.utf8.distance(from: text.startIndex, to: start)
      })
  }

  @Test("A manifest that needs the template's conditions already gets a hint to include them")
  func includeHint() throws {
    let part = RemoteConfigPart(try FlintProjectTests.template(Self.template))
    let text =
      #"{"manifestVersion": 1, "features": [{"id": "a", "constraints": {"conditions": ["remote.turbo", "mine"]}}]}"#
    let problem = try #require(throws: InvalidInput.self) {
      try ManifestFile(SourceFile(path: "m.json", text: SourceText(text)))
    }
    let hints = problem.addingImportHints(of: part).diagnostics.map(\.hint)
    let include = "\"include\": \"remote.json\""
    let included: [Bool] = hints.map { hint in hint?.contains(include) ?? false }
    #expect(included == [true, false])
  }

  @Test("An attribute of another type is an error at its location")
  func otherType() throws {
    let text =
      #"{"manifestVersion": 1, "attributes": [{"id": "device.country", "type": "choice", "values": ["FR"]}]}"#
    let problem = #expect(throws: InvalidInput.self) { try added(to: text) }
    let error =
      "other-attribute-type: attribute 'device.country' has type 'choice'; the Remote Config template needs type 'text'"
    #expect(problem?.diagnostics.map { "\($0.rule): \($0.message)" } == [error])
  }
}
