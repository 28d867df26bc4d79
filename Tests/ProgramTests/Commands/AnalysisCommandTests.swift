import Foundation
import ProgramHarness
import Testing

@Suite("The commands plan, diff and matrix") struct AnalysisCommandTests {
  static let manifest = "Fixtures/podcast-player/manifest.json"

  @Test("plan exits with 1 if there is no plan and the option for it is given")
  func planExit() throws {
    let scratch = try Scratch()
    try scratch.write(
      """
      {"manifestVersion": 1, "features": [
        {"id": "f", "constraints": {"platforms": {"iOS": "unsupported"}}}]}
      """, to: "m.json")
    func status(_ flags: String...) throws -> Int32 {
      try Run.program(["plan", "m.json", "f"] + flags, directory: scratch.folder).status
    }
    #expect(try status() == 0)
    #expect(try status("--exit-code") == 1)
    #expect(try status("--exit-code", "--allow", "platform") == 0)
    #expect(try status("--limit", "0") == 2)
    #expect(try status("--by", "somebody") == 2)
  }

  @Test(
    "The step for a purchase suits its current status",
    arguments: [
      ("yearly=notPurchased", "Buy “Pro Yearly”"), ("yearly=expired", "Buy “Pro Yearly”"),
      ("yearly=inBillingRetry", "Update the payment method for “Pro Yearly”"),
      ("monthly", "Switch from “Pro Monthly” to “Pro Yearly”"),
    ])
  func purchases(purchase: String, step: String) throws {
    let scratch = try Scratch()
    try scratch.write(
      #"""
      {"manifestVersion": 1, "groups": [{"id": "pro"}], "products": [
        {"id": "monthly", "name": "Pro Monthly", "type": "autoRenewingSubscription", "group": "pro"},
        {"id": "yearly", "name": "Pro Yearly", "type": "autoRenewingSubscription", "group": "pro"}],
       "features": [{"id": "f", "constraints": {"purchases": ["yearly"]}}]}
      """#, to: "m.json")
    let run = try Run.program(
      ["plan", "m.json", "f", "--purchase", purchase], directory: scratch.folder)
    #expect(run.output.contains("\n  → \(step)  (owner: user)\n"), "\(run.output)")
  }

  @Test("The flags of a diff example reproduce the difference with evaluate")
  func pastes() throws {
    let scratch = try Scratch()
    let product = #""a,b='c' \\ $HOME \"d\"""#
    func manifest(_ constraints: String) -> String {
      """
      {"manifestVersion": 1, "products": [{"id": \(product), "type": "nonConsumable"}],
       "attributes": [{"id": "x", "type": "choice", "values": ["p q", "r=s"]}],
       "features": [{"id": "f", "constraints": {\(constraints)}}],
       "states": {"s": {"platform": "tvOS"}}, "defaultState": "s"}
      """
    }
    try scratch.write(manifest(#""purchases": [\#(product)]"#), to: "old.json")
    try scratch.write(manifest(#""attributes": {"x": "r=s"}"#), to: "new.json")
    let diff = try Run.program(["diff", "old.json", "new.json"], directory: scratch.folder)
    let examples = diff.output.split(separator: "\n").filter { $0.hasPrefix("    ") }
    #expect(examples.count == 6)
    for example in examples {
      let parts = example.drop { $0 == " " }.split(separator: " ", maxSplits: 4)
      for (file, status) in [("old.json", parts[0]), ("new.json", parts[2])] {
        let line = "exec \"$FLINT\" evaluate \(file) \(parts[4]) --format json"
        let run = try Run.shell("bash -c \(quoted(line))", directory: scratch.folder)
        #expect(run.errors == "")
        let feature = try JSON(run.output)["features"]?.items.first
        #expect(feature?["status"]?.text == String(status), "\(line)")
      }
    }
  }

  private func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }

  @Test("matrix with a baseline lists the features that differ from it in some column")
  func baseline() throws {
    let line = ["matrix", Self.manifest, "--format", "csv"]
    func rows(_ further: String...) throws -> [String] {
      try Run.program(line + further).output.split(separator: "\n").dropFirst().map {
        String($0.prefix { $0 != "," })
      }
    }
    #expect(try rows("--states", "premium-iphone", "--baseline", "premium-iphone") == [])
    #expect(
      try rows("--states", "all", "--baseline", "premium-iphone") == [
        "dynamic-speed", "sound-enhancement", "turbo-downloads", "smart-playlists",
      ])
    #expect(
      try rows("--vary", "toggle:dynamic-speed", "--baseline", #"{"platform": "watchOS"}"#)
        == ["dynamic-speed", "smart-playlists"])
    let wrong = try Run.program(line + ["--baseline", "premium"])
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("no such state or file 'premium' in '--baseline'"))
  }

  @Test("diff exits with 1 if there are differences and the option for it is given")
  func diffExit() throws {
    let scratch = try Scratch()
    try scratch.write(#"{"manifestVersion": 1, "features": [{"id": "f"}]}"#, to: "old.json")
    try scratch.write(#"{"manifestVersion": 1, "features": [{"id": "g"}]}"#, to: "new.json")
    func status(_ words: String...) throws -> Int32 {
      try Run.program(["diff"] + words, directory: scratch.folder).status
    }
    #expect(try status("old.json", "new.json") == 0)
    #expect(try status("old.json", "new.json", "--exit-code") == 1)
    #expect(try status("old.json", "old.json", "--exit-code") == 0)
    #expect(try status("old.json") == 2)
  }

  @Test(
    "matrix reports dimensions that cannot be varied",
    arguments: [
      (["--vary", "platforms"], "error: cannot vary 'platforms'\n"),
      (["--vary", "permission:camra"], "error: unknown permission 'camra' in '--vary'\n"),
      (["--vary", "platform", "--limit", "4"], "error: the matrix would exceed 4 columns"),
      (["--states", "wach"], "error: unknown state 'wach' in '--states'\n"),
      (
        ["--states", "all", "--vary", "platform"],
        "error: '--states' and '--vary' cannot be given together\n"
      ),
    ])
  func matrixErrors(arguments: [String], message: String) throws {
    let run = try Run.program(["matrix", Self.manifest] + arguments)
    #expect(run.status == 2)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix(message))
  }

  @Test("matrix has a column for each named state, to which state flags apply")
  func namedStates() throws {
    let run = try Run.program([
      "matrix", Self.manifest, "--states", "watch,new-iphone", "--platform", "macOS", "--format",
      "json",
    ])
    let columns = try JSON(run.output)["columns"]?.items
    #expect(columns?.map { $0["name"]?.text } == ["watch", "new-iphone"])
    #expect(columns?.map { $0["state"]?["platform"]?.text } == ["macOS", "macOS"])
  }
}
