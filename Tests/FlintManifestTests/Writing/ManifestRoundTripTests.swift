import FlintCore
import FlintModel
import FlintText
import RandomModels
import TestSupport
import Testing

@testable import FlintManifest

@Suite struct ManifestRoundTripTests {
  /// Returns a random manifest that also has named states and descriptions.
  private func randomManifest(_ generator: inout SeededGenerator) -> Manifest {
    let manifest = generator.manifest()
    let states = (0..<generator.int(0...3)).map { index in
      Manifest.NamedState(
        name: generator.pick(["state \(index)", "状態\(index)", "\"\(index)\u{7F}"]),
        state: generator.state(for: manifest))
    }
    return Manifest(
      app: manifest.app, groups: manifest.groups,
      products: manifest.products + [
        ProductDeclaration(id: "last", type: .nonConsumable, description: "two\nlines")
      ],
      attributes: manifest.attributes, conditions: manifest.conditions,
      assumptions: manifest.assumptions,
      buckets: manifest.buckets, features: manifest.features, states: states,
      defaultState: states.last?.name)
  }

  @Test(
    "A written manifest is read as the same model",
    arguments: TestDepth.seeds(36, thorough: 1000))
  func manifests(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let manifest = randomManifest(&generator)
    var writer = JSONWriter(generator.oneIn(2) ? .pretty : .compact)
    ManifestWriter.write(manifest, to: &writer)
    let text = writer.text
    #expect(problems(ofManifest: text) == [], "seed \(seed)")
    let read = try manifestFile(text).manifest
    #expect(read == manifest, "seed \(seed)")
    #expect(versions(in: read) == versions(in: manifest), "seed \(seed)")
  }

  /// Returns the versions as written, because equal ones may be written differently.
  private func versions(in manifest: Manifest) -> [String] {
    var shown: [String] = []
    manifest.forEachRequirement { constraint in
      switch constraint {
      case .platform(_, let version): shown.append(version.description)
      case .device(let requirement):
        if let range = requirement.accepted.versionRange { shown.append(range.description) }
      default: break
      }
    }
    return shown + manifest.states.map(\.state.osVersion.description)
  }

  @Test(
    "A written state is read as the same state", arguments: TestDepth.seeds(60, thorough: 1000))
  func states(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var manifestWriter = JSONWriter(.compact)
    ManifestWriter.write(randomManifest(&generator), to: &manifestWriter)
    let file = try manifestFile(manifestWriter.text)
    let state = generator.state(for: file.manifest)
    var writer = JSONWriter(.pretty)
    StateWriter.write(state, of: file.manifest, to: &writer)
    let text = writer.text
    #expect(problems(ofState: text, for: file) == [], "seed \(seed)")
    let source = SourceFile(path: "s.json", text: SourceText(text))
    #expect(try file.state(in: source) == state, "seed \(seed)")
  }

  @Test("Default and empty members are omitted, and the rest is formatted for reading")
  func layout() throws {
    let text = """
      {
        "manifestVersion": 1,
        "app": {
          "name": "Player"
        },
        "features": [
          {
            "id": "group",
            "features": [
              {
                "id": "inner",
                "name": "Inner",
                "constraints": {
                  "platforms": {
                    "iOS": "9",
                    "tvOS": {
                      "below": "17"
                    }
                  },
                  "runtimeEnabled": true
                }
              }
            ]
          },
          {
            "id": "last"
          }
        ]
      }
      """
    var writer = JSONWriter(.pretty)
    ManifestWriter.write(try manifestFile(text).manifest, to: &writer)
    #expect(writer.text == text)
  }
}
