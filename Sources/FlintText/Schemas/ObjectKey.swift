/// The keys of one kind of object, and what stands under each: its reader switches over them, and its schema lists them.
package protocol ObjectKey: CaseIterable, Sendable {
  var name: String { get }

  /// Whether every such object has it.
  var isRequired: Bool { get }

  /// Of what stands under the key.
  var schema: Schema { get }
}

extension ObjectKey {
  package var isRequired: Bool { false }
}

extension Schema {
  /// Keys that every format with keys of its own passes over.
  package static var authorsOwn: KeyValuePairs<String, Schema> {
    ["patternProperties": ["^([$]|x-)": true]]
  }

  /// An object with no other keys than these and, as every format has it, the author's own.
  package static func object(
    _ keys: [any ObjectKey], _ more: KeyValuePairs<String, Schema> = [:]
  ) -> Schema {
    let required = keys.filter(\.isRequired).map(\.name)
    return Schema.closed(keys.map { ($0.name, $0.schema) }, required: required)
      .with(authorsOwn).with(more)
  }
}
