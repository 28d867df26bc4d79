import Foundation
import ProgramHarness
import Testing

@Suite("The cover command") struct CoverTests {
  private static let podcasts = "Fixtures/podcast-player/manifest.json"

  private static let folders = try? FileManager.default
    .contentsOfDirectory(atPath: Package.root.appending(path: "Fixtures").path).sorted()

  @Test(
    "Finds a minimal set of states for each example app, and the generated suite passes",
    arguments: folders ?? [])
  func fixtures(folder: String) throws {
    let manifest = "Fixtures/\(folder)/manifest.json"
    let run = try Run.program(["cover", manifest, "--format", "json"])
    #expect(run.status == 0 && run.errors.isEmpty)
    let cover = try JSON(run.output)
    #expect(run.output.contains("\n  \"proven\": true,\n"))
    #expect(cover["atLeast"]?.number == cover["states"]?.items.count)
    let suite = try Run.program(["cover", manifest, "--format", "scenarios"])
    let test = try Run.program(["test", manifest, "-"], input: suite.output)
    #expect(test.status == 0, "\(test.output)\(test.errors)")
    let starter = try Scratch()
    let made = try Run.program(["init", "--scenarios", starter.path("s.json"), manifest])
    #expect(made.status == 0 && made.output.isEmpty)
    #expect(
      made.errors.hasSuffix(
        "flint-inspect test \(manifest) \(starter.path("s.json")) --coverage\n"))
    let complete = ["--min-coverage", "100", "--mutate", "--min-score", "100"]
    let started = try Run.program(["test", manifest, starter.path("s.json")] + complete)
    #expect(started.status == 0, "\(started.output)")
  }

  private static let lamp = #"""
    { "manifestVersion": 1,
      "features": [
        { "id": "lamp", "name": "Lamp",
          "constraints": { "userToggled": { "defaultValue": true }, "permissions": ["camera"] } } ],
      "states": { "lit": { "permissions": { "camera": "authorized" } } } }
    """#

  @Test("Prints a checklist as text")
  func checklist() throws {
    let run = try Run.program(["cover", "-"], input: Self.lamp)
    #expect(
      run.output == """
        3 states cover every status of each feature and every constraint that can be the
          only blocker; no smaller set does
        Each state starts from a fresh install, and lists only what no earlier state
          shows.

        1. The latest iOS, a fresh install
           expect  ? Lamp  [lamp]  undetermined; only blocker: the camera permission has
                     not been requested yet

        2. The latest iOS
           set up  allow the camera permission
           expect  ✓ Lamp  [lamp]  available

        3. The latest iOS
           set up  allow the camera permission
                   turn off the user's toggle of “Lamp”
           expect  ✗ Lamp  [lamp]  unavailable; only blocker: the user's toggle is off

        """)
  }

  @Test("Lists given start states first and does not count them")
  func starts() throws {
    let scratch = try Scratch()
    let manifest = try scratch.write(Self.lamp, to: "m.json")
    let run = try Run.program([
      "cover", manifest, "--start", "lit", "--start", "{}", "--start", "lit", "--format", "json",
    ])
    let cover = try JSON(run.output)
    #expect(cover["atLeast"]?.number == 1)
    #expect(cover["states"]?.items.map { $0["shows"]?.items.count } == [1, 2, 0, 2])
    #expect(cover["bound"]?.items.count == 1)
    let text = try Run.program(["cover", manifest, "--start", "lit", "--start", "lit"]).output
    #expect(text.hasPrefix("2 further states cover the remaining statuses and only blockers; no"))
    #expect(text.contains("2. The latest iOS  (given)\n"))
    #expect(text.contains("   expect  nothing new\n"))
    let suite = try Run.program([
      "cover", manifest, "--start", "lit", "--start", "lit", "--format", "scenarios",
    ])
    #expect(try Run.program(["test", manifest, "-"], input: suite.output).status == 0)
  }

  @Test("Can be limited to statuses and to named features")
  func narrowed() throws {
    let run = try Run.program([
      "cover", Self.podcasts, "--statuses", "--feature", "smart playlists,playback", "--format",
      "json",
    ])
    let shown = try JSON(run.output)["states"]?.items.flatMap { $0["shows"]?.items ?? [] } ?? []
    #expect(Set(shown.map { $0["feature"]?.text }) == ["smart-playlists", "playback"])
    #expect(shown.allSatisfy { $0["blocker"] == nil && $0["status"] != nil })
    let unknown = try Run.program(["cover", Self.podcasts, "--feature", "x", "--start", "y"])
    #expect(unknown.status == 2)
    #expect(unknown.errors.contains("unknown feature 'x' in '--feature'"))
    #expect(unknown.errors.contains("no such state or file 'y' in '--start'"))
  }

  @Test("Generates a passing suite for hostile names", arguments: ["text", "json", "scenarios"])
  func hostile(format: String) throws {
    let scratch = try Scratch()
    let name = #"\u0000\u001b[31m\u202e\"\\\n::error::#<script>\ud83d\udc8e"#
    let manifest = try scratch.write(
      #"""
      { "manifestVersion": 1, "app": { "name": "\#(name)" },
        "products": [{ "id": "\#(name)", "name": "\#(name)", "type": "nonConsumable" }],
        "attributes": [{ "id": "a", "name": "\#(name)", "type": "choice", "values": ["\#(name)", "x"] }],
        "features": [{ "id": "f", "name": "\#(name)",
          "constraints": { "purchases": ["\#(name)"], "attributes": { "a": ["\#(name)"] } } }] }
      """#, to: "m.json")
    let run = try Run.program(["cover", manifest, "--format", format])
    #expect(run.status == 0)
    for scalar in run.output.unicodeScalars {
      #expect(scalar == "\n" || !(0..<0x20).contains(scalar.value))
    }
    guard format == "scenarios" else { return }
    #expect(try Run.program(["test", manifest, "-"], input: run.output).status == 0)
  }

  @Test("Reports no states, and generates no suite, for a manifest without features")
  func nothing() throws {
    let empty = #"{"manifestVersion": 1}"#
    let run = try Run.program(["cover", "-"], input: empty)
    #expect(run.status == 0)
    #expect(run.output == "0 states cover every status of each feature; no smaller set does\n")
    let scratch = try Scratch()
    let suite = try Run.program(["init", "--scenarios", scratch.path("s"), "-"], input: empty)
    #expect(suite.status == 2)
    #expect(try scratch.names == [])
  }

  @Test("Does not overwrite a suite that it created")
  func starter() throws {
    let scratch = try Scratch()
    let manifest = try scratch.write(Self.lamp, to: "m.json")
    let path = scratch.path("s.json")
    #expect(try Run.program(["init", "--scenarios", path, manifest]).status == 0)
    let suite = try scratch.read("s.json")
    #expect(suite.contains("\"given\": \"lit\""))
    let again = try Run.program(["init", "--scenarios", path, manifest])
    #expect(again.status == 2)
    #expect(again.errors.contains("it already exists"))
    #expect(try scratch.read("s.json") == suite)
    let nothing = try Run.program(["init", "--scenarios", path])
    #expect(nothing.status == 2)
    #expect(nothing.errors.contains("missing argument MANIFEST"))
  }
}
