package import FlintManifest
package import FlintText

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
    /// The range of the key in its place, such as `useInAppDefault`, else of the parameter's.
    case served(ExternalValue, Range<Int>)
  }

  /// At least one shows a template, unless `version` is its only key.
  static let sections: [StaticString] = ["conditions", "parameters", "parameterGroups"]

  package let source: SourceFile
  /// In descending priority.
  let conditions: [Condition]
  /// Those outside groups first.
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

/// Where a missing value comes from. Raw values end attributes' ids.
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
  /// `true` or `false` in any case of letters, else nil.
  var bool: Bool? {
    guard case .text(let text) = self else { return nil }
    for value in [true, false]
    where text.utf8.elementsEqual("\(value)".utf8, by: { $0 | 0x20 == $1 }) {
      return value
    }
    return nil
  }
}
