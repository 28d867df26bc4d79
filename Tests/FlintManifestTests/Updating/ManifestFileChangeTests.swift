import FlintCore
import FlintText
import Foundation
import RandomModels
import TestSupport
import Testing

@testable import FlintManifest

@Suite("Synchronizing a manifest file with Swift code")
struct ManifestFileChangeTests {
  /// Features `a` with `b` in it, and `c`, and a product that `b` requires.
  private static let declared = try! manifestFile(
    #"""
    { "manifestVersion": 1, "app": { "name": "Notes" }, "products": [{ "id": "P", "type": "nonConsumable" }],
      "features": [
        { "id": "a", "features": [{ "id": "b", "constraints": { "purchases": ["P"] } }] },
        { "id": "c", "constraints": { "platforms": { "iOS": "15" } } } ] }
    """#
  ).manifest

  private static func changes(_ files: [String: String]) throws -> [String: String] {
    let changes = try declared.changes(toFile: "flint.json") { files[$0] }
    return Dictionary(uniqueKeysWithValues: changes.map { ($0.path, $0.text) })
  }

  private static func same(_ one: String?, _ other: String) throws -> Bool {
    let documents = try [one ?? "null", other].map {
      try JSONSerialization.jsonObject(with: Data($0.utf8), options: .fragmentsAllowed) as? NSObject
    }
    return documents[0] == documents[1]
  }

  @Test("A missing file is created, and is then up to date")
  func creation() throws {
    let changes = try Self.changes([:])
    #expect(changes == ["flint.json": Self.declared.json])
    #expect(try Self.changes(changes) == [:])
  }

  @Test("States, the default state and extension keys are preserved")
  func keeping() throws {
    let changes = try Self.changes([
      "flint.json": #"""
      { "$schema": "s.json", "manifestVersion": 1, "x-owner": [1.50, null],
        "features": [
          { "id": "c", "x-ticket": 7, "constraints": { "x-why": "old phones", "platforms": { "iOS": 14 } } },
          { "id": "gone" } ],
        "states": { "s": { "platform": "tvOS" } }, "defaultState": "s" }
      """#
    ])
    #expect(
      try Self.same(
        changes["flint.json"],
        #"""
        { "$schema": "s.json", "manifestVersion": 1, "x-owner": [1.50, null], "app": { "name": "Notes" },
          "products": [{ "id": "P", "type": "nonConsumable" }],
          "features": [
            { "id": "a", "features": [{ "id": "b", "constraints": { "purchases": ["P"] } }] },
            { "id": "c", "x-ticket": 7, "constraints": { "x-why": "old phones", "platforms": { "iOS": "15" } } } ],
          "states": { "s": { "platform": "tvOS" } }, "defaultState": "s" }
        """#), "\(changes)")
    let keys = try #require(changes["flint.json"]).matches(of: #/\n  "([^"]+)":/#).map(\.output.1)
    #expect(
      keys == [
        "$schema", "manifestVersion", "x-owner", "app", "products", "features", "states",
        "defaultState",
      ])
    #expect(try Self.changes(changes) == [:])
  }

  @Test("A feature is updated in its included file, and new ones are added to the manifest")
  func included() throws {
    let files = [
      "flint.json": #"""
      { "manifestVersion": 1, "app": { "name": "Notes" },
        "features": [{ "id": "a", "features": [{ "include": "teams/b.json", "x-by": "B" }] }] }
      """#,
      "teams/b.json": #"""
      { "manifestVersion": 1, "x-b": 1, "products": [{ "id": "P", "type": "nonConsumable" }],
        "features": [{ "include": "../more/./d.json" }, { "id": "b" }, { "id": "gone" }] }
      """#,
      "more/d.json": #"{ "manifestVersion": 1, "features": [{ "id": "d" }] }"#,
    ]
    let changes = try Self.changes(files)
    #expect(
      try Self.same(
        changes["flint.json"],
        #"""
        { "manifestVersion": 1, "app": { "name": "Notes" },
          "features": [{ "id": "a", "features": [{ "include": "teams/b.json", "x-by": "B" }] },
                       { "id": "c", "constraints": { "platforms": { "iOS": "15" } } }] }
        """#))
    #expect(
      try Self.same(
        changes["teams/b.json"],
        #"""
        { "manifestVersion": 1, "x-b": 1, "products": [{ "id": "P", "type": "nonConsumable" }],
          "features": [{ "include": "../more/./d.json" }, { "id": "b", "constraints": { "purchases": ["P"] } }] }
        """#))
    #expect(
      try Self.same(changes["more/d.json"], #"{ "manifestVersion": 1, "features": [] }"#))
    #expect(try Self.changes(files.merging(changes) { $1 }) == [:])
  }

  @Test(
    "An invalid file is left unchanged",
    arguments: [
      (["flint.json": "{"], "flint.json"),
      (["flint.json": #"{ "features": [{ "include": "b.json" }] }"#], "b.json: included, but"),
      (
        ["flint.json": #"{ "features": [{ "include": "flint.json" }] }"#], "flint.json: included tw"
      ),
    ])
  func problems(_ files: [String: String], _ expected: String) {
    let error = #expect(throws: ManifestFileProblem.self) { try Self.changes(files) }
    #expect(error?.description.hasPrefix(expected) == true)
  }

  @Test(
    "Any manifest is up to date with itself, and one change is found until it is written",
    arguments: 1...60)
  func random(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (old, new) = (random.manifest(), random.manifest())
    #expect(try new.changes(toFile: "m") { _ in new.json } == [])
    let changes = try new.changes(toFile: "m") { _ in old.json }
    let text = changes.first?.text ?? old.json
    #expect(try manifestFile(text).manifest.json == new.json, "seed \(seed)")
    #expect(try new.changes(toFile: "m") { _ in text } == [], "seed \(seed)")
  }
}
