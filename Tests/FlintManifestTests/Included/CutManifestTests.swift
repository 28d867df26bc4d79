import FlintCore
import FlintModel
import FlintText
import RandomModels
import TestSupport
import Testing

@testable import FlintManifest

@Suite("A manifest that is split into files") struct CutManifestTests {
  @Test(
    "Equals the manifest in one file, and each declaration has its location in its file",
    arguments: TestDepth.seeds(9, thorough: 300)
  )
  func sameManifest(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let manifest = random.manifest(RandomManifestShape(features: 12))
    let cut = try CutManifest(manifest.json, into: random.int(1...12), using: &random)
    let file = try MemoryFiles(texts: cut.files).manifest()
    #expect(file.manifest == manifest, "seed \(seed)")
    let locations = ManifestLocations(file)
    let texts = file.source.files.map { Array($0.text.bytes) }
    func shown(_ range: Range<Int>) -> String {
      let original = file.source.fileRange(of: range)
      return String(decoding: texts[original.file][original.range], as: UTF8.self)
    }
    for (index, feature) in manifest.features.enumerated() {
      #expect(shown(locations.feature(index)) == JSONText.quoted(feature.id), "seed \(seed)")
    }
    for (index, product) in manifest.products.enumerated() {
      #expect(
        shown(locations.value(of: .product, index)) == JSONText.quoted(product.id), "seed \(seed)")
    }
    for (index, condition) in manifest.conditions.enumerated() {
      #expect(
        shown(locations.value(of: .condition, index)) == JSONText.quoted(condition.id),
        "seed \(seed)")
    }
  }

  @Test(
    "Has the same problems as the manifest in one file",
    arguments: TestDepth.seeds(9, thorough: 300))
  func sameMistakes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let text = try broken(random.manifest(RandomManifestShape(features: 12)).json, using: &random)
    let cut = try CutManifest(text, into: random.int(1...8), using: &random)
    let one = Self.problems(MemoryFiles(texts: ["m.json": text]))
    #expect(Self.problems(MemoryFiles(texts: cut.files)) == one, "seed \(seed)")
  }

  private func broken(_ text: String, using random: inout SeededGenerator) throws -> String {
    var text = text
    for _ in 0..<random.int(1...3) {
      let scalars = try JSONDocument(text).withRoot { root in
        var scalars: [Range<Int>] = []
        Self.collect(root.member("features"), into: &scalars)
        return scalars
      }
      guard let range = scalars.randomElement(using: &random) else { continue }
      var bytes = Array(text.utf8)
      bytes.replaceSubrange(range, with: random.pick(["\"zzz\"", "7", "{}", "[]", "null"]).utf8)
      text = String(decoding: bytes, as: UTF8.self)
    }
    return text
  }

  private static func collect(_ value: JSONValue?, into scalars: inout [Range<Int>]) {
    guard let value else { return }
    for element in value.elements { collect(element, into: &scalars) }
    for (_, member) in value.members { collect(member, into: &scalars) }
    if value.kind != .object, value.kind != .array { scalars.append(value.range) }
  }

  /// Returns the problems with the marked text instead of its location.
  private static func problems(_ files: MemoryFiles) -> [String] {
    do throws(InvalidInput) {
      _ = try files.manifest()
      return []
    } catch {
      return error.source.byFile(error.diagnostics).flatMap { file, diagnostics in
        diagnostics.map { diagnostic in
          // The marked text is compared, because the files have different layouts.
          let marked = diagnostic.range.map {
            String(decoding: file.text.bytes[$0], as: UTF8.self).filter { !$0.isWhitespace }
          }
          return "\(diagnostic.rule) \(diagnostic.message) \(marked ?? "")"
        }
      }.sorted()
    }
  }
}
