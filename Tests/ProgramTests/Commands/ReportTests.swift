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

  @Test("Starts the page in the state described by the flags")
  func state() throws {
    let run = try Run.program([
      "report", Self.manifest, "--state", "premium-iphone", "--platform", "tvOS", "--grant",
      "camera",
    ])
    let model = try Self.model(in: run.output)
    #expect(model["state"]?["platform"]?.text == "tvOS")
    #expect(model["state"]?["permissions"]?["camera"]?.text == "authorized")
    #expect(model["state"]?["purchases"]?["SUB0001"]?.text == "purchased")
    let wrong = try Run.program(["report", Self.manifest, "--grant", "cmaera"])
    #expect(wrong.status == 2)
    #expect(wrong.output == "")
  }

  @Test("Writes a complete file, the same each time")
  func file() throws {
    let scratch = try Scratch()
    let path = scratch.path("report.html")
    let run = try Run.program(["report", Self.manifest, "--output", path])
    #expect(run == Run(status: 0, output: "", errors: ""))
    #expect(try scratch.read("report.html") == (try Run.program(["report", Self.manifest]).output))
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

  @Test("Contains the result of a population as it is")
  func audience() throws {
    let states = #"{}\n{"platform": "tvOS", "weight": 9007199254740993}\n{"platform": 1}\n"#
    let result = try Self.audience(
      of: Self.manifest, states.replacing("\\n", with: "\n"), status: 1)
    let run = try Run.program(["report", Self.manifest, "--audience", "-"], input: result)
    #expect(run.status == 0, "\(run.errors)")
    let element = /<script type="application\/json" id="audience">([^<]*)<\/script>/
    let shown = try #require(run.output.firstMatch(of: element)).output.1
    #expect(shown.replacing("\\u003c", with: "<") == result)
    #expect(try JSON(result)["weight"]?.number == 9_007_199_254_740_994)
  }

  @Test(
    "Reports the position of an error in a file that is not a result for the manifest",
    arguments: [
      (
        #"{"manifestVersion": 1}"#,
        "-:1:1: error: the file is not a result of 'audience --format json'"
      ),
      ("{\"id\": 1}\n{}\n", "-:2:1: error:"), ("", "-:1:1: error:"), ("[]", "[not-an-audience]"),
      (
        #"{"formatVersion": 1, "weight": 2, "features": [], "states": 2, "rejected": 0}"#,
        "the result has no 'ignored'"
      ),
      (
        #"{"formatVersion": 1, "fingerprint": "0123456789abcdef", "weight": 2, "features": [], "states": 2, "rejected": 0, "ignored": {}}"#,
        "-:1:37: error: the result was counted with another manifest [other-manifest]"
      ),
    ])
  func wrongResult(text: String, message: String) throws {
    let run = try Run.program(["report", Self.manifest, "--audience", "-"], input: text)
    #expect(run.status == 2)
    #expect(run.output == "")
    #expect(run.errors.contains(message), "\(run.errors)")
  }

  @Test("Rejects a result of another manifest, and a truncated one")
  func otherManifest() throws {
    let other = try Self.audience(of: "Fixtures/selfie/manifest.json", "{}\n")
    let run = try Run.program(["report", Self.manifest, "--audience", "-"], input: other)
    #expect(run.status == 2)
    #expect(run.errors.contains("counted with another manifest [other-manifest]"))
    #expect(run.errors.contains("hint: create the result again with this manifest"))
    let own = try Self.audience(of: Self.manifest, "{}\n")
    let cut = try Run.program(
      ["report", Self.manifest, "--audience", "-"], input: String(own.dropLast(40)))
    #expect(cut.status == 2)
    #expect(cut.errors.contains("[invalid-json]"))
    let both = try Run.program(
      ["report", "-", "--audience", "-"], input: #"{"manifestVersion": 1}"#)
    #expect(both.status == 2)
    #expect(both.errors.contains("only once"))
  }

  private static func audience(
    of manifest: String, _ states: String, status: Int32 = 0
  ) throws -> String {
    let run = try Run.program(["audience", manifest, "--format", "json"], input: states)
    #expect(run.status == status)
    return run.output
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
