import FlintModel
import FlintText
import Foundation
import Testing

@testable import FlintInspect

@Suite("The layout of the page", .enabled(if: Browser.isInstalled, "Chromium is not installed"))
struct PageLayoutTests {
  /// A manifest with nested features and long ids.
  private static let manifest = Manifest(
    products: [
      ProductDeclaration(
        id: "com.example.premium.yearly", name: "Premium, yearly", type: .nonConsumable)
    ],
    features: [
      FeatureDeclaration(id: "library", name: "Library"),
      FeatureDeclaration(
        id: "collections", name: "Collections", parent: 0,
        constraints: [
          .purchase(.product(0)), .permission(PermissionRequirement(.locationWhenInUse)),
        ]),
      FeatureDeclaration(
        id: "shared-collections", name: "Shared collections", parent: 1,
        constraints: [
          .platform(.watchOS, .unsupported), .runtimeEnabled,
          .permission(PermissionRequirement(.speechRecognition)),
        ]),
    ])

  /// Returns the report of a script in the page, shown in a frame of the given width. A window cannot be as narrow as a
  /// phone.
  private func reported(
    width: Int, in state: DeviceState = DeviceState(), by script: String
  ) throws -> String {
    var page = ByteSink()
    ReportPage(manifest: Self.manifest, initialState: state).write(to: &page)
    let bytes = Data(page.string.utf8).base64EncodedString()
    return try Browser.text(
      of: "told",
      in: """
        <!DOCTYPE html><meta charset="utf-8"><pre id="told"></pre>
        <iframe style="width: \(width)px; height: 844px; border: 0"></iframe>
        <script>
          const frame = document.querySelector("iframe");
          const bytes = Uint8Array.from(atob("\(bytes)"), (letter) => letter.charCodeAt(0));
          frame.onload = () => setTimeout(() => {
            const page = frame.contentDocument;
            document.getElementById("told").textContent = (() => { \(script) })();
          }, 1000);
          frame.srcdoc = new TextDecoder().decode(bytes);
        </script>
        """)
  }

  @Test("On a phone, the features come first, and a button opens and closes the state")
  func phone() throws {
    let script = """
      const shown = () => ["state-panel", "tree"].map((id) => {
        const { top, height } = page.getElementById(id).getBoundingClientRect();
        return height === 0 ? "hidden" : top < 844 ? "in sight" : "below";
      }).join();
      const button = page.getElementById("state-button");
      const told = [shown()];
      button.click();
      told.push(shown().split(",")[0], button.getAttribute("aria-expanded"), button.textContent);
      page.getElementById("state-done").click();
      told.push(shown(), button.getAttribute("aria-expanded"), page.activeElement === button);
      return told.join("; ");
      """
    #expect(
      try reported(width: 390, by: script)
        == "hidden,in sight; in sight; true; Show features; hidden,in sight; false; true")
  }

  @Test("On a wide screen, the state is next to the features, and no button hides it")
  func wide() throws {
    let script = """
      const box = (id) => page.getElementById(id).getBoundingClientRect();
      return [box("state-panel").right <= box("tree").left, box("state-button").height, box("state-done").height].join();
      """
    #expect(try reported(width: 1280, by: script) == "true,0,0")
  }

  @Test("On paper, the features and a summary of the state remain, without controls")
  func paper() throws {
    // The script applies the rules for printing to the screen.
    let script = """
      const isShown = (one) => one.getBoundingClientRect().height > 0;
      const shown = () => [
        page.getElementById("tree"), page.querySelector(".paper"), page.getElementById("state-panel"),
      ].map(isShown).concat([...page.querySelectorAll("button, nav")].some(isShown)).join();
      const told = [shown()];
      for (const sheet of page.styleSheets) for (const rule of sheet.cssRules) {
        const media = rule.media?.mediaText;
        if (media === "print") rule.media.mediaText = "all";
        if (media === "screen") rule.media.mediaText = "not all";
      }
      return told.concat(shown()).join("; ");
      """
    let state = DeviceState(permissions: [.locationWhenInUse: .denied])
    let report = try reported(width: 1280, in: state, by: script)
    #expect(report == "true,false,true,true; true,true,false,false")
  }

  @Test("Everything fits the width of a phone and wider screens", arguments: [320, 390, 768, 1400])
  func width(_ width: Int) throws {
    var page = ByteSink()
    ReportPage(manifest: Self.manifest, initialState: DeviceState()).write(to: &page)
    let bytes = Data(page.string.utf8).base64EncodedString()
    // A window cannot be as narrow as a phone, but a frame can.
    let report = try Browser.text(
      of: "told",
      in: """
        <!DOCTYPE html><meta charset="utf-8"><pre id="told"></pre>
        <iframe style="width: \(width)px; height: 3000px; border: 0"></iframe>
        <script>
          const frame = document.querySelector("iframe");
          const bytes = Uint8Array.from(atob("\(bytes)"), (letter) => letter.charCodeAt(0));
          frame.onload = () => setTimeout(() => {
            const page = frame.contentDocument;
            for (const one of page.querySelectorAll("#tree details")) one.open = true;
            setTimeout(() => {
              const boxes = [page.documentElement, ...page.querySelectorAll("#tree .scroll")];
              const wide = boxes.filter((one) => one.scrollWidth > one.clientWidth + 1);
              document.getElementById("told").textContent = `${boxes.length} boxes, ${wide.length} too wide`;
            }, 1000);
          }, 1000);
          frame.srcdoc = new TextDecoder().decode(bytes);
        </script>
        """)
    #expect(report == "3 boxes, 0 too wide")
  }
}
