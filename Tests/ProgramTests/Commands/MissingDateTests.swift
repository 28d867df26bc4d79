import ProgramHarness
import Testing

@Suite("The warning about a missing --date") struct MissingDateTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.write(
      """
      {"manifestVersion": 1,
       "products": [{"id": "year", "type": "autoRenewingSubscription"},
         {"id": "month", "type": "autoRenewingSubscription"},
         {"id": "pass", "type": "nonRenewingSubscription"}, {"id": "life", "type": "nonConsumable"}],
       "conditions": [{"id": "paid", "is": {"anyOf": [
         {"purchases": ["year"]}, {"purchases": ["month"]}, {"purchases": ["life"]}]}}],
       "features": [
         {"id": "export", "constraints": {"conditions": ["paid"]}, "features": [{"id": "pdf"}]},
         {"id": "day", "constraints": {"purchases": ["pass"], "permissions": ["camera"]}},
         {"id": "free"}]}
      """, to: "m.json")
  }

  private static let year = #"--with '{"purchases":{"year":{"until":"2027-01-01"}}}'"#
  private static let two =
    #"--with '{"purchases":{"year":{"until":"2027-01-01","graceUntil":"2027-01-17"},"#
    + #""month":{"until":"2026-01-01"}}}'"#

  private func errors(_ line: String) throws -> String {
    try Run.shell("\"$FLINT\" \(line) --format json", directory: scratch.folder).errors
  }

  @Test(
    "Counts the products that decide",
    arguments: [
      ("evaluate m.json \(year)", 1), ("evaluate m.json \(two)", 2),
      ("evaluate m.json pdf \(two)", 2), ("evaluate m.json free --require export \(year)", 1),
      ("explain m.json pdf \(year)", 1), ("plan m.json export \(two)", 2),
      ("evaluate m.json --purchase year=until:2027-01-01,pass=until:2027-01-01", 2),
      ("plan m.json day --deny camera --purchase pass=until:2027-01-01", 1),
      // Known dates, and products that decide nothing.
      ("evaluate m.json \(two) --date 2026-12-24", 0), ("evaluate m.json free \(two)", 0),
      ("explain m.json day \(two)", 0), ("evaluate m.json --purchase life \(two)", 0),
      ("evaluate m.json --deny camera --purchase pass=until:2027-01-01", 0),
      ("plan m.json export --purchase life \(two)", 0), ("plan m.json day \(two)", 0),
    ])
  func products(line: String, count: Int) throws {
    let products = count == 1 ? "1 product" : "\(count) products"
    let warnings = try errors(line).split(separator: "\n").filter { $0.hasPrefix("warning:") }
    #expect(
      warnings
        == (count == 0 ? [] : ["warning: --date is missing: the status of \(products) is unknown"]))
  }

  @Test("Counts the lines of a population, in every form that the reader knows")
  func lines() throws {
    try scratch.write(
      #"""
      {"purchases": {"year": {"until": "2027-01-01"}, "month": {"until": "2027-01-01"}}}
      {"purchases": {"y\u0065ar": {"until": "2027-01-01", "graceUntil": "2027-01-17"}}}
      {"purchases": {"year": {"until": "2027-01-01"}}, "date": "2026-12-24"}
      {"purchases": {"year": "purchased", "gone": {"until": "2027-01-01"}}}
      {}

      """#, to: "s.ndjson")
    #expect(
      try errors("audience m.json s.ndjson").contains(
        "warning: --date is missing: the status of a product is unknown in 2 lines\n"))
    // A product that only the old manifest tests counts, too.
    try scratch.write(#"{"manifestVersion": 1, "features": []}"#, to: "new.json")
    #expect(
      try errors("audience new.json s.ndjson --against m.json").contains("is unknown in 2 lines\n"))
    #expect(try errors("audience m.json s.ndjson --date 2026-12-24").contains("--date") == false)
    try scratch.write(#"{"date": "2026-12-24"}"#, to: "s.ndjson")
    #expect(try errors("audience m.json s.ndjson") == "")
  }
}
