import FlintCore
import FlintModel
import RandomModels
import TestSupport
import Testing

@testable import FlintManifest

@Suite struct ManifestReaderTests {
  private func constraints(_ text: String) throws -> [String] {
    let model = try manifestFile(manifest(constraints: text)).manifest
    return model.features[0].constraints.map { constraint in
      let name = constraint.name(in: model)
      guard case .platform(_, let version) = constraint else { return name }
      return "\(name) \(version)"
    }
  }

  private static func unsupported(except platforms: Platform...) -> [String] {
    Platform.allCases.filter { !platforms.contains($0) }.map { "\($0) unsupported" }
  }

  @Test(
    "Platforms are listed as written, followed by those that an Only key excludes",
    arguments: [
      (
        #"{"iOS": 9, "macOS": "10.12.1", "tvOS": "any", "watchOS": "unsupported"}"#,
        ["iOS >= 9", "macOS >= 10.12.1", "tvOS any", "watchOS unsupported"]
      ),
      (
        #"{"visionOS": {"below": 2}, "iOS": {"atLeast": "14", "below": "17.0"}}"#,
        ["visionOS < 2", "iOS >= 14, < 17.0"]
      ),
      (
        #"{"tvOS": 11, "macOSOnly": "any"}"#,
        ["tvOS >= 11", "macOS any"] + unsupported(except: .tvOS, .macOS)
      ),
      (
        #"{"macOSOnly": "10.15", "tvOS": 11}"#,
        ["macOS >= 10.15", "tvOS >= 11"] + unsupported(except: .tvOS, .macOS)
      ),
      ("{}", []),
      (#"{"i\u004fS": 0}"#, ["iOS >= 0"]),
    ])
  func platforms(text: String, expected: [String]) throws {
    #expect(try constraints("\"platforms\": \(text)") == expected.map { "platform:" + $0 })
  }

  @Test("Constraints are sorted by kind, regardless of the order of the keys")
  func order() throws {
    #expect(
      try constraints(
        #"""
        "attributes": {"mode": "fast", "flag": false},
        "purchases": [{"product": "C", "quantity": 5}, {"anyOf": ["P", {"allOf": [{"product": "C", "quantity": 1}, "P"]}]}],
        "permissions": ["location.whenInUse", "camera"], "userToggled": {"defaultValue": false, "$why": 1},
        "runtimeEnabled": true, "appVersion": 2, "platforms": {"iOS": "any"}
        """#)
        == [
          "platform:iOS any", "appVersion", "runtimeEnabled", "userToggled",
          "permission:location.whenInUse", "permission:camera", "purchase:5xC",
          "purchase:P or (1xC and P)", "attribute:mode", "attribute:flag",
        ])
  }

  @Test("An empty list or object is valid where no element is required")
  func empty() throws {
    let text = """
      {"manifestVersion": 1, "app": {}, "products": [], "attributes": [], "states": {},
      "features": [{"id": "f", "actions": [], "features": [], "constraints":
      {"platforms": {}, "permissions": [], "purchases": [], "conditional": []}}]}
      """
    #expect(try manifestFile(text).manifest.features == [FeatureDeclaration(id: "f")])
    #expect(try manifestFile(#"{"manifestVersion": 1}"#).manifest == Manifest())
  }

  @Test("Omitted members of a declaration have their defaults")
  func defaults() throws {
    let model = try manifestFile(
      """
      {"manifestVersion": 1, "products": [{"id": "A b", "type": "consumable", "description": "d"}],
      "attributes": [{"id": "x", "type": "choice", "values": ["1", "2"], "default": "2", "owner": "user"},
      {"id": "y", "type": "boolean"}], "features": [{"id": "f", "name": "F", "isEnabled": false}]}
      """
    ).manifest
    #expect(
      model.products == [ProductDeclaration(id: "A b", type: .consumable, description: "d")])
    #expect(
      model.attributes == [
        AttributeDeclaration(
          id: "x", domain: .choice(["1", "2"]), owner: .user, defaultValue: .choice(1)),
        AttributeDeclaration(id: "y", domain: .boolean, owner: .developer),
      ])
    #expect(model.features == [FeatureDeclaration(id: "f", name: "F", isEnabled: false)])
  }

  @Test("A feature has a team, which its children inherit, and an end date")
  func teams() throws {
    let model = try manifestFile(
      #"""
      {"manifestVersion": 1, "features": [
      {"id": "a", "team": "A", "until": "2027-03-01", "features": [
        {"id": "b", "features": [{"id": "c"}]}, {"id": "d", "team": "e\u0301"}]},
      {"id": "e", "team": "\u00e9"}, {"id": "f"}]}
      """#
    ).manifest
    #expect(model.features[0].until?.description == "2027-03-01")
    #expect(model.features[1].until == nil)
    #expect(model.features[1].team == nil)
    let teams = model.features.indices.map { model.team(of: $0) }
    #expect(teams == ["A", "A", "A", "e\u{301}", "\u{E9}", nil])
    #expect(model.teams == ["A", "e\u{301}", "\u{E9}"])
    #expect(model.teams.count == 3)
  }

  @Test("Features are listed in pre-order with their parents")
  func hierarchy() throws {
    let model = try manifestFile(
      """
      {"manifestVersion": 1, "features": [
      {"features": [{"id": "b"}, {"id": "c", "features": [{"id": "d"}]}], "id": "a"}, {"id": "e"}]}
      """
    ).manifest
    #expect(model.features.map(\.id) == ["a", "b", "c", "d", "e"])
    #expect(model.features.map(\.parent) == [nil, 0, 0, 2, nil])
  }

  @Test("Product ids are distinguished by their bytes")
  func exactIDs() throws {
    let model = try manifestFile(
      """
      {"manifestVersion": 1, "products": [{"id": "\u{E9}", "type": "nonConsumable"},
      {"id": "e\u{301}", "type": "nonConsumable"}],
      "features": [{"id": "f", "constraints": {"purchases": ["e\u{301}", "\\u00e9"]}}]}
      """
    ).manifest
    #expect(
      model.features[0].constraints == [.purchase(.product(1)), .purchase(.product(0))])
  }

  @Test("Features can be nested as deep as JSON allows")
  func deep() throws {
    func nested(_ levels: Int) -> String {
      let open = (0..<levels).map { "{\"id\": \"f\($0)\", \"features\": [" }.joined()
      return "{\"manifestVersion\": 1, \"features\": [" + open
        + String(repeating: "]}", count: levels) + "]}"
    }
    #expect(try manifestFile(nested(255)).manifest.features.count == 255)
    #expect(
      problems(ofManifest: nested(256)).first?.contains("nested more than 512 deep") == true)
  }

  @Test("The time for suggestions is limited, however many names are wrong")
  func manyMisspelt() {
    // Only the first and the last name are similar to a wrong one; the others are quickly compared.
    let count = 600
    let ids = (0..<count).map { [0, count - 1].contains($0) ? "feature\($0)" : "f\($0)" }
    let declared = ids.map { "{\"id\": \"\($0)\"}" }.joined(separator: ",")
    let wrong = (0..<count).map { "\"featur\($0)x\": true" }.joined(separator: ",")
    let found = problems(
      ofManifest: """
        {"manifestVersion": 1, "features": [\(declared)], "states": {"s": {"toggles": {\(wrong)}}}}
        """)
    #expect(found.count == count)
    #expect(found[0].hasSuffix("(did you mean 'feature0'?)"))
    #expect(found[count - 1].hasSuffix("is not declared"))
  }
}

/// Returns a manifest with products P and C (a consumable), attributes flag and mode, and one feature with the given
/// constraints.
private func manifest(constraints: String) -> String {
  """
  {"manifestVersion": 1,
  "products": [{"id": "P", "type": "nonConsumable"}, {"id": "C", "type": "consumable"}],
  "attributes": [{"id": "flag", "type": "boolean"}, {"id": "mode", "type": "choice", "values": ["slow", "fast"]}],
  "features": [{"id": "f", "constraints":
  {\(constraints)}}]}
  """
}
