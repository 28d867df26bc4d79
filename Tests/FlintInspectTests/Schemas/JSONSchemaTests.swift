import FlintModel
import FlintText
import Foundation
import Testing

@testable import FlintInspect

@Suite("JSON Schemas")
struct JSONSchemaTests {
  private func schema(_ schema: JSONSchema) throws -> [String: Any] {
    var sink = ByteSink()
    schema.write(to: &sink)
    return try object(sink.string)
  }

  private func definitions(of name: JSONSchema) throws -> [String: [String: Any]] {
    try #require(try schema(name)["$defs"] as? [String: [String: Any]], "\(name)")
  }

  @Test("Each schema is valid JSON of draft 2020-12", arguments: JSONSchema.allCases)
  func draft(_ name: JSONSchema) throws {
    let schema = try schema(name)
    #expect(schema["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
    #expect(schema["$defs"] is [String: Any])
  }

  @Test("No object of a schema contains a duplicate key", arguments: JSONSchema.allCases)
  func keys(_ schema: JSONSchema) throws {
    var sink = ByteSink()
    schema.write(to: &sink)
    #expect(try JSONDocument(sink.string).duplicateKeys.isEmpty)
  }

  @Test(
    "Every reference leads to a definition, and every definition is used",
    arguments: JSONSchema.allCases)
  func references(_ name: JSONSchema) throws {
    let schema = try schema(name)
    let definitions = try jsonObject(schema["$defs"])
    var used: Set<String> = []
    func collect(_ value: Any) {
      if let object = value as? [String: Any] {
        if let reference = object["$ref"] as? String { used.insert(reference) }
        object.values.forEach(collect)
      }
      if let array = value as? [Any] { array.forEach(collect) }
    }
    collect(schema)
    #expect(used == Set(definitions.keys.map { "#/$defs/" + $0 }))
  }

  @Test("Objects with a fixed set of keys accept no others", arguments: JSONSchema.allCases)
  func closed(_ name: JSONSchema) throws {
    func check(_ value: Any, _ path: String) {
      if let object = value as? [String: Any] {
        if object["type"] as? String == "object" {
          let isClosed =
            object["additionalProperties"] != nil || object["unevaluatedProperties"] != nil
          // The two branches of a condition narrow an object that is closed by its parent schema.
          #expect(isClosed || path.hasSuffix("nextStep"), "\(path) takes any key")
        }
        for (key, member) in object { check(member, path + "/" + key) }
      }
      if let array = value as? [Any] {
        for (index, element) in array.enumerated() { check(element, "\(path)/\(index)") }
      }
    }
    check(try schema(name), "")
  }

  private static let files: Set<JSONSchema> = [.manifest, .state, .scenarios]

  @Test(
    "Every key of a result has a description without a final period",
    arguments: JSONSchema.allCases.filter { !files.contains($0) })
  func documentation(_ name: JSONSchema) throws {
    func check(_ value: Any, _ path: String) {
      if let object = value as? [String: Any] {
        if object["additionalProperties"] as? Bool == false,
          let properties = object["properties"] as? [String: [String: Any]]
        {
          for (key, schema) in properties {
            let text = schema["description"] as? String ?? ""
            #expect(!text.isEmpty && !text.hasSuffix("."), "\(path)/\(key)")
          }
        }
        for (key, member) in object { check(member, path + "/" + key) }
      }
      if let array = value as? [Any] {
        for (index, element) in array.enumerated() { check(element, "\(path)/\(index)") }
      }
    }
    check(try schema(name), "")
  }

  @Test("A definition with the same name is equal in all results")
  func definitions() throws {
    var known: [String: NSDictionary] = [:]
    for name in JSONSchema.allCases where !Self.files.contains(name) {
      for (definition, content) in try definitions(of: name) {
        let content = content as NSDictionary
        #expect(known[definition] ?? content == content, "\(name): \(definition)")
        known[definition] = content
      }
    }
  }

  private static let enumerations: [(JSONSchema, String, [String])] = [
    (.manifest, "platform", Platform.allCases.map(\.name)),
    (.manifest, "permission", SystemPermission.allCases.map(\.name)),
    (.state, "permissionStatus", SystemPermissionStatus.allCases.map(\.name)),
    (.state, "purchaseStatus", PurchaseStatus.allCases.map(\.name)),
    (.evaluation, "featureStatus", FeatureStatus.allCases.map(\.name)),
    (.scenarios, "action", NextStep.Action.allCases.map(\.name)),
  ]

  @Test("The names in the schemas are those of the model", arguments: enumerations)
  func names(_ name: JSONSchema, _ definition: String, _ expected: [String]) throws {
    #expect(try definitions(of: name)[definition]?["enum"] as? [String] == expected)
  }
}
