import FlintAnalysis
import FlintManifest
import FlintModel
import FlintScenarios
import FlintText
import Foundation
import TestSupport
import Testing

@testable import FlintInspect

@Suite("The state of the page", .enabled(if: Browser.isInstalled, "Chromium is not installed"))
struct PageStateTests {
  @Test("Shows the state in its address")
  func address() throws {
    let shown = try answers(
      from: "tell(text('simulated'), text('summary'), text('notice'))",
      fragment: #"{"platform":"macOS","osVersion":"14","permissions":{"camera":"authorized"}}"#)
    #expect(
      shown == [
        "macOS 14, the latest app version", "1 available, 0 unavailable, 0 undetermined", "",
      ])
  }

  @Test("Shows the initial state and a message if its address contains no valid state")
  func brokenAddress() throws {
    let shown = try answers(
      from: "tell(text('simulated'), text('notice'))", fragment: #"{"platform":"iPhone"}"#)
    #expect(shown[0] == "the latest iOS, the latest app version")
    #expect(shown[1].contains("contains no valid state"))
  }

  @Test("Rejects invalid states")
  func brokenStates() throws {
    let texts = [
      "{", "[]", "null", #"{"platform":["iOS"]}"#, #"{"osVersion":"x"}"#, #"{"permissions":[]}"#,
      #"{"permissions":{"camera":"yes"}}"#, #"{"toggles":{"f":1}}"#, #"{"unlocked":"f"}"#,
      #"{"purchases":{"C":-1}}"#, #"{"purchases":{"P":3}}"#, #"{"defaults":{"permission":"x"}}"#,
      #"{"attributes":{"a":"z"}}"#, #"{"runtime":{"f":"on"}}"#, #"{"toggles":{"f":null}}"#,
    ]
    let list = texts.map { JSONText.quoted($0) }.joined(separator: ",")
    let taken = try answers(
      from: """
        const model = new Flint.Model(ExactJSON.parse(text("model")));
        tell(...[\(list)].filter((one) => {
          try { Links.readState(model, one); return true; } catch { return false; }
        }))
        """)
    #expect(taken == [])
  }

  @Test("Ignores unknown names in its address and reports them")
  func unknownNames() throws {
    let shown = try answers(
      from: "tell(text('summary'), text('notice'))",
      fragment: #"{"toggles":{"<b>":true},"__proto__":{},"permissions":{"camera":"authorized"}}"#)
    #expect(
      shown == [
        "1 available, 0 unavailable, 0 undetermined",
        "Unknown names in the link are ignored: <b>, __proto__.",
      ])
  }

  @Test("Stores the selected state in its address and restores it")
  func controls() throws {
    let first = try answers(
      from: """
        choose("Platform", "tvOS"); enter("OS version", "17.1"); choose("Camera", "denied");
        choose("P", "unknown"); enter("C (credits)", "3"); choose("a", "y");
        tell(decodeURIComponent(location.hash.slice(1)), text("tree"), text("summary"))
        """)
    let state =
      #"{"platform":"tvOS","osVersion":"17.1","permissions":{"camera":"denied"},"#
      + #""purchases":{"P":"unknown","C":3},"attributes":{"a":"y"}}"#
    #expect([first[0], first[2]] == [state, "0 available, 1 unavailable, 0 undetermined"])
    let again = try answers(
      from: "tell(decodeURIComponent(location.hash.slice(1)), text('tree'), text('summary'))",
      fragment: first[0])
    #expect(again == first)
    // The copied state must be valid for the program.
    let source = SourceFile(path: "s.json", text: SourceText(first[0]))
    #expect(try pageFile.state(in: source).purchases.count == 2)
  }

  @Test("Restores an address whose members are in any order, such as that of the changes")
  func orders() throws {
    let script = """
      enter("OS version", "17"); choose("Camera", "denied"); choose("Platform", "tvOS");
      enter("OS version", "15.2"); enter("App version", "3");
      const fragment = () => decodeURIComponent(location.hash.slice(1));
      const orders = [fragment(), '{"osVersion":"15.2","platform":"tvOS"}',
        '{"appVersion":3,"osVersion":"15.2","platform":"tvOS"}', '{"osVersion":15,"platform":"iOS"}'];
      const model = new Flint.Model(ExactJSON.parse(text("model")));
      tell(text("simulated"), ...orders.map((one) => new Evaluator(model,
        Links.readState(model, one).state)).map((one) => `${one.state.platform} ${one.state.osVersion}`));
      """
    #expect(
      try answers(from: script)
        == ["tvOS 15.2, app version 3", "tvOS 15.2", "tvOS 15.2", "tvOS 15.2", "iOS 15"])
  }

  @Test(
    "Preserves integers beyond 2^53, and rejects integers that are too large")
  func largeIntegers() throws {
    let text = """
      {"manifestVersion": 1, "products": [{"id": "C", "type": "consumable"}],
       "attributes": [{"id": "i", "type": "integer"}],
       "features": [{"id": "f", "constraints": {
         "purchases": [{"product": "C", "quantity": 9223372036854775807}],
         "attributes": {"i": {"atLeast": 3}}}}]}
      """
    let manifest = try ManifestFile(SourceFile(path: "m.json", text: SourceText(text))).manifest
    let script = """
      const details = document.querySelector("#tree details");
      details.open = true;
      setTimeout(() => {
        const next = details.querySelector(".next").textContent;
        document.getElementById("copy-state").click();
        tell(next, copied.text);
      }, 1000);
      """
    let exact = #"{"purchases":{"C":9223372036854775807},"attributes":{"i":9007199254740992}}"#
    let kept = try answers(from: script, fragment: exact, manifest: manifest)
    #expect(kept[0] == "Next step: Offer to spend credits of “C”")
    #expect(kept[1].contains("9223372036854775807") && kept[1].contains("9007199254740992"))
    let one = exact.replacing("5807", with: "5806")
    #expect(
      try answers(from: script, fragment: one, manifest: manifest)[0] == "Next step: Offer “C”")
    for (state, why) in [
      (#"{"attributes":{"i":9007199254740993}}"#, "i: the maximum is 9007199254740992"),
      (#"{"purchases":{"C":9223372036854775808}}"#, "C: the maximum is 9223372036854775807"),
      (#"{"attributes":{"i":1.5}}"#, "i: write a whole number"), ("{", "not JSON"),
    ] {
      let notice = try answers(from: "tell(text('notice'))", fragment: state, manifest: manifest)[0]
      #expect(
        notice
          == "The link contains no valid state (\(why)); the page shows the initial state."
      )
    }
  }

  @Test("Has controls for every kind of fact, and restores them from the address")
  func newFacts() throws {
    let text = """
      {"manifestVersion": 1, "products": [{"id": "P", "type": "autoRenewingSubscription"}],
       "attributes": [{"id": "t", "type": "text"}, {"id": "i", "type": "integer"},
        {"id": "v", "type": "version"}, {"id": "d", "type": "date"}],
       "features": [{"id": "f", "constraints": {"date": {"atLeast": "2026-12-01"},
         "rollout": {"percent": 12.5, "bucket": "draw"}, "purchases": ["P"],
         "attributes": {"t": "US", "i": {"atLeast": 3}, "v": {"atLeast": "2.1"}}}}]}
      """
    let manifest = try ManifestFile(SourceFile(path: "m.json", text: SourceText(text))).manifest
    let script = """
      enter("Date", "2026-12-24T18:00Z"); enter("draw", "12.4"); choose("P", "in its grace period");
      enter("t", "US"); enter("i", "3"); enter("v", "2.1.0");
      tell(decodeURIComponent(location.hash.slice(1)), text("summary"), text("simulated"))
      """
    let first = try answers(from: script, manifest: manifest)
    let state =
      #"{"date":"2026-12-24T18:00Z","buckets":{"draw":12.4},"purchases":{"P":"inGracePeriod"},"#
      + #""attributes":{"t":"US","i":3,"v":"2.1.0"}}"#
    #expect(
      first == [
        state, "1 available, 0 unavailable, 0 undetermined",
        "the latest iOS, the latest app version, 2026-12-24T18:00Z",
      ])
    let again = try answers(
      from: "tell(decodeURIComponent(location.hash.slice(1)), text('summary'), text('simulated'))",
      fragment: first[0], manifest: manifest)
    #expect(again == first)
    let ended = try answers(
      from: "tell(text('summary'))",
      fragment: first[0].replacing("\"inGracePeriod\"", with: #"{"until":"2026-12-24"}"#),
      manifest: manifest)
    #expect(ended == ["0 available, 1 unavailable, 0 undetermined"])
    for (grace, summary) in [
      (#"{"graceUntil":"2027-01-09","until":"2026-12-24"}"#, first[1]),
      (#"{"until":"2026-12-23","graceUntil":"2026-12-24T18:00Z"}"#, ended[0]),
    ] {
      let shown = try answers(
        from: "tell(text('summary'), text('notice'))",
        fragment: first[0].replacing("\"inGracePeriod\"", with: grace), manifest: manifest)
      #expect(shown == [summary, ""])
    }
    for invalid in [
      #"{"until":"2026-12-24","graceUntil":"2026-12-24"}"#, #"{"graceUntil":"2026-12-24"}"#,
      #"{"until":"2026-12-24","graceUntil":1}"#, #"{"until":"2026-12-24","to":"2026-12-25"}"#,
    ] {
      let notice = try answers(
        from: "tell(text('notice'))",
        fragment: first[0].replacing("\"inGracePeriod\"", with: invalid), manifest: manifest)
      #expect(notice[0].hasPrefix("The link contains no valid state"), "\(invalid)")
    }
  }

  @Test("Shows the selected named state, marks it as changed, and resets to it")
  func chosenState() throws {
    let script = """
      const states = document.getElementById("states");
      const shown = () => states.selectedOptions[0].textContent;
      const before = shown();
      states.value = 1;
      states.dispatchEvent(new Event("change"));
      const chosen = shown();
      choose("Platform", "tvOS");
      const changed = shown();
      document.getElementById("again").click();
      tell(before, chosen, changed, shown(), text("simulated"));
      """
    let names = ["Fresh install", "denied", "denied, changed", "denied"]
    #expect(try answers(from: script) == names + ["the latest iOS, the latest app version"])
    let linked = try answers(
      from: "tell(document.getElementById('states').selectedOptions[0].textContent)",
      fragment: #"{"permissions":{"camera":"denied"}}"#)
    #expect(linked == ["denied"])
  }

  @Test(
    "Reports an invalid version, and keeps the state",
    arguments: [
      ("17.02", "without leading zeros"), ("x", "one to three numbers"),
      ("1.2.3.4", "one to three"),
      ("2147483648", "must not exceed 2147483647"),
    ])
  func wrongVersion(version: String, hint: String) throws {
    let shown = try answers(
      from: """
        enter("OS version", "17"); enter("OS version", "\(version)");
        const input = field("OS version");
        const fault = document.getElementById(input.getAttribute("aria-describedby"));
        tell(text("simulated"), fault.textContent, input.getAttribute("aria-invalid"))
        """)
    #expect([shown[0], shown[2]] == ["iOS 17, the latest app version", "true"])
    #expect(shown[1].contains(hint), "\(shown[1])")
  }

  @Test(
    "Shows the meaning of an empty field: the manifest's app version or a declared default")
  func defaults() throws {
    let text = """
      {"manifestVersion": 1, "app": {"version": {"iOS": "4.3", "macOS": "4.1"}},
       "attributes": [{"id": "launches", "type": "integer", "default": 3},
        {"id": "build", "type": "choice", "values": ["beta", "release"], "default": "release"},
        {"id": "since", "type": "date"}],
       "features": [{"id": "f", "constraints": {"appVersion": {"atLeast": "4.2"},
         "attributes": {"launches": {"atLeast": 2}, "build": "beta",
           "since": {"atLeast": "2026-01-01"}}}}]}
      """
    let manifest = try ManifestFile(SourceFile(path: "m.json", text: SourceText(text))).manifest
    let shown = try answers(
      from: """
        const version = () => field("App version").placeholder;
        const first = [version(), text("simulated")];
        choose("Platform", "macOS");
        const mac = version();
        choose("Platform", "tvOS");
        tell(...first, mac, version(), field("launches").placeholder, field("build").options[0].text,
          field("since").placeholder);
        """, manifest: manifest)
    #expect(
      shown == [
        "4.3", "the latest iOS, app version 4.3", "4.1", "latest", "3", "default (release)",
        "e.g. 2026-12-01",
      ])
  }
}
