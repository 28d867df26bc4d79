import Foundation
import ProgramHarness
import Testing

@Suite("Saved results of audience") struct AudienceResultTests {
  private let manifest = "Fixtures/podcast-player/manifest.json"

  @Test("Results of different manifests, rollouts or comparisons are not merged")
  func otherManifests() throws {
    let scratch = try Scratch()
    for percent in [5, 50] {
      try scratch.write(
        #"{"manifestVersion": 1, "features": [{"id": "f", "constraints": {"rollout": {"percent": \#(percent)}}}]}"#,
        to: "v\(percent).json")
    }
    let run = try Run.shell(
      """
      count() { echo '{"id": "a"}' | "$FLINT" audience "$@" --format json --draw-buckets; }
      count v50.json > a; count v5.json > b; count v50.json --against v5.json > c
      cp v5.json w.json; echo >> w.json; count v50.json --against w.json > d
      for part in b c; do "$FLINT" audience --merge a $part > none; echo $?; done
      "$FLINT" audience --merge c d > none; echo $?
      "$FLINT" report v5.json --audience a --output page; echo $?
      "$FLINT" audience --merge a a > whole; echo $?
      "$FLINT" report v50.json --audience c --output page; echo $?
      """, directory: scratch.folder)
    #expect(run.output == "2\n2\n2\n2\n0\n0\n", "\(run.errors)")
    #expect(try scratch.read("none").isEmpty)
    let (own, compared) = (try JSON(scratch.read("a")), try JSON(scratch.read("c")))
    // FNV-1a of the bytes of v50.json.
    #expect(own["fingerprint"]?.text == "95a9f7febb4e13b4")
    #expect(own["againstFingerprint"] == nil)
    #expect(compared["fingerprint"]?.text == own["fingerprint"]?.text)
    let old = try JSON(scratch.read("b"))["fingerprint"]?.text
    #expect(compared["againstFingerprint"]?.text == old)
  }

  @Test("A fingerprint is that of the bundle, not of the division into files")
  func includedFiles() throws {
    let scratch = try Scratch()
    try scratch.write(
      #"{"manifestVersion": 1, "features": [{"include": "part.json"}]}"#, to: "m.json")
    try scratch.write(#"{"manifestVersion": 1, "features": [{"id": "f"}]}"#, to: "part.json")
    let run = try Run.shell(
      """
      "$FLINT" bundle m.json > whole.json
      for file in m.json whole.json; do
        echo '{}' | "$FLINT" audience $file --format json > $file.out
      done
      cmp m.json.out whole.json.out && echo same
      """, directory: scratch.folder)
    #expect(run == Run(status: 0, output: "same\n", errors: ""))
  }

  @Test("An edited result is an error, or shown as it is, but never a crash")
  func editedResults() throws {
    let scratch = try Scratch()
    let states = "{\"weight\": 5, \"platform\": \"tvOS\"}\n{}\n"
    let arguments = ["audience", manifest, "-", "--against", manifest, "--by", "platform"]
    let text = try Run.program(arguments + ["--format", "json"], input: states).output
    let huge = "9223372036854775807"
    let edits: [(old: String, new: String, status: Int32)] = [
      ("\"available\": 6", "\"available\": \(huge)", 0),
      ("\"undetermined\": 0", "\"undetermined\": \(huge)", 0),
      ("\"decisive\": 0", "\"decisive\": \(huge)", 0), ("\"weight\": 6", "\"weight\": 1", 0),
      ("\"lost\": 0", "\"lost\": \(huge)", 0), ("\"tvOS\"", "7", 0),
      ("\"id\": \"playback\"", "\"id\": \"play\"", 2),
      ("\"key\": {\"platform\"", "\"key\": {\"os\"", 2),
      ("\"affected\"", "\"effects\"", 2), ("\"fingerprint\"", "\"print\"", 2),
    ]
    for (old, new, status) in edits {
      let edited = text.replacing(old, with: new, maxReplacements: 1)
      try #require(edited != text, "\(old)")
      let path = try scratch.write(edited, to: "a.json")
      for format in ["text", "csv", "json"] {
        let merge = ["audience", "--merge", path, "--max-loss", "5", "--format", format]
        let run = try Run.program(merge)
        #expect((run.status == 2) == (status == 2), "\(new): \(run)")
      }
      let page = try Run.program(["report", manifest, "--audience", path])
      #expect(page.status == status, "\(new): \(page.errors)")
    }
  }

  @Test("Users whose purchases in a group are not known are a group of their own")
  func unknownGroup() throws {
    let scratch = try Scratch()
    func manifest(_ level: String) -> String {
      #"{"manifestVersion": 1, "groups": [{"id": "g", "levels": ["\#(level)", "pro"]}], "products": [{"id": "a", "type": "autoRenewingSubscription", "group": "g", "level": "\#(level)"}, {"id": "b", "type": "autoRenewingSubscription", "group": "g", "level": "pro"}]}"#
    }
    let path = try scratch.write(manifest("plus"), to: "m.json")
    let states = [
      "{}", #"{"purchases": {"a": "unknown"}}"#, #"{"purchases": {"b": "pending"}}"#,
      #"{"purchases": {"a": "purchased", "b": "unknown"}}"#,
      #"{"defaults": {"purchase": "unknown"}}"#, #"{"purchases": {"a": {"until": "2027-01-01"}}}"#,
      #"{"purchases": {"a": "expired", "b": "revoked"}, "x-note": "\u0041"}"#,
    ].map { $0 + "\n" }.joined()
    let run = try Run.program(
      ["audience", path, "--by", "group:g", "--format", "json"], input: states)
    let groups = try #require(try JSON(run.output)["by"]).items
    #expect(groups.map { $0["key"]?["group:g"]?.text } == ["plus", "unknown", nil])
    #expect(groups.map { $0["states"]?.number } == [1, 4, 2])
    try scratch.write(manifest("unknown"), to: "m.json")
    let refused = try Run.program(["audience", path, "--by", "group:g"], input: states)
    #expect(refused.status == 2)
    #expect(refused.errors.contains("it has a level or product 'unknown'"))
  }

  @Test("An empty input has the columns of its keys")
  func emptyGroups() throws {
    let run = try Run.program(
      ["audience", manifest, "--by", "platform,osVersion", "--allow-empty", "--format", "csv"],
      input: "")
    #expect(run.output.hasPrefix("platform,osVersion,feature,available,"))
  }

  @Test("A percentage is a decimal number", arguments: ["0x10", "1e1", "+5", "nan", "5%", "", "."])
  func percentages(text: String) throws {
    let lines = [
      ["test", manifest, "Fixtures/podcast-player", "--mutate", "--min-score=\(text)"],
      ["test", manifest, "Fixtures/podcast-player", "--min-coverage=\(text)"],
      ["audience", manifest, "--against", manifest, "--max-loss=\(text)"],
    ]
    for line in lines {
      let run = try Run.program(line, input: "{}\n")
      #expect(run.status == 2, "\(line)")
      #expect(run.output.isEmpty)
    }
  }
}
