import FlintManifest
import FlintModel
import FlintText
import Foundation
import TestSupport
import Testing

@testable import FlintInspect

/// The manifest of the page, unless a test has its own.
let pageFile: ManifestFile = {
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

/// Returns the texts that a script on the page reports with its function `tell`.
func answers(
  from script: String, fragment: String = "", manifest: Manifest? = nil
) throws -> [String] {
  var page = ByteSink()
  ReportPage(manifest: manifest ?? pageFile.manifest, initialState: DeviceState()).write(to: &page)
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
      const copied = {};
      Object.defineProperty(navigator, "clipboard", {
        value: { writeText: async (text) => { copied.text = text; } },
      });
      const tell = (...answers) => {
        const bytes = new TextEncoder().encode(JSON.stringify(answers));
        document.getElementById("answers").textContent =
          btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
      };
      \(script);
    }</script>
    """
  let answer = try Browser.text(of: "answers", in: page.string + helpers, fragment: fragment)
  let data = try #require(Data(base64Encoded: answer))
  return try #require(try JSONSerialization.jsonObject(with: data) as? [String])
}
