/// The keys of one kind of JSON object, with the schema of each value. The reader switches over them, and the JSON
/// Schema lists them.
package protocol ObjectKey: CaseIterable, Sendable {
  var name: String { get }

  /// Whether every object must have the key.
  var isRequired: Bool { get }

  /// The schema of the key's value.
  var schema: Schema { get }
}

extension ObjectKey {
  package var isRequired: Bool { false }
}

extension Schema {
  /// The extension keys that every closed object accepts: those that begin with `$` or `x-`.
  package static var authorsOwn: KeyValuePairs<String, Schema> {
    ["patternProperties": ["^([$]|x-)": true]]
  }

  /// An object with these keys, extension keys, and no others.
  package static func object(
    _ keys: [any ObjectKey], _ more: KeyValuePairs<String, Schema> = [:]
  ) -> Schema {
    let required = keys.filter(\.isRequired).map(\.name)
    return Schema.closed(keys.map { ($0.name, $0.schema) }, required: required)
      .with(authorsOwn).with(more)
  }
}
