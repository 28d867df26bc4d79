package import FlintManifest
package import FlintText

/// A Firebase Remote Config template: its conditions, and its parameters with the values that they have under these.
package struct RemoteConfigTemplate {
  struct Condition {
    let name: String
    let expression: ConditionExpression
  }

  struct Parameter {
    let key: String
    let description: String?
    let isBoolean: Bool
    /// The values that conditions give it, in the order of the conditions, which is that of their priority.
    let conditionalValues: [(condition: Int, value: Value)]
    /// The value where no condition with a value holds.
    let defaultValue: Value
  }

  enum Value {
    case text(String)
    /// A value that the template does not show, with the bytes at which it is mentioned.
    case served(ServedValue, Range<Int>)
  }

  /// The keys of which a template has at least one, where it does not have its `version` alone.
  static let sections: [StaticString] = ["conditions", "parameters", "parameterGroups"]

  package let source: SourceFile
  /// In the order of priority.
  let conditions: [Condition]
  /// Those outside of groups first.
  let parameters: [Parameter]

  /// - Throws: everything that is wrong with the template, expressions included.
  package init(
    _ source: SourceFile, _ document: JSONDocument, timeZones: any TimeZoneFiles
  ) throws(InvalidInput) {
    self.source = source
    var reader = RemoteConfigReader(document, timeZones: TimeZones(files: timeZones))
    document.withRoot { reader.read($0) }
    let problems = reader.problems.found.map(\.diagnostic) + reader.diagnostics
    guard problems.isEmpty else { throw InvalidInput(source, problems) }
    (conditions, parameters) = (reader.conditions, reader.parameters)
  }
}

/// How a device can get a value that the template does not show. The raw value ends the id of an attribute.
enum ServedValue: String, CaseIterable {
  case inAppDefault, rollout, personalization, experiment

  var displayName: String {
    switch self {
    case .inAppDefault: "in-app default"
    case .rollout: "rollout value"
    case .personalization: "personalization value"
    case .experiment: "experiment value"
    }
  }
}

extension RemoteConfigTemplate.Value {
  /// The Boolean that a text stands for, in any case of ASCII letters; nil for other texts and for values that are not
  /// shown.
  var bool: Bool? {
    guard case .text(let text) = self else { return nil }
    for value in [true, false]
    where text.utf8.elementsEqual("\(value)".utf8, by: { $0 | 0x20 == $1 }) {
      return value
    }
    return nil
  }
}
