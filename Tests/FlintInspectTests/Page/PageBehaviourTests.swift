import FlintAnalysis
import FlintManifest
import FlintModel
import FlintScenarios
import FlintText
import Foundation
import RandomModels
import TestSupport
import Testing

@testable import FlintInspect

@Suite("The behavior of the page", .enabled(if: Browser.isInstalled, "Chromium is not installed"))
struct PageBehaviourTests {
  @Test("Offers named states, and shows the command that finds plans for a feature")
  func advice() throws {
    let shown = try answers(
      from: """
        document.getElementById("states").value = 1;
        document.getElementById("states").dispatchEvent(new Event("change"));
        const before = text("summary");
        const details = document.querySelector("#tree details");
        details.open = true;
        setTimeout(() => {
          const next = details.querySelector(".next").textContent;
          const line = details.querySelector(".advice code").textContent;
          details.querySelector(".advice button").click();
          tell(before, next, line, String(copied.text === line));
        }, 1000);
        """)
    #expect(
      shown == [
        "0 available, 1 unavailable, 0 undetermined",
        "Next step: Send the user to Settings to allow the camera permission",
        #"flint-inspect plan manifest.json f --state '{"permissions":{"camera":"denied"}}'"#,
        "true",
      ])
  }

  @Test("Copies its results as a scenario that passes")
  func scenario() throws {
    let copied = try answers(
      from: """
        choose("Camera", "denied");
        document.getElementById("scenario-name").value = "Nobody sees";
        document.getElementById("copy-scenario").click();
        tell(copied.text);
        """)
    let state = #"{"permissions":{"camera":"denied"}}"#
    let expected =
      #"{"status":"unavailable","blockers":["permission:camera"],"nextStep":"openSettings"}"#
    let scenario = copied[0].replacing(/\n */, with: "").replacing("\": ", with: "\":")
    #expect(
      scenario
        == #"{"name":"Nobody sees","cases":[{"given":\#(state),"expect":{"f":\#(expected)}}]}"#)
    let suite = #"{"scenarioVersion": 1, "scenarios": [\#(copied[0])]}"#
    let source = SourceFile(path: "s.json", text: SourceText(suite))
    let file = try ScenarioFile(source, for: pageFile)
    #expect(try ScenarioRunner(pageFile.manifest).run(file.scenarios[0]).failures.isEmpty)
  }

  @Test("Filters by team, and shows each feature's team and end date")
  func teams() throws {
    let manifest = Manifest(features: [
      FeatureDeclaration(id: "a", team: "Search", until: "2027-01-01"),
      FeatureDeclaration(id: "b", parent: 0), FeatureDeclaration(id: "c", team: "Player"),
    ])
    let shown =
      "[...document.querySelectorAll('#tree li:not([hidden]) > details > summary > .name')].map((one) => one.textContent)"
    let first = try answers(
      from: """
        const team = document.getElementById("team");
        team.value = 0;
        team.dispatchEvent(new Event("change"));
        const details = document.querySelector("#tree details");
        details.open = true;
        setTimeout(() =>
          tell(location.hash.slice(1), details.querySelector(".about").textContent, ...\(shown)), 1000);
        """, manifest: manifest)
    #expect(first == ["&team=Search", "team Search · remove by 2027-01-01", "a", "b"])
    let again = try answers(
      from: "tell(...\(shown))", fragment: "&team=Player", manifest: manifest)
    #expect(again == ["c"])
  }

  @Test("Shows values whose names have a meaning in the page's data or its script")
  func reservedNames() throws {
    let text = """
      {"manifestVersion": 1,
       "attributes": [{"id": "a", "type": "choice", "values": ["column", "__proto__", "null"]}],
       "features": [{"id": "f", "constraints": {"attributes": {"a": "column"}}}]}
      """
    let manifest = try ManifestFile(SourceFile(path: "m.json", text: SourceText(text))).manifest
    let shown = try answers(
      from: """
        const why = () => document.querySelector("#tree .why").textContent;
        tell(...["unknown", "column", "__proto__", "null"].flatMap((value) => {
          if (value !== "unknown") choose("a", value);
          return [text("summary").split(",")[0], why()];
        }));
        """, fragment: #"{"attributes":{"a":null}}"#, manifest: manifest)
    #expect(
      shown == [
        "0 available", "“a” is unknown; “column” is required", "1 available", "",
        "0 available", "“a” is “__proto__”; “column” is required",
        "0 available", "“a” is “null”; “column” is required",
      ])
  }

  @Test("Shows requirements by their names, and statuses as words")
  func names() throws {
    let text = """
      {"manifestVersion": 1, "app": {"platforms": ["iOS"]},
       "products": [{"id": "P.1", "name": "Premium", "type": "nonConsumable"}],
       "conditions": [{"id": "c", "name": "Paid", "is": {"purchases": ["P.1"]}}],
       "features": [{"id": "g", "name": "Editor", "constraints": {"platforms": {"iOS": 14}},
         "features": [{"id": "f", "constraints": {"permissions": ["camera"], "purchases": ["P.1"],
           "conditions": ["c"], "conditional": [{"when": {"platforms": {"iOS": 17}},
             "constraints": {"runtimeEnabled": true}}]}}]}]}
      """
    let manifest = try ManifestFile(SourceFile(path: "m.json", text: SourceText(text))).manifest
    let shown = try answers(
      from: """
        const details = document.querySelectorAll("#tree details")[1];
        details.open = true;
        setTimeout(() => tell(...[...details.querySelectorAll("tbody tr")].map((row) =>
          `${row.cells[0].textContent} ${row.cells[2].textContent} [${row.cells[2].title}]`)), 1000);
        """, manifest: manifest)
    #expect(
      shown == [
        "? unknown camera permission [permission:camera]",
        "✗ not satisfied “Premium” [purchase:P.1]",
        "✗ not satisfied “Paid” [condition:c]",
        "✗ not satisfied “Premium” [purchase:P.1]",
        "✓ satisfied the app's runtime flag (conditional block 1) [when[1]/runtimeEnabled]",
        "✓ satisfied iOS 14 or later (inherited from “Editor”) [platform:iOS]",
        "✓ satisfied iOS (inherited from the app) [platform:iOS]",
      ])
  }

  @Test("Filters by text and status together, and stores the filter in its address")
  func filter() throws {
    let manifest = Self.many(6)
    let shown =
      "[...document.querySelectorAll('#tree > li:not([hidden]) .name')].map((one) => one.textContent)"
    let first = try answers(
      from: """
        document.getElementById("search").value = "f";
        document.getElementById("search").dispatchEvent(new Event("input"));
        document.getElementById("only").value = "available";
        document.getElementById("only").dispatchEvent(new Event("change"));
        tell(location.hash.slice(1), ...\(shown))
        """, manifest: manifest)
    #expect(first == ["&search=f&show=available", "f1", "f3", "f5"])
    let again = try answers(
      from: "tell(document.getElementById('search').value, ...\(shown))", fragment: first[0],
      manifest: manifest)
    #expect(again == ["f", "f1", "f3", "f5"])
  }

  @Test("Scrolls to the end with the End key, even past features that have not been rendered")
  func end() throws {
    let shown = try answers(
      from: """
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "End", bubbles: true, cancelable: true }));
        setTimeout(() => {
          const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
          tell(String(scrollHeight > 20000), String(scrollTop + clientHeight >= scrollHeight - 1));
        }, 5000);
        """, manifest: Self.many(2000))
    #expect(shown == ["true", "true"])
  }

  /// Returns features of which every other one is available.
  private static func many(_ count: Int) -> Manifest {
    let name = String(repeating: "A long name that takes more than a line. ", count: 6)
    return Manifest(
      features: (0..<count).map { index in
        FeatureDeclaration(
          id: "f\(index)", name: count > 100 ? name : nil,
          constraints: index % 2 == 0 ? [.permission(.camera)] : [])
      })
  }
}
