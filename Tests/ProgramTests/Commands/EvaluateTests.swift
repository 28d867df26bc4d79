import Foundation
import ProgramHarness
import Testing

@Suite("The evaluate command") struct EvaluateTests {
  static let manifest = "Fixtures/podcast-player/manifest.json"

  @Test("Every state flag changes the simulated state")
  func state() throws {
    let run = try Run.program([
      "evaluate", Self.manifest, "--platform", "macOS", "--os-version", "14.1", "--app-version",
      "3", "--grant", "camera", "--permission=photos=denied", "--purchase", "SUB0001=unknown",
      "--toggle", "dynamic-speed=off", "--disable", "turbo-downloads", "--unlock", "dynamic-speed",
      "--attribute", "staff=true,build=debug", "--format", "json",
    ])
    #expect(run.status == 0)
    let state = try #require(try JSON(run.output)["state"])
    #expect(state["platform"]?.text == "macOS")
    #expect(state["osVersion"]?.text == "14.1")
    #expect(state["appVersion"]?.text == "3")
    #expect(state["permissions"]?["camera"]?.text == "authorized")
    #expect(state["permissions"]?["photos"]?.text == "denied")
    #expect(state["purchases"]?["SUB0001"]?.text == "unknown")
    #expect(state["unlocked"]?.count == 1)
    #expect(state["toggles"]?["dynamic-speed"]?.bool == false)
    #expect(state["runtime"]?["turbo-downloads"]?.bool == false)
    #expect(state["attributes"]?["build"]?.text == "debug")
  }

  @Test("A state is read by name from the manifest, from a file or from standard input")
  func stateNames() throws {
    let named = try Run.program([
      "evaluate", Self.manifest, "--state", "premium-iphone", "--format", "json",
    ])
    let standard = try Run.program(["evaluate", Self.manifest, "--format", "json"])
    #expect(named == standard)
    let file = "Fixtures/podcast-player/states/old-iphone.json"
    let fromFile = try Run.program(["evaluate", Self.manifest, "--state", file, "--format=json"])
    let text = try String(contentsOf: Package.root.appending(path: file), encoding: .utf8)
    let piped = try Run.program(
      ["evaluate", Self.manifest, "--state", "-", "--format=json"], input: text)
    #expect(fromFile.status == 0)
    #expect(fromFile == piped)
    #expect(fromFile != standard)
  }

  @Test("A state that begins with a brace is JSON, and diagnostics name its option")
  func json() throws {
    let file = "Fixtures/podcast-player/states/old-iphone.json"
    let text = try String(contentsOf: Package.root.appending(path: file), encoding: .utf8)
    for option in ["--state", "--baseline"] {
      let line = ["evaluate", Self.manifest, "--format=json", option]
      #expect(try Run.program(line + [text]) == Run.program(line + [file]))
      let wrong = try Run.program(line + [#"{"platfrom": "tvOS"}"#])
      #expect(wrong.status == 2)
      #expect(wrong.errors.hasPrefix("\(option):1:2: error: unknown key 'platfrom'"))
    }
    let told = try Run.program(["evaluate", Self.manifest, "--state", #"{"platform": "tvOS"}"#])
    #expect(told.output.contains("\nState: given with --state\n"))
  }

  @Test("--fresh simulates a fresh install instead of the default state")
  func fresh() throws {
    let line = ["evaluate", Self.manifest, "--format", "json"]
    #expect(try Run.program(line + ["--fresh"]) == Run.program(line + ["--state", "{}"]))
    let both = try Run.program(line + ["--fresh", "--state", "watch"])
    #expect(both.status == 2)
    #expect(both.errors.hasPrefix("error: '--fresh' and '--state' cannot be given together\n"))
    let matrix = try Run.program(["matrix", Self.manifest, "--fresh"])
    #expect(matrix.errors.hasPrefix("error: option '--fresh' requires '--vary'\n"))
    let varied = ["matrix", Self.manifest, "--vary", "platform", "--format", "csv"]
    #expect(
      try Run.program(varied + ["--fresh"]).output != Run.program(varied).output)
  }

  @Test("Standard input can contain either the manifest or the state")
  func standardInput() throws {
    let text = try String(
      contentsOf: Package.root.appending(path: Self.manifest), encoding: .utf8)
    let piped = try Run.program(["evaluate", "-"], input: text)
    #expect(piped == (try Run.program(["evaluate", Self.manifest])))
    let both = try Run.program(["evaluate", "-", "--state", "-"], input: text)
    #expect(
      both
        == Run(
          status: 2, output: "", errors: "error: standard input ('-') can be read only once\n"))
  }

  @Test("Named features are listed once each, in the order of the manifest")
  func features() throws {
    let run = try Run.program([
      "evaluate", Self.manifest, "smart-playlists", "dynamic-speed", "smart-playlists",
      "--format", "json",
    ])
    let result = try JSON(run.output)
    #expect(
      result["features"]?.items.map { $0["id"]?.text } == ["dynamic-speed", "smart-playlists"])
    let counted = ["available", "unavailable", "undetermined"].map {
      result["summary"]?[$0]?.number ?? 0
    }
    #expect(counted.reduce(0, +) == 2)
  }

  @Test("A unique display name selects a feature; case is ignored, and ids take precedence")
  func featureNames() throws {
    let scratch = try Scratch()
    let path = try scratch.write(
      #"""
      {"manifestVersion": 1, "features": [
        {"id": "a", "name": "Speed"}, {"id": "Speed", "name": "Other"},
        {"id": "b", "name": "Notes"}, {"id": "c", "name": "NOTES"}, {"id": "d", "name": "Süß"}]}
      """#, to: "m.json")
    func listed(_ name: String) throws -> String? {
      let run = try Run.program(["evaluate", path, name, "--format", "json"])
      return try JSON(run.output)["features"]?.items.first?["id"]?.text
    }
    #expect(try listed("speed") == "a")
    #expect(try listed("Speed") == "Speed")
    #expect(try listed("oTHER") == "Speed")
    #expect(try listed("süß") == "d")
    for (name, errors) in [
      ("notes", "error: several features have the name 'notes'\nhint: use an id: b, c\n"),
      ("SÜß", "error: unknown feature 'SÜß'\nhint: did you mean 'Süß'?\n"),
    ] {
      #expect(
        try Run.program(["evaluate", path, name]) == Run(status: 2, output: "", errors: errors))
    }
    let flags = try Run.program([
      "explain", Self.manifest, "smart PLAYLISTS", "--toggle", "Dynamic Speed=off", "--format",
      "json",
    ])
    #expect(flags.status == 0)
    #expect(try JSON(flags.output)["state"]?["toggles"]?["dynamic-speed"]?.bool == false)
    let plan = try Run.program(["plan", Self.manifest, "Dynamic Speed", "--format", "json"])
    #expect(try JSON(plan.output)["feature"]?.text == "dynamic-speed")
  }

  @Test("A feature selects itself and everything in it")
  func descendants() throws {
    let run = try Run.program(["evaluate", Self.manifest, "playback", "--format", "json"])
    #expect(
      try JSON(run.output)["features"]?.items.map { $0["id"]?.text }
        == ["playback", "dynamic-speed", "sound-enhancement"])
    let scratch = try Scratch()
    let path = try scratch.write(
      #"""
      {"manifestVersion": 1, "features": [{"id": "a", "constraints": {"runtimeEnabled": true},
        "features": [{"id": "b", "features": [{"id": "c"}]}, {"id": "d"}]}, {"id": "e"}]}
      """#, to: "m.json")
    for (names, listed) in [
      (["a"], ["a", "b", "c", "d"]), (["b"], ["b", "c"]), (["e"], ["e"]),
      (["e", "b"], ["b", "c", "e"]),
    ] {
      let run = try Run.program(["evaluate", path] + names + ["--format", "json"])
      #expect(try JSON(run.output)["features"]?.items.map { $0["id"]?.text } == listed)
    }
  }

  @Test(
    "A flag without effect is reported as a warning and otherwise ignored",
    arguments: [
      ("--toggle", "playback=on", "feature 'playback' does not require 'userToggled'"),
      ("--enable", "dynamic-speed", "feature 'dynamic-speed' does not require 'runtimeEnabled'"),
      ("--disable", "dynamic-speed", "feature 'dynamic-speed' does not require 'runtimeEnabled'"),
      ("--runtime", "playback=on", "feature 'playback' does not require 'runtimeEnabled'"),
      ("--unlock", "turbo-downloads", "feature 'turbo-downloads' requires no purchase"),
      ("--toggle", "dynamic-speed=on", nil), ("--disable", "turbo-downloads", nil),
      ("--unlock", "smart-playlists", nil),
    ] as [(String, String, String?)])
  func idle(option: String, value: String, reason: String?) throws {
    let warning = reason.map { "warning: \($0), so '\(option)' has no effect\n" } ?? ""
    for command in ["evaluate", "matrix"] {
      let run = try Run.program([command, Self.manifest, option, value, option, value])
      #expect(run.status == 0)
      #expect(run.errors == warning)
    }
  }

  @Test(
    "--require determines the exit status",
    arguments: [
      (["--require", "dynamic-speed"], Int32(0)), (["--require", "smart-playlists"], 1),
      (["--require", "dynamic-speed,smart-playlists"], 1),
      (["--require", "smart-playlists", "--grant", "location.whenInUse"], 0),
      (["--require", "dynamic-speed", "--require", "turbo-downloads"], 1),
    ] as [([String], Int32)])
  func require(options: [String], status: Int32) throws {
    for format in ["text", "json"] {
      let run = try Run.program(["evaluate", Self.manifest, "--format", format] + options)
      #expect(run.status == status)
      #expect(run.errors.isEmpty == (status == 0))
    }
  }

  @Test("A required feature is in the formats for CI, even if other features are listed")
  func requiredInCI() throws {
    for (format, text) in [
      ("junit", #"name="smart-playlists""#), ("github", "title=Smart playlists is required"),
    ] {
      let run = try Run.program([
        "evaluate", Self.manifest, "dynamic-speed", "--require", "smart-playlists", "--format",
        format,
      ])
      #expect(run.status == 1)
      #expect(run.output.contains(text), "\(run.output)")
    }
  }

  @Test(
    "Required features that are unavailable are reported on standard error, even if the result goes to a file"
  )
  func requiredReasons() throws {
    let errors = """
      error: 'turbo-downloads' is required, but unavailable: “Staff account” is off; on is required \
      (and 1 more blocker)
      error: 'smart-playlists' is required, but undetermined: the while-in-use location permission has \
      not been requested yet

      """
    let scratch = try Scratch()
    for further in [[], ["dynamic-speed"], ["--format", "json"], ["--output", scratch.path("x")]] {
      let run = try Run.program(
        ["evaluate", Self.manifest, "--require", "Smart Playlists,turbo-downloads"] + further)
      #expect(run.status == 1)
      #expect(run.errors == errors)
    }
  }

  @Test("--baseline limits the result to differences")
  func baseline() throws {
    let same = try Run.program([
      "evaluate", Self.manifest, "--baseline", "premium-iphone", "--format", "json",
    ])
    #expect(try JSON(same.output)["features"]?.count == 0)
    let other = try Run.program([
      "evaluate", Self.manifest, "--baseline", "premium-iphone", "--toggle", "dynamic-speed=off",
      "--format", "json",
    ])
    #expect(
      try JSON(other.output)["features"]?.items.map { $0["id"]?.text } == ["dynamic-speed"])
  }

  @Test("--baseline ignores what differs in a blocker or in the next step only")
  func sameBlockers() throws {
    let scratch = try Scratch()
    let path = try scratch.write(
      #"""
      {"manifestVersion": 1, "products": [{"id": "A", "type": "nonConsumable"}],
        "attributes": [{"id": "n", "type": "integer", "owner": "environment"}],
        "features": [
          {"id": "alternatives", "constraints": {"anyOf": [
            {"attributes": {"n": [1]}}, {"permissions": ["camera"], "purchases": ["A"]}]}},
          {"id": "value", "constraints": {"attributes": {"n": {"atLeast": 5}}}},
          {"id": "step", "constraints": {"permissions": [{"permission": "camera", "in": ["restricted"]}]}},
          {"id": "other", "constraints": {"permissions": ["camera"], "purchases": ["A"]}}]}
      """#, to: "m.json")
    let run = try Run.program([
      "evaluate", path, "--baseline",
      #"{"permissions": {"camera": "denied"}, "attributes": {"n": 2}}"#,
      "--grant", "camera", "--attribute", "n=3", "--format", "json",
    ])
    #expect(try JSON(run.output)["features"]?.items.map { $0["id"]?.text } == ["other"])
  }

  @Test(
    "All invalid values of a command line are reported at once",
    arguments: [
      (
        ["--grant", "cmaera"],
        "error: unknown permission 'cmaera' in '--grant'\nhint: did you mean 'camera'?\n"
      ),
      (
        ["dynamic-sped"],
        "error: unknown feature 'dynamic-sped'\nhint: did you mean 'dynamic-speed'?\n"
      ),
      (
        ["--require", "nothing"],
        "error: unknown feature 'nothing' in '--require'\nhint: one of playback, dynamic-speed, "
          + "sound-enhancement, downloading, turbo-downloads, favourites, smart-playlists\n"
      ),
      (
        ["--state", "premium-ihpone"],
        "error: no such state or file 'premium-ihpone' in '--state'\n"
          + "hint: did you mean 'premium-iphone'?\n"
      ),
      (
        ["--baseline", "nope", "--deny", "x"],
        "error: unknown permission 'x' in '--deny'\n"
          + "hint: one of camera, photos, microphone, location.whenInUse, location.always, contacts, "
          + "calendarEvents, reminders, motion, speechRecognition and 13 more\n"
          + "error: no such state or file 'nope' in '--baseline'\n"
          + "hint: one of premium-iphone, new-iphone, staff-mac, watch\n"
      ),
      (
        ["--format", "yaml"],
        "error: invalid value 'yaml' for '--format'\nhint: one of text, json, markdown, junit, github\n"
      ),
    ] as [([String], String)])
  func values(arguments: [String], errors: String) throws {
    let run = try Run.program(["evaluate", Self.manifest] + arguments)
    #expect(run == Run(status: 2, output: "", errors: errors))
  }

  @Test(
    "A reader that closes the pipe early causes no error, and requirements still determine the exit status"
  )
  func closedPipe() throws {
    let scratch = try Scratch()
    let features = (0..<5000).map { #"{"id":"feature-\#($0)"}"# }.joined(separator: ",")
    try scratch.write(#"{"manifestVersion":1,"features":[\#(features)]}"#, to: "m.json")
    let line =
      "{ \"$FLINT\" evaluate m.json --require feature-7; echo \"status $?\" >&2; } | head -1"
    let run = try Run.shell(line, directory: scratch.folder)
    #expect(run.output.split(separator: "\n").count == 1)
    #expect(run.errors == "status 0\n")
  }

  @Test("An incomplete write leaves the existing file unchanged")
  func fullDisk() throws {
    let run = try Run.program(["evaluate", Self.manifest, "--output", "/dev/full"])
    #expect(
      run
        == Run(
          status: 2, output: "",
          errors: "error: cannot write '/dev/full': no space left on device\n"))
  }

  @Test("A long result equals the results of its features in order")
  func long() throws {
    let scratch = try Scratch()
    // With groups of three levels, chunks of features begin within a tree.
    let groups = (0..<900).map { group in
      let leaf = #"{"id":"c\#(group)","constraints":{"permissions":["camera"]}}"#
      let middle =
        #"{"id":"b\#(group)","constraints":{"runtimeEnabled":true},"isEnabled":\#(group % 3 != 0),"features":[\#(leaf)]}"#
      return #"{"id":"a\#(group)","constraints":{"platforms":{"iOS":9}},"features":[\#(middle)]}"#
    }
    try scratch.write(
      #"{"manifestVersion":1,"features":[\#(groups.joined(separator: ","))]}"#, to: "m.json")
    let all = try Run.program(
      ["evaluate", "m.json", "--format", "json"], directory: scratch.folder)
    let ids = try JSON(all.output)["features"]?.items.compactMap { $0["id"]?.text }
    #expect(ids == (0..<900).flatMap { ["a\($0)", "b\($0)", "c\($0)"] })
    // Named features are rendered sequentially.
    let named = try Run.program(
      ["evaluate", "m.json", "--format", "json"] + (ids ?? []), directory: scratch.folder)
    #expect(all == named)
  }

  @Test("A result in a file has no colors and does not depend on the terminal's width")
  func file() throws {
    let scratch = try Scratch()
    let path = scratch.path("result.txt")
    let run = try Run.program(
      ["evaluate", Self.manifest, "--output", path], environment: ["COLUMNS": "200"])
    #expect(run == Run(status: 0, output: "", errors: ""))
    #expect(
      try scratch.read("result.txt") == (try Run.program(["evaluate", Self.manifest]).output))
    let colored = try Run.program(["evaluate", Self.manifest, "--color", "always"])
    #expect(colored.output.contains("\u{1B}["))
  }
}
