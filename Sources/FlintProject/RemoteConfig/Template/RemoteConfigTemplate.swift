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
    /// The values that the parameter has under conditions, each with the index of its condition in
    /// ``RemoteConfigTemplate/conditions``. They are sorted by this index, because the first satisfied condition
    /// determines the value.
    var conditionalValues: [(condition: Int, value: Value)]
    /// The value of the parameter if none of the conditions in ``conditionalValues`` is satisfied.
    var defaultValue: Value
  }

  enum Value {
    case text(String)
    /// A parameter value that is missing in the Firebase Remote Config template, because the app or Firebase provides
    /// it. The range is the byte range of the key that the template contains in place of the value, such as
    /// `useInAppDefault`. If the template contains no default value at all, it is the byte range of the parameter's
    /// key.
    case served(ExternalValue, Range<Int>)
  }

  /// The keys by which a JSON file is recognized as a Firebase Remote Config template. A template has at least one of
  /// them, unless `version` is its only key.
  static let sections: [StaticString] = ["conditions", "parameters", "parameterGroups"]

  package let source: SourceFile
  /// The conditions of the Firebase Remote Config template, in descending order of their priority.
  let conditions: [Condition]
  /// The parameters of the Firebase Remote Config template. Those outside of parameter groups come first.
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

/// The source of a parameter value that a Firebase Remote Config template does not contain, because the app or Firebase
/// provides it. The raw value is the last part of the id of the attribute that represents such a value in a manifest.
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
  /// The Boolean that the parameter value means if it is the text `true` or `false`, in upper or lower case. Nil for
  /// other texts, and for values that the template does not contain.
  var bool: Bool? {
    guard case .text(let text) = self else { return nil }
    for value in [true, false]
    where text.utf8.elementsEqual("\(value)".utf8, by: { $0 | 0x20 == $1 }) {
      return value
    }
    return nil
  }
}
