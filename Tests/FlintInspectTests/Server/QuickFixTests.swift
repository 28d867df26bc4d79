import FlintText
import Foundation
import RandomModels
import TestSupport
import Testing

@testable import FlintInspect

@Suite("Quick fixes")
struct QuickFixTests {
  /// Misspells a name. The server must offer the name, and accepting it must restore the text.
  @Test("Correct a misspelled name and nothing else", arguments: TestDepth.seeds(9, thorough: 300))
  func misspelt(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let text = RandomTexts.manifest(&random)
    let cut = try CutManifest(text, into: random.int(0...2), using: &random)
    let files = cut.files.reduce(into: [:]) { $0["/app/\($1.key)"] = $1.value }
    let path = random.pick(files.keys.sorted())
    let right = Array(files[path]!.utf8)
    // Without the version, a file is not a manifest unless another one includes it.
    let keys = Self.keys(in: right, besides: path == "/app/m.json" ? "manifestVersion" : nil)
    guard let range = keys.randomElement(using: &random) else { return }
    var wrong = right
    wrong.remove(at: range.lowerBound + 2)
    let client = ScriptedClient(files: files, folder: "/app")
    client.open(path, String(decoding: wrong, as: UTF8.self))
    let fixes = Self.fixes(client, path)
    let recovered = fixes.map { Self.taken($0, path, in: wrong) }
    #expect(
      recovered.contains(String(decoding: right, as: UTF8.self)),
      "seed \(seed): \(String(decoding: right[range], as: UTF8.self)), \(fixes)")
  }

  /// Applies a fix to arbitrary problems. It must edit one range and reduce the number of problems.
  @Test("Reduce the number of problems", arguments: TestDepth.seeds(30, thorough: 1000))
  func less(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let path = "/m.json"
    var text = Array(RandomTexts.manifest(&random).utf8)
    for _ in 0..<random.int(1...2) {
      let edit = RandomTexts.edit(of: text, &random)
      text.replaceSubrange(edit.range, with: Array(edit.text.utf8))
    }
    let client = ScriptedClient()
    client.open(path, String(decoding: text, as: UTF8.self))
    for (number, fix) in Self.fixes(client, path).enumerated() {
      let told = fix.objects("diagnostics").first ?? [:]
      let recovered = Self.taken(fix, path, in: text)
      client.change(path, version: number * 2 + 2, [["text": recovered]])
      let found = client.diagnostics(of: path) ?? []
      // If the fix repairs a syntax error, more problems may become visible.
      if told.text("code") != "invalid-json" {
        #expect(
          !found.contains {
            $0.text("message") == told.text("message") && $0.rangeText == told.rangeText
          }, "seed \(seed): \(fix) in \(String(decoding: text, as: UTF8.self))")
      } else {
        #expect(
          found.first { $0.text("code") == "invalid-json" }?.rangeText != told.rangeText
            || recovered != String(decoding: text, as: UTF8.self), "seed \(seed)")
      }
      client.change(
        path, version: number * 2 + 3, [["text": String(decoding: text, as: UTF8.self)]])
      client.work()
    }
  }

  private static func fixes(_ client: ScriptedClient, _ path: String) -> [[String: Any]] {
    client.list(
      "textDocument/codeAction",
      [
        "textDocument": ScriptedClient.document(path),
        "range": ScriptedClient.wholeText,
        "context": ["diagnostics": []],
      ])
  }

  /// Returns the text with the only edit of a fix applied.
  private static func taken(_ fix: [String: Any], _ path: String, in text: [UInt8]) -> String {
    let changes = fix.object("edit").object("changes")
    guard changes.count == 1, let edits = changes[FileURI.uri(path)] as? [[String: Any]],
      edits.count == 1
    else { return "" }
    return ScriptedClient.text(String(decoding: text, as: UTF8.self), after: edits)
  }

  /// Returns the quoted keys of the format that are not similar to any other key.
  private static func keys(in text: [UInt8], besides other: String?) -> [Range<Int>] {
    let known: Set<String?> = [
      "manifestVersion", "products", "attributes", "constraints", "permissions", "purchases",
      "conditional", "platforms", "runtimeEnabled", "userToggled", "appVersion", "rollout",
    ]
    var found: [Range<Int>] = []
    func collect(_ value: JSONValue) {
      for element in value.elements { collect(element) }
      for (key, member) in value.members {
        if known.contains(key.string), key.string != other { found.append(key.range) }
        if !["states", "attributes"].contains(key.string) { collect(member) }
      }
    }
    try? JSONDocument(String(decoding: text, as: UTF8.self)).withRoot { collect($0) }
    return found
  }
}
