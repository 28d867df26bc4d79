/// The keys that one kind of JSON object may have, usually an enumeration with one case for each key. The code that
/// reads these objects switches over the cases, and the JSON Schema of the objects is made from the cases.
package protocol ObjectKey: CaseIterable, Sendable {
  var name: String { get }

  /// Whether each object of this kind must have the key.
  var isRequired: Bool { get }

  /// The JSON Schema of the key's value.
  var schema: Schema { get }
}

extension ObjectKey {
  package var isRequired: Bool { false }
}

extension Schema {
  /// The schema keyword that permits extension keys, which begin with `$` or `x-`. It is added to the schemas of
  /// objects that permit no other unknown keys.
  package static var extensionKeys: KeyValuePairs<String, Schema> {
    ["patternProperties": ["^([$]|x-)": true]]
  }

  /// Returns the schema of an object that may have the given keys and extension keys, and no others.
  ///
  /// - Parameter more: additional keywords of the schema.
  package static func object(
    _ keys: [any ObjectKey], _ more: KeyValuePairs<String, Schema> = [:]
  ) -> Schema {
    let required = keys.filter(\.isRequired).map(\.name)
    return Schema.closed(keys.map { ($0.name, $0.schema) }, required: required)
      .with(extensionKeys).with(more)
  }
}
