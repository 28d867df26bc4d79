import FlintAnalysis
import FlintManifest
import FlintText
import Foundation
import RandomModels
import TestSupport
import Testing

@testable import FlintInspect

@Suite("Diagnostics after random edits")
struct RandomEditTests {
  @Test("Equal those of `validate` in every file", arguments: TestDepth.seeds(4, thorough: 200))
  func edits(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let text = RandomTexts.manifest(&random)
    let cut = try CutManifest(text, into: random.int(0...3), using: &random)
    var texts = cut.files.reduce(into: [:]) { $0["/app/\($1.key)"] = Array($1.value.utf8) }
    let client = ScriptedClient(
      files: texts.mapValues { String(decoding: $0, as: UTF8.self) }, folder: "/app")
    var open = Set(random.some(of: texts.keys.sorted()))
    if open.isEmpty { open = ["/app/m.json"] }
    for path in open.sorted() { client.open(path, String(decoding: texts[path]!, as: UTF8.self)) }
    var shown: [String: [[String: Any]]] = [:]
    for version in 2..<27 {
      let path = random.pick(texts.keys.sorted())
      let old = texts[path]!
      let edit = RandomTexts.edit(of: old, &random)
      texts[path]!.replaceSubrange(edit.range, with: Array(edit.text.utf8))
      if open.contains(path) {
        client.change(path, version: version, [Self.change(edit, of: old)])
      } else {
        client.write(String(decoding: texts[path]!, as: UTF8.self), to: path)
      }
      client.work()
      for (path, diagnostics) in client.published() { shown[path] = diagnostics }
      check(shown, Texts(texts: texts), of: open, "seed \(seed), edit \(version)")
      // Most edits that cause errors are undone.
      if random.oneIn(3) { continue }
      texts[path] = old
      if open.contains(path) {
        client.change(path, version: version, [["text": String(decoding: old, as: UTF8.self)]])
      } else {
        client.write(String(decoding: old, as: UTF8.self), to: path)
      }
    }
  }

  private static func change(_ edit: RandomTexts.Edit, of text: [UInt8]) -> [String: Any] {
    let old = String(decoding: text, as: UTF8.self)
    return [
      "range": [
        "start": ScriptedClient.position(of: edit.range.lowerBound, in: old),
        "end": ScriptedClient.position(of: edit.range.upperBound, in: old),
      ], "text": edit.text,
    ]
  }

  /// Compares the diagnostics of every file with the output of `validate` for the manifest.
  private func check(
    _ shown: [String: [[String: Any]]], _ texts: Texts, of open: Set<String>, _ comment: Comment
  ) {
    let (source, expected) = texts.validate()
    let parts = Set(source.files.map(\.path))
    // A file that is no longer a part is checked as a separate manifest or not at all. A closed manifest must still be
    // recognizable.
    let manifest = texts.texts["/app/m.json"] ?? []
    let kind = TextSnapshot(path: "", text: SourceText(manifest), encoding: .utf16).kind
    guard open.isSubset(of: parts), open.contains("/app/m.json") || kind == .manifest else {
      return
    }
    let isJSON = !expected.contains { $0.contains { $0.rule == "invalid-json" } }
    for (file, expected) in zip(source.files, expected) {
      let lines = TextLines(SourceText(texts.texts[file.path] ?? []), .utf16)
      let expected = expected.map { diagnostic in
        let range = diagnostic.range ?? 0..<0
        let (start, end) = (
          lines.position(of: range.lowerBound), lines.position(of: range.upperBound)
        )
        return "\(start.line):\(start.character)-\(end.line):\(end.character)"
          + " \(diagnostic.rule) \(visible(diagnostic.message))"
      }
      var said = (shown[file.path] ?? []).map {
        "\($0.rangeText) \($0.text("code")) \($0.text("message"))"
      }
      // For invalid JSON, the server reports additional problems.
      if !isJSON { said.removeAll { !expected.contains($0) && !$0.contains("invalid-json") } }
      #expect(
        said == expected,
        "\(comment): \(file.path) \(String(decoding: texts.texts[file.path] ?? [], as: UTF8.self))")
    }
    for (path, diagnostics) in shown where isJSON && !parts.contains(path) {
      #expect(diagnostics.isEmpty, "\(comment): \(path)")
    }
  }
}

/// The files for `validate`.
private struct Texts: ManifestFiles {
  let texts: [String: [UInt8]]

  func realPath(of path: String) -> String? {
    guard let path = Workspace.normalized(path) else { return nil }
    return texts.keys.contains { $0 == path || $0.hasPrefix(path + "/") } ? path : nil
  }

  func read(_ path: String) throws(UnreadableFile) -> SourceFile {
    guard let text = texts[path] else { throw UnreadableFile("it is a folder") }
    return SourceFile(path: path, text: SourceText(text))
  }

  func names(in folder: String) -> [String] { Disk.names(of: texts.keys, in: folder) }

  /// Returns the diagnostics of the manifest `m.json` for each file.
  func validate() -> (source: SourceFile, diagnostics: [[Diagnostic]]) {
    let path = "/app/m.json"
    let source: SourceFile
    let found: [Diagnostic]
    do throws(InvalidInput) {
      let file = try ManifestFile(
        SourceFile(path: path, text: SourceText(texts[path] ?? [])), including: self)
      (source, found) = (file.source, ProvenFindings.diagnostics(in: file))
    } catch {
      (source, found) = (error.source, error.diagnostics)
    }
    return (source, source.byFile(found).map { DiagnosticFormatter.sorted($0.diagnostics) })
  }
}
