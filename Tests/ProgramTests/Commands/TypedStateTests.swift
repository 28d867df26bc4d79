import Foundation
import ProgramHarness
import Testing

/// State options, as a user types them in a shell.
@Suite("A typed state") struct TypedStateTests {
  let scratch: Scratch

  init() throws { scratch = try CameraApp.folder() }

  private func run(_ line: String) throws -> Run {
    try Run.shell("\"$FLINT\" \(line)", directory: scratch.folder)
  }

  /// Returns the resolved state of a command line.
  private func state(_ line: String) throws -> JSON {
    let run = try run("evaluate camera.json --format json \(line)")
    #expect(run.status == 0, "\(run.errors)")
    return try #require(try JSON(run.output)["state"])
  }

  // MARK: --with

  @Test("Merges a support ticket and a dump of flags; the later option takes precedence")
  func merged() throws {
    let state = try state(
      #"--state ticket.json --with flags.json --with '{"toggles": {"beta": false}}' --lenient"#)
    #expect(state["platform"]?.text == "macOS")
    #expect(state["date"]?.text == "2026-12-24")
    #expect(state["attributes"]?["staff"]?.bool == true)
    #expect(state["toggles"]?["beta"]?.bool == false)
    #expect(state["purchases"]?["pro.y"]?["until"]?.text == "2026-12-20")
  }

  @Test("Merges the given members of a named state, in the order of the command line")
  func named() throws {
    let denied = try state("--with denied")
    #expect(denied["platform"]?.text == "iOS" && denied["osVersion"]?.text == "17")
    #expect(denied["permissions"]?["camera"]?.text == "denied")
    #expect(
      try state("--with denied --grant camera")["permissions"]?["camera"]?.text == "authorized")
    #expect(
      try state("--grant camera --with denied")["permissions"]?["camera"]?.text == "denied")
    // As with `set` in a scenario, a platform implies its latest version.
    let mac = try state(#"--os-version 9 --with '{"platform": "macOS"}'"#)
    #expect(mac["osVersion"]?.text == "latest")
  }

  @Test("Names --with in its error messages")
  func wrongStates() throws {
    let text = try run(#"evaluate camera.json --with '{"platform": "ios"}'"#)
    #expect(text.status == 2)
    #expect(
      text.errors.hasPrefix("--with:1:14: error: unknown platform 'ios' [unknown-platform]\n"))
    let name = try run("evaluate camera.json --with ticket.jsno")
    #expect(name.status == 2)
    #expect(
      name.errors
        == "error: no such state or file 'ticket.jsno' in '--with'\n"
        + "hint: did you mean 'ticket.json'?\n")
  }

  @Test(
    "Is accepted by every command that simulates a state",
    arguments: [
      "evaluate camera.json", "explain camera.json photo", "plan camera.json photo",
      "matrix camera.json --states iphone", "matrix camera.json --vary permission:camera",
      "report camera.json --output page.html",
    ])
  func everywhere(line: String) throws {
    let run = try run("\(line) --with flags.json --lenient")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("warning: feature 'gone' is not declared; ignored"))
  }

  // MARK: --lenient

  @Test("Explains a feature for a ticket with an old product id, with --lenient")
  func ticket() throws {
    let strict = try run("explain camera.json photo --state ticket.json")
    #expect(strict.status == 2)
    #expect(strict.errors.contains("ignore it with --lenient"))
    let lenient = try run("explain camera.json photo --state ticket.json --lenient")
    #expect(lenient.status == 0)
    #expect(lenient.errors.contains("product 'old.y' is not declared; ignored"))
  }

  @Test("Suggests --lenient for undeclared ids, and --lenient ignores each with one warning")
  func lenient() throws {
    let strict = try run("evaluate camera.json --state ticket.json")
    #expect(strict.status == 2 && strict.output == "")
    #expect(strict.errors.components(separatedBy: "ignore it with --lenient").count == 3)
    let lenient = try run(
      "evaluate camera.json --state ticket.json --with flags.json --baseline ticket.json --lenient")
    #expect(lenient.status == 0)
    let warnings = lenient.errors.split(separator: "\n").filter { $0.contains("warning:") }
    #expect(
      warnings == [
        "ticket.json:1:73: warning: feature 'gone' is not declared; ignored [unknown-feature]",
        "ticket.json:2:54: warning: product 'old.y' is not declared; ignored [unknown-product]",
      ])
    let wrong = try run(#"evaluate camera.json --with '{"purchases": {"old": "boght"}}' --lenient"#)
    #expect(wrong.status == 2)
    let alone = try run("evaluate camera.json --lenient")
    #expect(alone.status == 2)
    #expect(
      alone.errors.contains(
        "'--lenient' requires an option that describes a state, such as '--state'"))
  }

  // MARK: Values

  @Test("Accepts Booleans as printed in the output and as in JSON")
  func switches() throws {
    for word in ["on", "true"] {
      let state = try state("--attribute staff=\(word) --toggle beta=\(word)")
      #expect(state["attributes"]?["staff"]?.bool == true)
      #expect(state["toggles"]?["beta"]?.bool == true)
    }
    for word in ["off", "false"] {
      let state = try state("--attribute staff=\(word) --toggle beta=\(word)")
      #expect(state["attributes"]?["staff"]?.bool == false)
      #expect(state["toggles"]?["beta"]?.bool == false)
    }
    let advice = try run("evaluate camera.json beta --verbose").output
    #expect(advice.contains("✗ attribute:staff  off; needs on"))
    #expect(advice.contains("--attribute staff=on"))
  }

  @Test("Sets an attribute to unknown with 'ID=', and with nothing else")
  func unknown() throws {
    let unset = try state("--attribute staff= --attribute build= --attribute device=")
    for id in ["staff", "build", "device"] {
      let value = unset["attributes"]?[id]
      #expect(value != nil && value?.text == nil && value?.bool == nil, "\(id)")
    }
    let null = try state("--attribute build=null,device=null")
    #expect(null["attributes"]?["build"]?.text == "null")
    #expect(null["attributes"]?["device"]?.text == "null")
  }

  @Test(
    "'null' is no value of other attributes, and hints do not offer it",
    arguments: ["boolean", "integer", "version", "date"])
  func null(attribute: String) throws {
    let attributes = ["boolean", "integer", "version", "date"].map {
      "{\"id\": \"\($0)\", \"type\": \"\($0)\"}"
    }
    try scratch.write(
      #"{"manifestVersion": 1, "attributes": [\#(attributes.joined(separator: ","))]}"#,
      to: "m.json")
    for word in ["null", "x!"] {
      let run = try run("evaluate m.json --attribute \(attribute)=\(word)")
      #expect(run.status == 2)
      #expect(run.errors.contains("invalid value '\(word)' for '\(attribute)'"))
      #expect(run.errors.hasSuffix(", or \(attribute)= for unknown\n"), "\(run.errors)")
      #expect(!run.errors.dropFirst(20).contains("or null"))
    }
    #expect(try run("evaluate m.json --attribute \(attribute)=").status == 0)
  }

  @Test(
    "Ignores what an option names but the manifest does not declare, with --lenient",
    arguments: [
      "--attribute nope=on", "--attribute staff=7", "--purchase nope", "--purchase nope=unknown",
      "--purchase day.1=expired", "--credits nope=3", "--credits day.1=3", "--unlock nope",
      "--toggle nope=on", "--runtime nope=off", "--enable nope", "--disable nope",
      "--bucket nope=12",
    ])
  func lenientOptions(option: String) throws {
    #expect(try run("evaluate camera.json \(option)").status == 2)
    let lenient = try run("evaluate camera.json \(option) --grant camera --lenient")
    #expect(lenient.status == 0, "\(lenient.errors)")
    #expect(lenient.errors.hasPrefix("warning: "))
    #expect(lenient.errors.hasSuffix("; ignored\n"))
    #expect(lenient.errors.split(separator: "\n").count == 1)
    let same = try run("evaluate camera.json \(option) --grant camera --lenient --format json")
    #expect(
      try same.output == run("evaluate camera.json --grant camera --format json").output)
    let typing = try run("evaluate camera.json --permission camera=nope --lenient")
    #expect(typing.status == 2)
  }

  @Test("Splits a text attribute at the first separator after its id, and lists at commas")
  func splitting() throws {
    let state = try state(#"--attribute 'device=iPhone=15\, Pro,staff=on' --grant camera,photos"#)
    #expect(state["attributes"]?["device"]?.text == "iPhone=15, Pro")
    #expect(state["attributes"]?["staff"]?.bool == true)
    #expect(state["permissions"]?["photos"]?.text == "authorized")
  }

  @Test("Keeps an OS version regardless of its position")
  func osVersion() throws {
    for line in ["--os-version 15 --platform macOS", "--platform macOS --os-version 15"] {
      let state = try state(line)
      #expect(state["platform"]?.text == "macOS" && state["osVersion"]?.text == "15", "\(line)")
    }
    #expect(try state("--platform macOS")["osVersion"]?.text == "latest")
  }

  @Test("Replaces the subscription of a group, and accepts an end date")
  func purchases() throws {
    for purchase in ["pro.y", "pro.y=until:2027-01-01"] {
      let state = try state("--purchase plus.y --purchase \(purchase)")
      #expect(state["purchases"]?["plus.y"]?.text == "notPurchased", "\(purchase)")
    }
    let two = try state("--purchase plus.y --purchase pro.y=inGracePeriod")
    #expect(two["purchases"]?["plus.y"]?.text == "purchased")
  }

  @Test(
    "Warns about an option that a later one overrides",
    arguments: [
      ("--grant camera --deny camera", "'--deny camera' overrides '--grant camera'"),
      ("--purchase plus.y,pro.y", "'--purchase pro.y' overrides '--purchase plus.y'"),
      ("--platform iOS --platform macOS", "'--platform macOS' overrides '--platform iOS'"),
      (
        "--attribute staff=on,staff=off",
        "'--attribute staff=off' overrides '--attribute staff=on'"
      ),
      ("--grant camera --grant camera,photos --purchase pro.y --purchase plus.y=expired", nil),
    ] as [(String, String?)])
  func overridden(line: String, warning: String?) throws {
    let run = try run("evaluate camera.json --format json \(line)")
    #expect(run.errors == (warning.map { "warning: \($0)\n" } ?? ""))
    #expect(run.status == 0)
  }

  // MARK: Names

  @Test("Accepts display names of products, attributes and features")
  func names() throws {
    let state = try state(
      #"--purchase "pro yearly" --credits 'Gems\, a pack=3' --attribute "Staff account=on" "#
        + #"--attribute "Device model=iPhone=15" --toggle "beta features=on""#)
    #expect(state["purchases"]?["pro.y"]?.text == "purchased")
    #expect(state["purchases"]?["gem"]?.number == 3)
    #expect(state["attributes"]?["staff"]?.bool == true)
    #expect(state["attributes"]?["device"]?.text == "iPhone=15")
    #expect(state["toggles"]?["beta"]?.bool == true)
    #expect(
      try run("impact camera.json --product 'Pro Yearly'").output.hasPrefix("Pro Yearly  [pro.y]"))
    #expect(try run("matrix camera.json --vary 'purchase:plus yearly'").status == 0)
  }

  @Test(
    "Rejects an unknown or ambiguous name and lists candidates",
    arguments: [
      (
        "evaluate camera.json --purchase 'Day pass'",
        "several products have the name 'Day pass' in '--purchase'", "use an id: day.1, day.2"
      ),
      (
        "evaluate camera.json --purchase 'Day pass=revoked'",
        "several products have the name 'Day pass' in '--purchase'", "use an id: day.1, day.2"
      ),
      (
        "evaluate camera.json capture", "unknown feature 'capture'",
        "did you mean 'photo' (“Photo capture”)?"
      ),
      (
        "evaluate camera.json --purchase yearly", "unknown product 'yearly' in '--purchase'",
        "did you mean one of 'plus.y' (“Plus Yearly”), 'pro.y' (“Pro Yearly”)?"
      ),
      (
        "impact camera.json --attribute 'staff member'",
        "unknown attribute 'staff member' in '--attribute'",
        "did you mean 'staff' (“Staff account”)?"
      ),
      (
        "evaluate camera.json --credits 'Pro Yearly=3'",
        "'pro.y' has no credits: it is not a consumable", "write --purchase pro.y"
      ),
      (
        "evaluate camera.json --purchase 'gems\\, a pack'",
        "consumable 'gem' has credits, not a purchase status", "write --credits gem=1"
      ),
    ])
  func candidates(line: String, message: String, hint: String) throws {
    #expect(
      try run(line) == Run(status: 2, output: "", errors: "error: \(message)\nhint: \(hint)\n"))
  }
}
