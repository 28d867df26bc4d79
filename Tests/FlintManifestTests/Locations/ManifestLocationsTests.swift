import FlintCore
import FlintModel
import FlintText
import RandomModels
import TestSupport
import Testing

@testable import FlintManifest

@Suite struct ManifestPlacesTests {
  static let text = """
    {"manifestVersion": 1,
     "features": [
      {"features": [{"constraints": {
        "permissions": ["camera", "health"],
        "platforms": {"tvOS": 9, "iOSOnly": 12},
        "conditional": [
          {"when": {"appVersion": 2}, "constraints": {"runtimeEnabled": true}},
          {"constraints": {"attributes": {"flag": true}, "permissions": ["photos"]}, "when": {"appVersion": 3}}],
        "purchases": ["A", {"anyOf": ["B", {"allOf": ["A", "C"]}]}]}, "id": "inner", "isEnabled": true}],
       "id": "outer"}],
     "attributes": [{"type": "boolean", "id": "flag"}],
     "products": [{"id": "A", "type": "nonConsumable"}, {"id": "B", "type": "nonConsumable"},
      {"id": "C", "type": "nonConsumable"}]}
    """
  let file: ManifestFile
  let locations: ManifestLocations

  init() throws {
    file = try manifestFile(Self.text)
    locations = ManifestLocations(file)
  }

  private func shown(_ range: Range<Int>) -> String {
    String(decoding: Array(Self.text.utf8)[range], as: UTF8.self)
  }

  @Test("Declarations have the location of their ids")
  func declarations() {
    #expect(shown(locations.feature(0)) == "\"outer\"")
    #expect(shown(locations.feature(1)) == "\"inner\"")
    #expect(shown(locations.value(of: .product, 2)) == "\"C\"")
    #expect(shown(locations.value(of: .attribute, 0)) == "\"flag\"")
    #expect(shown(locations.key("isEnabled", 1)) == "\"isEnabled\"")
    #expect(shown(locations.key("isEnabled", 0)) == "\"outer\"")
  }

  @Test("Each constraint has the location at which it is written")
  func constraints() {
    let own = file.manifest.features[1].constraints.indices.map {
      shown(locations.constraint(ofFeature: 1, block: nil, $0))
    }
    let only = "\"iOSOnly\""
    #expect(
      own == ["\"tvOS\""] + Platform.allCases.dropFirst().map { _ in only }
        + ["\"camera\"", "\"health\"", "\"A\"", #"{"anyOf": ["B", {"allOf": ["A", "C"]}]}"#])
    let last = own.count - 1
    #expect(shown(locations.constraint(ofFeature: 1, block: 0, 0)) == "\"runtimeEnabled\"")
    #expect(shown(locations.constraint(ofFeature: 1, block: 1, 0)) == "\"photos\"")
    #expect(shown(locations.constraint(ofFeature: 1, block: 1, 1)) == "\"flag\"")
    #expect(
      shown(locations.condition(at: .guarding(feature: 1, block: 1), [])) == #"{"appVersion": 3}"#)
    #expect(shown(locations.constraint(ofFeature: 1, block: nil, last, path: [0])) == "\"B\"")
    #expect(shown(locations.constraint(ofFeature: 1, block: nil, last, path: [1, 1])) == "\"C\"")
  }

  @Test(
    "Every part of a random manifest has a location",
    arguments: TestDepth.seeds(60, thorough: 1000))
  func random(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var writer = JSONWriter(.compact)
    ManifestWriter.write(generator.manifest(), to: &writer)
    let text = Array(writer.text.utf8)
    let file = try manifestFile(writer.text)
    let locations = ManifestLocations(file)
    for (index, feature) in file.manifest.features.enumerated() {
      let blocks: [Int?] = [nil] + feature.conditional.indices.map { $0 }
      for block in blocks {
        let constraints = block.map { feature.conditional[$0].constraints } ?? feature.constraints
        for (number, constraint) in constraints.enumerated() {
          let range = locations.constraint(ofFeature: index, block: block, number)
          let shown = String(decoding: text[range], as: UTF8.self)
          let expected = expected(constraint, in: file.manifest)
          #expect(expected.map { shown == $0 } ?? shown.hasPrefix("{"), "seed \(seed)")
        }
      }
    }
  }

  /// Returns the text at the location of a constraint, or nil for an object.
  private func expected(_ constraint: Constraint, in manifest: Manifest) -> String? {
    switch constraint {
    case .platform(let platform, _): "\"\(platform.name)\""
    case .permission(let required):
      required.statuses == nil ? "\"\(required.permission.name)\"" : nil
    case .attribute(let required): "\"\(manifest.attributes[required.attribute].id)\""
    case .purchase(.product(let product, in: nil)):
      JSONText.quoted(manifest.products[product].id)
    case .purchase: nil
    case .feature(let feature): "\"\(manifest.features[feature].id)\""
    case .condition(let condition): "\"\(manifest.conditions[condition].id)\""
    default: "\"\(constraint.kind.name)\""
    }
  }
}
