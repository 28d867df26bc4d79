import FlintAnalysis
import FlintManifest
import FlintModel
import FlintText
import Testing

@Suite("The history of statuses") struct StatusHistoryTests {
  private static func file(_ features: String, products: String = "[]") throws -> ManifestFile {
    try ManifestFile(
      SourceFile(
        path: "m.json",
        text: SourceText(
          "{\"manifestVersion\": 1, \"products\": \(products), \"features\": \(features)}")))
  }

  private static let versions = [
    #"[{"id": "turbo", "name": "Turbo"}]"#,
    #"[{"id": "turbo", "name": "Turbo mode", "constraints": {"permissions": ["camera"]}}]"#,
    #"[{"id": "all", "constraints": {"platforms": {"iOS": 18}}, "features": [{"id": "turbo"}]}]"#,
    #"[{"id": "all"}]"#,
  ]

  private static func add(_ version: Int, to history: inout StatusHistory) throws {
    let file = try file(versions[version])
    let state = DeviceState(osVersion: .version(17))
    history.add(version: version, with: file.names, Evaluator(file.manifest, in: state))
  }

  @Test("Contains each change with the blockers since then")
  func changes() throws {
    var history = StatusHistory(of: [("turbo", "turbo"), ("all", "all")])
    for version in Self.versions.indices { try Self.add(version, to: &history) }
    let turbo = history.features[0]
    #expect(turbo.name == "turbo")
    #expect(turbo.status == nil)
    #expect(turbo.firstStatus == .available)
    #expect(turbo.changes.map(\.version) == [0, 1, 2, 3])
    #expect(turbo.changes.map(\.old) == [nil, .available, .undetermined, .unavailable])
    #expect(turbo.changes.map(\.new) == [.available, .undetermined, .unavailable, nil])
    #expect(turbo.changes.map { $0.blockers.map(\.feature) } == [[], ["turbo"], ["all"], []])
    #expect(
      turbo.changes.map { $0.blockers.map(\.constraint) }
        == [[], ["permission:camera"], ["platform:iOS"], []])
    #expect(turbo.changes[1].reason == "the camera permission has not been requested yet")
    #expect(turbo.changes[3].reason == nil)
    #expect(history.features[1].changes.map(\.new) == [.unavailable, .available])
  }

  @Test("Contains the change between each two statuses", arguments: [0, 1, 2], [0, 1, 2])
  func everyChange(from old: Int, to new: Int) throws {
    let statuses: [FeatureStatus] = [.available, .undetermined, .unavailable]
    var history = StatusHistory(of: [("turbo", "turbo")])
    for version in [old, new] { try Self.add(version, to: &history) }
    let expected = old == new ? [statuses[old]] : [statuses[old], statuses[new]]
    #expect(history.features[0].changes.map(\.new) == expected)
  }

  @Test("Begins with a version that is not a change, and starts at a given version")
  func beginning() throws {
    let state = DeviceState(osVersion: .version(17))
    var history = StatusHistory(of: [("turbo", "turbo")])
    let files = try Self.versions.map { try Self.file($0) }
    history.recordFirstStatuses(with: files[0].names, Evaluator(files[0].manifest, in: state))
    history.add(version: nil, with: files[1].names, Evaluator(files[1].manifest, in: state))
    try Self.add(2, to: &history)
    #expect(history.features[0].firstStatus == .available)
    #expect(history.features[0].changes.map(\.old) == [.undetermined])
  }

  @Test("Accepts the ids of all manifests, and uses the first declaration of each")
  func union() throws {
    let products = #"[{"id": "A", "type": "consumable"}]"#
    var union = ManifestUnion(try Self.file(Self.versions[1], products: products))
    union.add(try Self.file(Self.versions[3]).manifest)
    let other = #"[{"id": "B", "type": "nonConsumable"}, {"id": "A", "type": "nonConsumable"}]"#
    union.add(try Self.file(Self.versions[0], products: other).manifest)
    #expect(union.manifest.features.map(\.id) == ["turbo", "all"])
    #expect(union.manifest.features.map(\.name) == ["Turbo mode", "all"])
    #expect(union.manifest.products.map(\.id) == ["A", "B"])
    #expect(union.manifest.products[0].type == .consumable)
    #expect(union.names.features.index(of: "all") == 1)
    #expect(union.names.products.index(of: "B") == 1)
  }
}
