package import FlintText

/// The formats that this program reads and writes, as JSON Schemas (draft 2020-12).
///
/// What a schema cannot say — that ids are declared and unique, that the lower limit of a range lies below the upper
/// one — the readers check.
package enum JSONSchema: String, CaseIterable, Sendable {
  case manifest
  case state
  case scenarios
  case evaluation

  /// Writes the schema as one document that refers to no other.
  package func write(to sink: inout ByteSink) {
    switch self {
    case .manifest: sink.append(Self.manifestText)
    case .state: sink.append(Self.stateText)
    case .scenarios: sink.append(Self.scenariosText)
    case .evaluation: sink.append(Self.evaluationText)
    }
    sink.append("\n")
    let shared: [StaticString] =
      switch self {
      case .manifest: [Self.sharedDefinitions, Self.stateDefinitions, Self.rangeDefinition]
      case .state: [Self.sharedDefinitions, Self.stateDefinitions]
      case .scenarios:
        [
          Self.sharedDefinitions, Self.stateDefinitions, Self.rangeDefinition,
          Self.outcomeDefinitions,
        ]
      case .evaluation: [Self.sharedDefinitions, Self.outcomeDefinitions]
      }
    for (index, definitions) in shared.enumerated() {
      if index > 0 { sink.append(",\n") }
      sink.append(definitions)
    }
    sink.append("\n  }\n}\n")
  }
}
