import Foundation
import ProgramHarness
import TestSupport
import Testing

@Suite("The report command") struct ReportTests {
  static let manifest = "Fixtures/podcast-player/manifest.json"

  @Test("Writes a single page that loads no resources")
  func selfContained() throws {
    let run = try Run.program(["report", Self.manifest])
    #expect(run.status == 0)
    #expect(run.errors == "")
    #expect(run.output.hasPrefix("<!DOCTYPE html>\n"))
    #expect(run.output.contains("default-src 'none'"))
    for reference in ["src=", "http://", "https://", "@import", "url("] {
      let rest = run.output.replacing("http://www.w3.org/2000/svg", with: "")
      #expect(!rest.contains(reference), "\(reference)")
    }
  }

  @Test("Refuses to write to a terminal")
  func terminal() throws {
    let session = try TerminalSession(["report", Self.manifest])
    session.process.waitUntilExit()
    #expect(session.process.terminationStatus == 2)
  }

  @Test("Prevents names from closing the element that contains them")
  func hostile() throws {
    let name = #"</script><script>alert(1)</script><!--"'&"#
    let text = """
      {"manifestVersion": 1, "app": {"name": \(try Self.quoted(name))},
       "products": [{"id": "</SCRIPT>", "type": "consumable", "name": \(try Self.quoted(name))}],
       "features": [{"id": "f", "name": \(try Self.quoted(name)),
         "description": \(try Self.quoted(name))}],
       "states": {\(try Self.quoted(name)): {}}}
      """
    let run = try Run.program(["report", "-"], input: text)
    #expect(run.status == 0)
    #expect(run.output.matches(of: /(?i)<\/script/).count == 3)
    #expect(run.output.matches(of: /(?i)<script/).count == 3)
    #expect(!run.output.contains("<!--"))
    let model = try Self.model(in: run.output)
    #expect(model["features"]?.items.first?["name"]?.text == name)
  }

  @Test(
    "Writes at most 200 kB, and 300 bytes for each feature",
    arguments: TestDepth.sample(2, of: [1, 500, 5000]))
  func size(features: Int) throws {
    let list = (0..<features).map { number in
      """
      {"id": "feature-\(number)", "name": "A feature, number \(number)",
       "description": "What people can do with it, in a sentence", "constraints": {
        "platforms": {"iOS": "17.2", "macOS": "unsupported"}, "permissions": ["camera"],
        "purchases": [{"anyOf": ["SUB0001", "PREM0001"]}], "userToggled": {"defaultValue": true}}}
      """
    }
    let text = """
      {"manifestVersion": 1, "products": [{"id": "SUB0001", "type": "autoRenewingSubscription"},
       {"id": "PREM0001", "type": "nonConsumable"}], "features": [\(list.joined(separator: ","))]}
      """
    let run = try Run.program(["report", "-"], input: text)
    #expect(run.status == 0)
    #expect(run.output.utf8.count <= 200_000 + 300 * features)
  }

  private static func model(in page: String) throws -> JSON {
    let element = /<script type="application\/json" id="model">([^<]*)<\/script>/
    return try JSON(String(try #require(page.firstMatch(of: element)).output.1))
  }

  private static func quoted(_ text: String) throws -> String {
    String(
      decoding: try JSONSerialization.data(withJSONObject: text, options: .fragmentsAllowed),
      as: UTF8.self)
  }
}
