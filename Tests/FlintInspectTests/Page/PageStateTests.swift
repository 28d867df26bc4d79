import FlintManifest
import FlintText
import Foundation
import TestSupport
import Testing

@testable import FlintInspect

@Suite("Scripts on the page", .enabled(if: Browser.isInstalled, "Chromium is not installed"))
struct PageStateTests {
  @Test("Tell the recorded texts", arguments: ExampleFile.examples("pages"))
  func page(example: ExampleFile.Example) throws {
    var script = example.text.components(separatedBy: "\n")[...]
    func header(_ name: String) -> String? {
      guard let line = script.first, line.hasPrefix("\(name): ") else { return nil }
      script = script.dropFirst()
      return String(line.dropFirst(name.count + 2))
    }
    let manifest = try header("manifest").map {
      try ManifestFile(SourceFile(path: "m.json", text: SourceText($0))).manifest
    }
    let address = header("address") ?? ""
    let found = try answers(
      from: script.joined(separator: "\n"), fragment: address, manifest: manifest)
    try example.record(found)
    #expect(found == example.expected)
  }
}
