import Foundation
import ProgramHarness
import Testing

/// Command lines other than state options, as a user types them in a shell.
@Suite("A typed command line") struct TypedLineTests {
  let scratch: Scratch

  init() throws { scratch = try CameraApp.folder() }

  private func run(_ line: String, _ environment: [String: String] = [:]) throws -> Run {
    try Run.shell("\"$FLINT\" \(line)", environment: environment, directory: scratch.folder)
  }

  /// Validates a feature with the given constraints and returns the findings.
  private func validate(_ constraints: String, products: String = "[]") throws -> [Substring] {
    try scratch.write(
      #"{"manifestVersion": 1, "products": \#(products), "features": [{"id": "f", "constraints": {\#(constraints)}}]}"#,
      to: "m.json")
    return try run("validate m.json").output.split(separator: "\n")
      .filter { $0.contains("error:") || $0.hasPrefix("hint:") }
  }

  // MARK: Manifests

  @Test("Reports alternatives among permissions as one error with the JSON to write")
  func alternatives() throws {
    let findings = try validate(#""permissions": [{"anyOf": ["camera", "microphone"]}]"#)
    #expect(findings.count == 2)
    #expect(findings.first?.hasSuffix("unknown key 'anyOf' in a permission [unknown-key]") == true)
    let written =
      #""anyOf": [{ "permissions": ["camera"] }, { "permissions": ["microphone"] }]"#
    #expect(findings.last == "hint: write \(written) next to 'permissions'")
    #expect(try validate(written) == [])
    #expect(
      try validate(#""permissions": [{"not": "camera"}]"#).last
        == #"hint: write "not": { "permissions": ["camera"] } next to 'permissions'"#)
  }

  @Test(
    "Reports a plain rollout with the object to write",
    arguments: [("10", "10"), ("\"12.5%\"", "12.5"), ("true", "10")])
  func rollout(written: String, percent: String) throws {
    let findings = try validate("\"rollout\": \(written)")
    #expect(findings.count == 2)
    #expect(findings.last == "hint: write { \"percent\": \(percent) }")
  }

  @Test("Suggests the id of a group for its name")
  func groupName() throws {
    let scratch = try Scratch()
    let manifest = try scratch.write(
      #"""
      { "manifestVersion": 1,
        "groups": [{ "id": "membership", "name": "Lumen Plus" }],
        "products": [
          { "id": "p", "type": "autoRenewingSubscription", "group": "membership" }],
        "features": [{ "id": "f", "constraints": { "purchases": [{ "group": "lumen plus" }] } }] }
      """#, to: "m.json")
    let run = try Run.program(["validate", manifest])
    #expect(run.output.contains("group 'lumen plus' is not declared [unknown-group]"))
    #expect(run.output.contains("\nhint: did you mean 'membership'?\n"))
  }

  @Test("Reports an undeclared group with its declaration, including levels")
  func group() throws {
    let findings = try validate(#""purchases": [{"group": "lumen"}]"#)
    #expect(findings.first?.hasSuffix("group 'lumen' is not declared [unknown-group]") == true)
    let declaration = #"{ "id": "lumen", "levels": ["basic", "pro"] }"#
    #expect(
      findings.last
        == "hint: declare it under 'groups': \(declaration); 'levels' is optional, lowest first"
    )
  }

  @Test("Suggests that a file that ends within a string is truncated")
  func truncated() throws {
    for end in ["", "\n"] {
      try scratch.write(#"{"manifestVersion": 1, "app": {"name": "Cam\#(end)"#, to: "cut.json")
      #expect(try run("validate cut.json").output.contains("hint: is the file truncated?\n"))
    }
    try scratch.write("{\"app\": \"Cam\n\"}", to: "cut.json")
    #expect(
      try run("validate cut.json").output.contains(
        "hint: is a closing quote missing? Write a line end in a string as \\n\n"))
  }

  @Test("Suggests only similar names for an unknown rule")
  func rules() throws {
    let names = ["redundant-constraint", "redundant-product", "redundant-alternative"]
    let similar = try run("validate camera.json --ignore redundant").errors
    for name in names { #expect(similar.contains("'\(name)'")) }
    #expect(similar.contains("hint: did you mean one of '") && !similar.contains("unused"))
    let far = try run("validate camera.json --ignore xyz").errors
    #expect(far.contains("hint: one of ") && far.contains(" more\n"))
    #expect(far.utf8.count < 300)
    #expect(!far.contains("wrong-type") && !far.contains("unknown-key"))
  }

  // MARK: Words

  @Test(
    "Suggests the option, revision or file that a word of the line means",
    arguments: [
      (
        "evaluate camera.json —fresh", "unknown option '—fresh'",
        "did you mean '--fresh'?"
      ),
      (
        "evaluate camera.json –-grant camera", "unknown option '–-grant'",
        "did you mean '--grant'?"
      ),
      (
        "evaluate camera.json -–grant=camera", "unknown option '-–grant=camera'",
        "did you mean '--grant=camera'?"
      ),
      (
        "diff main camera.json", "cannot read 'main': no such file",
        "to read a file at a revision, write main:PATH"
      ),
      (
        "impact camera.json --product lumen", "unknown product 'lumen' in '--product'",
        "'lumen' is a subscription group; its products are plus.y, pro.y"
      ),
      (
        "audience camera.json --by purchase:lumen", "unknown product 'lumen' in '--by'",
        "did you mean 'group:lumen'?"
      ),
      (
        "evaluate camera.json --purchase pro.y=2026-10-01",
        "invalid value '2026-10-01' for 'pro.y' in '--purchase'",
        "did you mean 'until:2026-10-01'?"
      ),
    ])
  func meant(line: String, message: String, hint: String) throws {
    #expect(
      try run(line) == Run(status: 2, output: "", errors: "error: \(message)\nhint: \(hint)\n"))
  }

  @Test("Lists the end date among the values for a subscription")
  func endDate() throws {
    let errors = try run("evaluate camera.json --purchase pro.y=until:tomorrow").errors
    #expect(errors.hasSuffix(", until:DATE\n"))
    #expect(!(try run("evaluate camera.json --purchase day.1=until:now").errors.contains("DATE")))
  }

  @Test("Reports a manifest in the place of scenarios with what to pass instead")
  func manifestAsScenarios() throws {
    let run = try run("test camera.json camera.json")
    #expect(run.status == 2)
    #expect(run.errors.contains("this is a manifest, not a scenarios file"))
    #expect(
      run.errors.contains(
        "hint: pass a file with 'scenarioVersion' and 'scenarios'; 'init --scenarios' creates one"))
  }

  // MARK: Results

  @Test("Explains completely, and once each, why a required feature is not available")
  func explained() throws {
    let text = try run("explain camera.json 'slow motion' --deny camera").output
    #expect(
      text.contains(
        """
          ✗ feature:video  “Video” is unavailable
            ✗ permission:camera  the camera permission is denied
        """))
    let twice = try run("explain camera.json editing").output
    #expect(twice.contains("✗ feature:slow  “Slow motion” is unavailable\n"))
    #expect(twice.components(separatedBy: "permission:microphone").count == 2)
    #expect(twice.contains("explained above"))
  }

  @Test("Reports the step after the next step")
  func then() throws {
    let raw = try run("evaluate camera.json raw --deny camera").output
    #expect(
      raw.contains(
        """
            → Offer “Pro Yearly”; then: send the user to Settings to allow the camera
              permission; request the photo library permission

        """))
    // The steps of a required feature are reported too.
    let slow = try run("explain camera.json slow --deny camera").output
    #expect(slow.contains("Next step: Offer “Plus Yearly” or “Pro Yearly”; then: send the user"))
    let json = try JSON(try run("evaluate camera.json raw --deny camera --format json").output)
    let step = json["features"]?.items.first?["nextStep"]
    #expect(step?["action"]?.text == "offerPurchase")
    #expect(step?["message"]?.text == "Offer “Pro Yearly”")
    // No further step exists after a refusal, or while a flag is off.
    let beta = try run("evaluate camera.json beta").output
    #expect(!beta.contains("then:"))
  }

  @Test("Reports when a subscription expired")
  func lapsed() throws {
    let lapsed = "--purchase pro.y=until:2026-12-20 --date 2026-12-24"
    let raw = try run("evaluate camera.json raw \(lapsed)").output
    #expect(raw.contains("✗ purchase:pro.y  expired on 2026-12-20; needs “Pro Yearly”"))
    let video = try run("evaluate camera.json video \(lapsed)").output
    #expect(video.contains(" not purchased, “Pro Yearly” expired on\n"))
    let brief = try run("explain camera.json video --brief \(lapsed)").output
    #expect(brief.contains("\n  “Pro Yearly” expired on 2026-12-20\n"))
    let json = try run("evaluate camera.json video \(lapsed) --format json").output
    #expect(json.contains("“Pro Yearly” expired on 2026-12-20"))
    #expect(json.contains(#""pro.y": "expired""#))
    let running = try run(
      "evaluate camera.json raw --verbose --purchase pro.y=until:2027-01-01 --date 2026-12-24")
    #expect(running.output.contains(" purchased until 2027-01-01;"))
    let undated = try run("evaluate camera.json raw --purchase pro.y=until:2027-01-01")
    #expect(undated.output.contains(" until 2027-01-01, current date unknown;"))
  }

  @Test("Prints statuses as words")
  func words() throws {
    let text = try run("evaluate camera.json").output
    #expect(text.contains(" not purchased;") && text.contains(" not determined;"))
    #expect(!text.contains("notPurchased") && !text.contains("notDetermined"))
  }

  @Test("Begins an evaluation with two header lines, and lists the state with --verbose")
  func header() throws {
    let short = try run("evaluate camera.json photo --deny camera").output
    #expect(
      short == """
        Camera on iOS 17, app version 4.3
        State: 'iphone' (the manifest's default), with --deny camera

        ✗ Photo capture  [photo]
            ✗ permission:camera  denied; needs authorized
            → Send the user to Settings to allow the camera permission

        ✓ 0 available   ✗ 1 unavailable   ? 0 undetermined   (1 of 6 features)

        """)
    let long = try run("evaluate camera.json photo --deny camera --verbose").output
    #expect(long.contains("\n  permissions  camera: denied · microphone, photos: not determined\n"))
    #expect(long.contains("\nChange the state with --state NAME|FILE"))
  }

  // MARK: --quiet

  @Test("Prints only failures with --quiet")
  func quiet() throws {
    let silent = Run(status: 0, output: "", errors: "")
    #expect(try run("evaluate camera.json --quiet") == silent)
    #expect(try run("evaluate camera.json --quiet --require photo --grant camera") == silent)
    let required = try run("evaluate camera.json --quiet --require photo --deny camera")
    #expect(
      required
        == Run(
          status: 1, output: "",
          errors: "error: 'photo' is required, but unavailable: the camera permission is denied\n"))
    #expect(try run("validate camera.json --quiet") == silent)
    let strict = try run("validate camera.json --quiet --strict")
    #expect(strict.status == 1 && strict.output.contains("[unused-product]"))
    #expect(!strict.output.contains("warnings\n") && !strict.output.contains("note:"))

    try scratch.write(
      """
      {"scenarioVersion": 1, "scenarios": [
        {"name": "Right", "cases": [{"given": {}, "expect": {"photo": "undetermined"}}]},
        {"name": "Wrong", "cases": [{"given": {}, "expect": {"photo": "available"}}]}]}
      """, to: "s.json")
    #expect(try run("test camera.json s.json --quiet --filter Right") == silent)
    let failed = try run("test camera.json s.json --quiet")
    #expect(failed.status == 1 && failed.output.hasPrefix("✗ Wrong\n"))
    #expect(!failed.output.contains("Right") && !failed.output.contains("passed"))
    let covered = try run("test camera.json s.json --quiet --filter Right --min-coverage 99")
    #expect(covered.status == 1 && covered.output.hasPrefix("✗ Coverage: "))
    #expect(try run("validate camera.json --quiet --format json").status == 2)
  }

  // MARK: Locales

  @Test("Prints ASCII in a locale without UTF-8, but JSON unchanged")
  func ascii() throws {
    let plain = ["LC_ALL": "C"]
    let text = try run("evaluate camera.json raw --deny camera", plain).output
    #expect(
      text == """
        Camera on iOS 17, app version 4.3
        State: 'iphone' (the manifest's default), with --deny camera

        x RAW  [raw]
            x permission:camera  denied; needs authorized
            x purchase:pro.y  not purchased; needs "Pro Yearly"
            ? permission:photos  not determined; needs authorized
            -> Offer "Pro Yearly"; then: send the user to Settings to allow the camera
              permission; request the photo library permission

        v 0 available   x 1 unavailable   ? 0 undetermined   (1 of 6 features)

        """)
    let json = "evaluate camera.json raw --format json"
    #expect(try run(json, plain) == (try run(json)))
    for line in [
      "validate camera.json", "explain camera.json edit", "matrix camera.json",
      "cover camera.json", "plan camera.json raw", "impact camera.json --product pro.y",
      "evaluate camera.json caf\u{E9}", "evaluate camera.json --state $'\u{1F48E}'", "--help",
    ] {
      let run = try run(line, plain)
      #expect((run.output + run.errors).utf8.allSatisfy { $0 < 0x80 }, "\(line)")
    }
    #expect(try run("evaluate camera.json caf\u{E9}", plain).errors.contains("'caf\\u00E9'"))
    // A file is encoded in UTF-8 regardless of the locale.
    _ = try run("evaluate camera.json raw --output raw.txt", plain)
    #expect(try scratch.read("raw.txt").contains("✗ RAW"))
  }

  @Test(
    "Uses the first locale variable that is set",
    arguments: [
      (["LC_ALL": "C", "LANG": "de_DE.UTF-8"], false), (["LC_ALL": "", "LANG": "C"], false),
      (["LC_ALL": "", "LC_CTYPE": "de_DE.utf8", "LANG": "C"], true),
      (["LC_ALL": "", "LANG": "de_DE.ISO-8859-1"], false), (["LC_ALL": ""], true),
    ])
  func locale(environment: [String: String], isUTF8: Bool) throws {
    let text = try run("evaluate camera.json photo", environment).output
    #expect(text.contains("→") == isUTF8)
  }

  // MARK: init

  @Test("Creates a manifest and a suite that covers it, and prints the next commands")
  func starter() throws {
    let manifest = try run("init flint.json")
    #expect(
      manifest
        == Run(
          status: 0, output: "",
          errors: "Created flint.json. Next: flint-inspect evaluate flint.json\n"))
    let suite = try run("init --scenarios 'my scenarios.json' flint.json")
    #expect(
      suite.errors
        == "Created my scenarios.json. Next: flint-inspect test flint.json 'my scenarios.json' --coverage\n"
    )
    let test = try run("test flint.json 'my scenarios.json' --coverage --min-coverage 100")
    #expect(test.status == 0 && test.output.contains("Coverage: 100.0 %"))
    #expect(try run("init").errors == "")
  }

  @Test(
    "Covers every example app with its starter suite",
    arguments: ["city-transit", "document-sharing", "level-builder", "selfie"])
  func starters(app: String) throws {
    let path = Package.root.appending(path: "Fixtures/\(app)/manifest.json").path
    #expect(try run("init --scenarios \(app).json \(path)").status == 0)
    #expect(try run("test \(path) \(app).json --quiet --min-coverage 100").output == "")
  }
}
