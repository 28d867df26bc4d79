import Foundation
import TestSupport

@testable import FlintInspect

/// A file of an example app for which a schema exists.
struct Example {
  let app: String

  /// Its path in the app's folder.
  let name: String
  let schema: JSONSchema
  let tree: JSONTree

  static func all() throws -> [Example] {
    var tests = URL(filePath: #filePath)
    while tests.lastPathComponent != "Tests" { tests.deleteLastPathComponent() }
    let folder = tests.deletingLastPathComponent().appending(path: "Fixtures")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return try paths.filter { $0.hasSuffix(".json") }.sorted().compactMap { path in
      let data = try Data(contentsOf: folder.appending(path: path))
      guard let tree = try? JSONTree(String(decoding: data, as: UTF8.self)) else { return nil }
      let parts = path.split(separator: "/", maxSplits: 1).map(String.init)
      return schema(of: parts[1], tree).map {
        Example(app: parts[0], name: parts[1], schema: $0, tree: tree)
      }
    }
  }

  private static func schema(of name: String, _ tree: JSONTree) -> JSONSchema? {
    if tree.member("manifestVersion") != nil { return .manifest }
    if tree.member("scenarioVersion") != nil { return .scenarios }
    if name.hasPrefix("states/") { return .state }
    return name.hasPrefix("expected/evaluate") ? .evaluation : nil
  }
}
