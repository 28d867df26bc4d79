import Foundation
import ProgramHarness
import Testing

@Suite("Teams and end dates") struct TeamTests {
  private static let manifest = #"""
    {"manifestVersion": 1,
     "attributes": [{"id": "unread", "type": "boolean"}],
     "features": [
       {"id": "feed", "team": "Growth", "until": "2027-03-01", "features": [
         {"id": "invites", "constraints": {"date": {"below": "2026-01-01"}}},
         {"id": "player", "team": "Media", "constraints": {"conditional": [
           {"when": {"not": {"date": {"atLeast": "2025-01-01", "below": "2026-06-01"}}},
            "constraints": {"permissions": ["camera"]}}]}}]},
       {"id": "settings"}]}
    """#

  private func run(_ arguments: String..., other: String? = nil) throws -> Run {
    let scratch = try Scratch()
    try scratch.write(Self.manifest, to: "m.json")
    if let other { try scratch.write(other, to: "other.json") }
    return try Run.program(arguments, directory: scratch.folder)
  }

  private func listed(_ run: Run) throws -> [String] {
    try #require(try JSON(run.output)["features"]?.items).map { feature in
      [feature["id"], feature["team"], feature["until"]].compactMap { $0?.text }
        .joined(separator: " ")
    }
  }

  @Test("Are printed for each feature, including an inherited team")
  func inherited() throws {
    let all = ["feed Growth 2027-03-01", "invites Growth", "player Media", "settings"]
    #expect(try listed(run("evaluate", "m.json", "--format", "json")) == all)
    let explained = try JSON(run("explain", "m.json", "invites", "--format", "json").output)
    #expect(explained["feature"]?["team"]?.text == "Growth")
    #expect(explained["feature"]?["until"] == nil)
    #expect(explained["ancestors"]?.items.first?["until"]?.text == "2027-03-01")
    #expect(try run("explain", "m.json", "invites").output.contains("  team Growth\n"))
    #expect(
      try run("explain", "m.json", "feed").output
        .contains("  team Growth, remove by 2027-03-01\n"))
  }

  @Test("Are printed in the tree where they are declared")
  func text() throws {
    let text = try run("evaluate", "m.json").output
    #expect(text.components(separatedBy: "(team Growth, remove by 2027-03-01)").count == 2)
    #expect(text.components(separatedBy: "Growth").count == 2)
    #expect(text.components(separatedBy: "(team Media)").count == 2)
    // A feature shown without its parent shows the inherited team itself.
    let alone = try run("evaluate", "m.json", "invites").output
    let words = alone.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("(team Growth)"))
  }

  @Test("Select the features that are listed and counted")
  func chosen() throws {
    let growth = try run("evaluate", "m.json", "--team", "Growth", "--format", "json")
    #expect(try listed(growth) == ["feed Growth 2027-03-01", "invites Growth"])
    let summary = try #require(try JSON(growth.output)["summary"])
    #expect(summary["available"]?.number == 1)
    #expect(summary["undetermined"]?.number == 1)
    let both = try run("evaluate", "m.json", "--team=Growth", "--team=Media", "--format", "json")
    #expect(try listed(both).count == 3)
    let fewer = try run("evaluate", "m.json", "player", "--team=Growth", "--format", "json")
    #expect(try listed(fewer) == [])
    // --require applies to features of all teams.
    let required = try run("evaluate", "m.json", "--team", "Growth", "--require", "player,invites")
    #expect(required.status == 1)
    let scratch = try Scratch()
    try scratch.write(Self.manifest, to: "m.json")
    let audience = try Run.program(
      ["audience", "m.json", "--team", "Media", "--format", "json"], input: "{}\n",
      directory: scratch.folder)
    #expect(try listed(audience) == ["player"])
  }

  @Test(
    "Select the changes and groups of a comparison, by the old team too",
    arguments: [
      (["Growth"], ["feed", "invites", "gone"]), (["Media"], ["player"]),
      (["Old"], ["older"]), (["Growth", "Old"], ["feed", "invites", "gone", "older"]),
    ])
  func compared(teams: [String], listed: [String]) throws {
    let scratch = try Scratch()
    try scratch.write(Self.manifest, to: "m.json")
    let former = #"{"id": "gone", "team": "Growth"}, {"id": "older", "team": "Old"}, "#
    try scratch.write(
      Self.manifest.replacing(#"{"id": "settings"}"#, with: former + #"{"id": "settings"}"#),
      to: "old.json")
    let line =
      ["audience", "m.json", "--against", "old.json", "--by", "platform"]
      + teams.flatMap { ["--team", $0] }
    let states = #"{}"# + "\n" + #"{"platform": "macOS"}"#
    let json = try JSON(
      Run.program(line + ["--format", "json"], input: states, directory: scratch.folder).output)
    let groups = try #require(json["by"]?.items)
    #expect(groups.count == 2)
    for part in [json] + groups {
      func ids(_ key: String) -> [String]? { part[key]?.items.compactMap { $0["id"]?.text } }
      #expect(ids("against") == listed)
      #expect(ids("features") == listed.filter { !["gone", "older"].contains($0) })
      for change in part["against"]?.items ?? [] {
        let isFormer = ["gone", "older"].contains(change["id"]?.text)
        #expect(change["lost"]?.number == (isFormer ? part["weight"]?.number : 0))
      }
    }
    for format in ["text", "csv"] {
      let run = try Run.program(
        line + ["--format", format], input: states, directory: scratch.folder)
      // The text shows the parts of a group without constraints, but not the group.
      let shown = listed.filter { format != "text" || $0 != "feed" }
      for id in ["feed", "invites", "player", "settings", "gone", "older"] {
        #expect(run.output.contains(id) == shown.contains(id), "\(format) \(id)")
      }
    }
  }

  @Test("Are an error if no feature has the given team")
  func unknown() throws {
    for line in [["evaluate", "m.json"], ["validate", "m.json"], ["audience", "m.json"]] {
      let scratch = try Scratch()
      try scratch.write(Self.manifest, to: "m.json")
      let run = try Run.program(line + ["--team", "growth"], directory: scratch.folder)
      #expect(run.status == 2)
      #expect(run.output == "")
      #expect(
        run.errors == """
          error: unknown team 'growth' in '--team'
          hint: did you mean 'Growth'?

          """)
    }
  }

  // MARK: What is over

  private func findings(_ run: Run) throws -> [String] {
    try #require(try JSON(run.output)["findings"]?.items).map { finding in
      let position = "\(Int(finding["line"]?.number ?? 0)):\(Int(finding["column"]?.number ?? 0))"
      let facts = [finding["rule"], finding["severity"], finding["feature"], finding["team"]]
      return ([position] + facts.compactMap { $0?.text }).joined(separator: " ")
    }.filter { !$0.contains("never-available") }
  }

  @Test("Are compared with a date, if one is given")
  func over() throws {
    let unused = "2:24 unused-attribute warning"
    let expired = "4:37 expired-feature warning feed Growth"
    let invites = "5:40 date-over note invites Growth"
    let guarding = "7:26 date-over note player Media"
    let days: [(String, [String])] = [
      ("2025-12-31T23:59:59Z", [unused]), ("2026-01-01", [unused, invites]),
      ("2026-06-01", [unused, invites, guarding]),
      ("2027-02-28", [unused, invites, guarding]),
      ("2027-03-01", [unused, expired, invites, guarding]),
    ]
    for (day, expected) in days {
      let run = try run("validate", "m.json", "--today", day, "--format", "json")
      #expect(try findings(run) == expected, "\(day)")
    }
    #expect(try findings(run("validate", "m.json", "--format", "json")) == [unused])
    let today = try run("validate", "m.json", "--today", "today", "--format", "json")
    #expect(try findings(today).contains(invites))
    let wrong = try run("validate", "m.json", "--today", "2027-02-29")
    #expect(wrong.status == 2)
    #expect(wrong.errors.hasPrefix("error: '2027-02-29' is not a date in '--today'\n"))
  }

  @Test("Select the findings that are listed, but not those that fail")
  func chosenFindings() throws {
    let line = ["validate", "m.json", "--today", "2028-01-01", "--strict"]
    let scratch = try Scratch()
    try scratch.write(Self.manifest, to: "m.json")
    let media = try Run.program(
      line + ["--team", "Media", "--format", "json"], directory: scratch.folder)
    #expect(media.status == 1)
    #expect(try findings(media) == ["7:26 date-over note player Media"])
    let text = try Run.program(
      line + ["--team", "Media", "--ignore", "never-available-on"], directory: scratch.folder)
    #expect(text.status == 1)
    #expect(text.output.hasSuffix("1 note, and 3 of other teams or without a team\n"))
    // An error that makes the manifest unreadable cannot be attributed to a team.
    try scratch.write(#"{"manifestVersion": 1, "features": [{"id": 7}]}"#, to: "m.json")
    let wrong = try Run.program(line + ["--team", "Media"], directory: scratch.folder)
    #expect(wrong.status == 1)
    #expect(wrong.output.hasSuffix("1 error\n"))
  }
}
