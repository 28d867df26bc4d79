import FlintModel
import FlintText
import Testing

@testable import FlintManifest

@Suite("Ignored findings") struct IgnoredFindingsTests {
  /// Findings of the rule `r` at each of these ids, and what is left of them, as `rule id`.
  private func left(
    _ file: ManifestFile, severity: Diagnostic.Severity = .warning, unchecked: Set<String> = []
  ) -> [String] {
    let locations = ManifestLocations(file)
    let ids = file.manifest.features.map(\.id) + file.manifest.products.map(\.id)
    let ranges =
      file.manifest.features.indices.map(locations.feature)
      + file.manifest.products.indices.map { locations.value(of: .product, $0) }
    let found = zip(ids, ranges).map { id, range in
      Diagnostic(severity, rule: "r", message: id, range: range)
    }
    return file.withoutIgnored(found, unchecked: unchecked).map { diagnostic in
      diagnostic.rule == "r"
        ? "r \(diagnostic.message)" : "\(diagnostic.rule) \(diagnostic.feature ?? "-")"
    }
  }

  private func file(_ features: String, products: String = "") throws -> ManifestFile {
    try manifestFile(
      #"{"manifestVersion": 1, "features": [\#(features)], "products": [\#(products)]}"#)
  }

  @Test("Are those at the declaration, and at what it contains")
  func inside() throws {
    let features = #"{"id": "a", "ignore": ["r"], "features": [{"id": "b"}]}, {"id": "c"}"#
    let products =
      #"{"id": "P", "type": "consumable", "ignore": ["r"]}, {"id": "Q", "type": "consumable"}"#
    #expect(left(try file(features, products: products)) == ["r c", "r Q"])
  }

  @Test("Can be in a file that a feature includes")
  func included() throws {
    let files = MemoryFiles(texts: [
      "m.json":
        #"{"manifestVersion": 1, "features": [{"id": "a", "ignore": ["r"], "features": [{"include": "b.json"}]}, {"id": "d"}]}"#,
      "b.json":
        #"{"manifestVersion": 1, "features": [{"id": "b", "features": [{"id": "c"}]}], "products": [{"id": "P", "type": "consumable"}]}"#,
    ])
    #expect(left(try files.manifest()) == ["r d", "r P"])
  }

  @Test("Are no errors, and a rule without a finding is reported unless it was not checked")
  func unused() throws {
    let one = try file(#"{"id": "a", "ignore": ["r"]}"#)
    #expect(left(one, severity: .error) == ["r a", "unused-ignore a"])
    let other = try file(#"{"id": "a", "ignore": ["s", "t"]}"#)
    #expect(left(other, unchecked: ["s"]) == ["r a", "unused-ignore a"])
    let product = try file("", products: #"{"id": "P", "type": "consumable", "ignore": ["s"]}"#)
    #expect(left(product) == ["r P", "unused-ignore -"])
  }

  @Test("Can be unused ones")
  func unusedIgnore() throws {
    let one = try file(
      #"{"id": "a", "ignore": ["unused-ignore"], "features": [{"id": "b", "ignore": ["s"]}]}"#)
    #expect(left(one) == ["r a", "r b"])
    let nothing = try file(#"{"id": "a", "ignore": ["unused-ignore"]}"#)
    #expect(left(nothing) == ["r a", "unused-ignore a"])
  }

  @Test("Code is a member of a type, or a text in quotes")
  func codes() throws {
    let one = try file(
      #"{"id": "a", "code": ["App.Flag.b", "\"x \"y\""]}, {"id": "b", "code": "A.b"}, {"id": "c"}"#)
    #expect(one.codes == [["App.Flag.b", "\"x \"y\""], ["A.b"], []])
    #expect(FeatureCode("App.Flag.b") == .member(type: "Flag", name: "b"))
    #expect(FeatureCode("\"x \"y\"") == .text("x \"y"))
    for wrong in ["", "a", "a.", ".a", "a b.c", "\"\"", "\"a", "a\".b"] {
      #expect(FeatureCode(wrong) == nil, "\(wrong)")
    }
  }
}
