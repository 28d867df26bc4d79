import FlintCore
import FlintManifest
import FlintReport
import FlintText
import Foundation
import ProgramHarness
import RandomModels
import TestSupport
import Testing

@testable import FlintCommands

@Suite("The command line printed by the browser") struct EvaluateLineTests {
  private func line(_ browser: BrowserState) -> String {
    EvaluateLine(
      manifest: browser.manifest, manifestPath: browser.manifestPath, base: browser.base,
      state: browser.state
    ).text
  }

  @Test(
    "Contains the changes as flags",
    arguments: [
      ("", ""), ("j3", " --toggle dynamic-speed=off"), ("1", " --platform macOS"),
      ("\tj\r16.4\r", " --os-version 16.4"), ("sj\r", " --state new-iphone"),
      ("sjjj\r1", " --state watch --platform visionOS"),
      ("/smart\r33", " --deny location.whenInUse"), ("j\tG\u{1B}[D", " --purchase SUB0001=expired"),
    ])
  func flags(keys: String, flags: String) throws {
    let browser = BrowserTests.typing(keys, in: try BrowserTests.browser())
    let start = "flint-inspect evaluate Fixtures/podcast-player/manifest.json"
    #expect(line(browser) == start + flags)
  }

  @Test(
    "Evaluates to the state on the screen",
    arguments: TestDepth.sample(1, of: ["kitchen-sink", "podcast-player"]))
  func sameState(fixture: String) throws {
    let scratch = try Scratch()
    let start = try BrowserTests.browser(fixture)
    let scripts = [
      "a\tjjj   jj ljj jl", "a\tjjj\u{7F}j\u{7F}j\u{7F}j\u{7F}j\u{7F}j\u{7F}", "sG\r", "sG\r\tl",
      "s\ra\tG kkkk   k k", "sj\ra12345678", "a\tj\u{7F}j\r3.1\rGk k k k k",
    ]
    for keys in TestDepth.sample(2, of: scripts) {
      let browser = BrowserTests.typing(keys, in: start)
      var writer = JSONWriter(.compact)
      StateWriter.write(browser.state, of: browser.manifest, to: &writer)
      let state = try scratch.write(writer.text, to: "state.json")
      let wanted = try Run.program(
        ["evaluate", browser.manifestPath, "--state", state, "--format", "json"])
      let line = line(browser).replacing("flint-inspect evaluate", with: "\"$FLINT\" evaluate")
      let run = try Run.shell(line + " --format json", shell: "sh")
      #expect(run.status == 0)
      #expect(run == wanted, "\(line)")
    }
  }

  @Test("Is safe to paste with hostile names")
  func hostile() throws {
    let manifest = Manifest(
      products: [ProductDeclaration(id: "a\u{1B}[2J'b", type: .nonConsumable)])
    let base = StartingState(origin: .freshInstall, state: DeviceState())
    let text = EvaluateLine(
      manifest: manifest, manifestPath: "-m 'x'.json", base: base,
      state: DeviceState(purchases: [0: .status(.purchased)])
    ).text
    #expect(!text.unicodeScalars.contains { $0.isUnsafe })
    #expect(
      text == #"flint-inspect evaluate './-m '\''x'\''.json' "#
        + #"--state '{"purchases":{"a\u001b[2J\u0027b":"purchased"}}'"#)
  }
}
