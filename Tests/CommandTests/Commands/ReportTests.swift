import Foundation
import Testing

@Suite("report") struct ReportTests {
  static let manifest = "Fixtures/podcast-player/manifest.json"

  @Test("is one page that loads nothing")
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

  @Test("begins in the state that the flags describe")
  func state() throws {
    let run = try Run.program([
      "report", Self.manifest, "--state", "premium-iphone", "--platform", "tvOS", "--grant",
      "camera",
    ])
    let program = try Self.program(in: run.output)
    #expect(program["state"]?["platform"]?.text == "tvOS")
    #expect(program["state"]?["permissions"]?["camera"]?.text == "authorized")
    #expect(program["state"]?["purchases"]?["SUB0001"]?.text == "purchased")
    let wrong = try Run.program(["report", Self.manifest, "--grant", "cmaera"])
    #expect(wrong.status == 2)
    #expect(wrong.output == "")
  }

  @Test("goes to a file whole, the same each time")
  func file() throws {
    let scratch = try Scratch()
    let path = scratch.path("report.html")
    let run = try Run.program(["report", Self.manifest, "--output", path])
    #expect(run == Run(status: 0, output: "", errors: ""))
    #expect(try scratch.read("report.html") == (try Run.program(["report", Self.manifest]).output))
  }

  @Test("no name ends the element that it stands in")
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
    let program = try Self.program(in: run.output)
    #expect(program["features"]?.items.first?.items[1].text == name)
  }

  @Test("stays small: 200 kB, and 300 bytes a feature", arguments: [1, 500, 5000])
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

  private static func program(in page: String) throws -> JSON {
    let element = /<script type="application\/json" id="program">([^<]*)<\/script>/
    return try JSON(String(try #require(page.firstMatch(of: element)).output.1))
  }

  private static func quoted(_ text: String) throws -> String {
    String(
      decoding: try JSONSerialization.data(withJSONObject: text, options: .fragmentsAllowed),
      as: UTF8.self)
  }
}
