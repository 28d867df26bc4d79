internal import FlintManifest
internal import FlintScenarios
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
  case audience

  /// Writes the schema as one document that refers to no other.
  package func write(to sink: inout ByteSink) {
    sink.append(SchemaWriter.text(of: schema, title: title))
  }

  private var title: String {
    switch self {
    case .manifest: "A manifest: an app's features and what they require"
    case .state: "A state: what a simulated device knows"
    case .scenarios: "Scenarios: what-if scripts and claims about an app's features"
    case .evaluation: "An evaluation: which features are available in a state, and why or why not"
    case .audience:
      "An audience: whom each feature reaches in a population, and what holds the rest back"
    }
  }

  private var schema: Schema {
    switch self {
    case .manifest: .manifest
    case .state: .state
    case .scenarios: .scenarios
    case .evaluation: .evaluation
    case .audience: .audience
    }
  }
}
