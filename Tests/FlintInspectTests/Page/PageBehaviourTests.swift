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

  @Test("Scrolls to the end with the End key, even past features that have not been rendered")
  func end() throws {
    let name = String(repeating: "A long name that takes more than a line. ", count: 6)
    let features = (0..<2000).map { FeatureDeclaration(id: "f\($0)", name: name) }
    let shown = try answers(
      from: """
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "End", bubbles: true, cancelable: true }));
        setTimeout(() => {
          const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
          tell(String(scrollHeight > 20000), String(scrollTop + clientHeight >= scrollHeight - 1));
        }, 5000);
        """, manifest: Manifest(features: features))
    #expect(shown == ["true", "true"])
  }
}
