package import FlintManifest
package import FlintText

/// A Firebase Remote Config template: conditions, and parameters with values that depend on the conditions.
package struct RemoteConfigTemplate {
  struct Condition {
    let name: String
    let expression: ConditionExpression
  }

  struct Parameter {
    let key: String
    let description: String?
    let isBoolean: Bool
    /// The values that the parameter has under conditions, each with the index of its condition in the template's list
    /// of conditions. They are sorted by this index, because the first satisfied condition determines the value.
    let conditionalValues: [(condition: Int, value: Value)]
    /// The value if none of the conditions in ``conditionalValues`` is satisfied.
    let defaultValue: Value
  }

  enum Value {
    case text(String)
    /// A value that is missing in the template, because the app or Firebase provides it. The range is the byte range of
    /// the key that the template contains in place of the value, such as `useInAppDefault`. If the template contains no
    /// default value at all, it is the byte range of the parameter's key.
    case served(ExternalValue, Range<Int>)
  }

  /// The keys by which a file is recognized as a template. A template has at least one of them, unless `version` is its
  /// only key.
  static let sections: [StaticString] = ["conditions", "parameters", "parameterGroups"]

  package let source: SourceFile
  /// The conditions, in descending order of their priority.
  let conditions: [Condition]
  /// The parameters. Those outside of parameter groups come first.
  let parameters: [Parameter]

  package init(
    _ source: SourceFile, _ document: JSONDocument, timeZones: any TimeZoneFiles
  ) throws(InvalidInput) {
    self.source = source
    var reader = RemoteConfigReader(document, timeZones: TimeZones(files: timeZones))
    document.withRoot { reader.read($0) }
    let problems = reader.problems.found.map(\.diagnostic) + reader.diagnostics
    guard problems.isEmpty else {
      throw InvalidInput(source, source.addingFirstDeclarations(reader.repetitions, to: problems))
    }
    (conditions, parameters) = (reader.conditions, reader.parameters)
  }
}

/// The source of a value that is missing in a template. The raw value is the last part of the id of the attribute that
/// represents the missing value in a manifest.
enum ExternalValue: String, CaseIterable {
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
  /// The Boolean that the text `true` or `false` means, in upper or lower case. Nil for other texts, and for values
  /// that the template does not contain.
  var bool: Bool? {
    guard case .text(let text) = self else { return nil }
    for value in [true, false]
    where text.utf8.elementsEqual("\(value)".utf8, by: { $0 | 0x20 == $1 }) {
      return value
    }
    return nil
  }
}
