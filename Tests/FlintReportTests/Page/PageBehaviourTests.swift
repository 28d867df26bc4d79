import FlintAnalysis
import FlintCore
import FlintManifest
import FlintReport
import FlintText
import Foundation
import TestSupport
import Testing

@Suite("The page", .enabled(if: Browser.isInstalled, "Chromium is not installed"))
struct PageBehaviourTests {
  @Test("shows the state that its address holds")
  func address() throws {
    let shown = try answers(
      from: "tell(text('simulated'), text('summary'), text('notice'))",
      fragment: #"{"platform":"macOS","osVersion":"14","permissions":{"camera":"authorized"}}"#)
    #expect(
      shown == [
        "macOS 14, the latest app version", "1 available, 0 unavailable, 0 undetermined", "",
      ])
  }

  @Test("shows the initial state where its address holds none, and says so")
  func brokenAddress() throws {
    let shown = try answers(
      from: "tell(text('simulated'), text('notice'))", fragment: #"{"platform":"iPhone"}"#)
    #expect(shown[0] == "the latest iOS, the latest app version")
    #expect(shown[1].contains("does not hold a state"))
  }

  @Test("takes nothing for a state that is none")
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
        const program = JSON.parse(text("program"));
        tell(...[\(list)].filter((one) => {
          try { StateLinks.read(program, one); return true; } catch { return false; }
        }))
        """)
    #expect(taken == [])
  }

  @Test("passes over what an address names that it does not know, and says so")
  func unknownNames() throws {
    let shown = try answers(
      from: "tell(text('summary'), text('notice'))",
      fragment: #"{"toggles":{"<b>":true},"__proto__":{},"permissions":{"camera":"authorized"}}"#)
    #expect(shown[0] == "1 available, 0 unavailable, 0 undetermined")
    #expect(shown[1] == "The link also names what this page does not know: <b>, __proto__.")
  }

  @Test("keeps the state that is chosen in its address, from which it comes back")
  func controls() throws {
    let first = try answers(
      from: """
        choose("Platform", "tvOS"); enter("OS version", "17.1"); choose("camera", "denied");
        choose("P", "unknown"); enter("C (credits)", "3"); choose("a", "y");
        tell(decodeURIComponent(location.hash.slice(1)), text("tree"), text("summary"))
        """)
    #expect(
      first[0]
        == #"{"platform":"tvOS","osVersion":"17.1","permissions":{"camera":"denied"},"#
        + #""purchases":{"P":"unknown","C":3},"attributes":{"a":"y"}}"#)
    #expect(first[2] == "0 available, 1 unavailable, 0 undetermined")
    let again = try answers(
      from: "tell(decodeURIComponent(location.hash.slice(1)), text('tree'), text('summary'))",
      fragment: first[0])
    #expect(again == first)
    // What can be copied is a state that the program reads.
    let source = SourceFile(path: "s.json", text: SourceText(first[0]))
    #expect(try Self.file.state(in: source).purchases.count == 2)
  }

  @Test("a named state, and what would make a feature available, can be chosen")
  func advice() throws {
    let shown = try answers(
      from: """
        document.getElementById("states").value = 2;
        document.getElementById("states").dispatchEvent(new Event("change"));
        const before = text("summary");
        const details = document.querySelector("#tree details");
        details.open = true;
        details.dispatchEvent(new Event("toggle"));
        details.querySelector(".ask button").click();
        const advice = details.querySelector(".advice").textContent;
        details.querySelector(".advice button").click();
        tell(before, advice, text("summary"), document.activeElement.textContent)
        """)
    #expect(
      shown == [
        "0 available, 1 unavailable, 0 undetermined",
        "Allow the camera permission in SettingsDo all of it",
        "1 available, 0 unavailable, 0 undetermined",
        // Whoever uses the keyboard is where they were.
        "✓f available ",
      ])
  }

  @Test("finds what the planner finds", arguments: 1...3 as ClosedRange<UInt64>)
  func adviceIsRight(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let manifest = random.manifest(RandomManifestShape(features: 8, width: 3))
    let states = (0..<40).map { _ in random.state(for: manifest) }
    var json = JSONWriter(.compact)
    json.array { json in for state in states { StateWriter.write(state, of: manifest, to: &json) } }
    let answers = try answers(
      from: """
        const program = JSON.parse(text("program"));
        tell(...\(json.text.replacing("<", with: "\\u003c")).map((state) =>
          program.features.map((_, index) => {
            const steps = Advice.find(program, index, state);
            if (steps === null) return "-";
            const after = steps.reduce((state, step) => step.apply(state), state);
            return new Flint.Evaluator(program, after).status(index) === "available" ? steps.length : "wrong";
          }).join(" ")))
        """, manifest: manifest)
    for (state, answer) in zip(states, answers) {
      for (feature, found) in answer.split(separator: " ").enumerated() {
        let plan = try #require(Planner.plan(feature, from: state, in: manifest))
        let fewest = plan.plans.first.map { String($0.count) } ?? "-"
        #expect((found == "-") == (fewest == "-"), "seed \(seed), \(feature): \(found), \(fewest)")
        #expect(found != "wrong")
      }
    }
  }

  // MARK: Running

  private static let file: ManifestFile = {
    let text = """
      {"manifestVersion": 1, "products": [{"id": "P", "type": "nonConsumable"},
       {"id": "C", "type": "consumable"}],
       "attributes": [{"id": "a", "type": "choice", "values": ["x", "y"], "default": "x"}],
       "features": [{"id": "f", "constraints": {"permissions": ["camera"]}}],
       "states": {"denied": {"permissions": {"camera": "denied"}}}}
      """
    do {
      return try ManifestFile(SourceFile(path: "m.json", text: SourceText(text)))
    } catch {
      preconditionFailure("the manifest of this test is broken")
    }
  }()

  /// What a script on the page tells, in texts.
  private func answers(
    from script: String, fragment: String = "", manifest: Manifest? = nil
  ) throws -> [String] {
    var page = ByteSink()
    ReportPage(manifest ?? Self.file.manifest, initialState: DeviceState()).write(to: &page)
    let helpers = """
      <pre id="answers"></pre>
      <script>{
        const text = (id) => document.getElementById(id).textContent;
        const field = (label) => [...document.querySelectorAll(".field")]
          .find((one) => one.firstChild.textContent === label).lastChild;
        const enter = (label, value) => {
          field(label).value = value;
          field(label).dispatchEvent(new Event("change"));
        };
        const choose = (label, value) =>
          enter(label, [...field(label).options].findIndex((one) => one.text === value));
        const tell = (...answers) => {
          const bytes = new TextEncoder().encode(JSON.stringify(answers));
          document.getElementById("answers").textContent =
            btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
        };
        \(script);
      }</script>
      """
    let document = try Browser.document(of: page.string + helpers, fragment: fragment)
    let answer = try #require(document.firstMatch(of: /<pre id="answers">([^<]+)<\/pre>/)?.output.1)
    let data = try #require(Data(base64Encoded: String(answer)))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String])
  }
}
