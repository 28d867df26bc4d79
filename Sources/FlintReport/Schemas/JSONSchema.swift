internal import FlintManifest
internal import FlintPopulation
internal import FlintScenarios
package import FlintText

/// The formats that the program reads and writes, as JSON Schemas (draft 2020-12).
///
/// A schema cannot express all rules of a format. For example, it cannot require that ids are declared and unique, or
/// that the lower limit of a range is below the upper one. The readers check these rules.
package enum JSONSchema: String, CaseIterable, Sendable {
  // Input files.
  case manifest, state, scenarios

  // Results, in the order of the commands.
  case evaluation, explanation, findings, test, cover, impact, matrix, plan, diff, history, audience
  case stream

  /// Writes the schema as a self-contained document.
  package func write(to sink: inout ByteSink) {
    sink.append(SchemaWriter.text(of: schema, title: title))
  }

  package var title: String {
    switch self {
    case .manifest: "A manifest: an app's features and what they require"
    case .state: "A state: the settings of a simulated device"
    case .scenarios: "Scenarios: tests of an app's features, with steps, cases and claims"
    case .evaluation: "The status of each feature in a state, with reasons"
    case .explanation: "All details of one feature and its ancestors"
    case .findings: "The findings of a manifest check"
    case .test: "The results of scenarios, with coverage and mutation score"
    case .cover: "The smallest set of states that shows each feature in every possible status"
    case .impact: "The features that depend on a product, permission, attribute or feature"
    case .matrix: "The status of every feature in several states"
    case .plan: "The smallest sets of changes that make a feature available"
    case .diff: "The features whose availability changes between two manifests"
    case .history: "The commits that changed the status of features"
    case .audience: "The number of users who have each feature, and the reasons why others lack it"
    case .stream: "The status of each feature in one state of a stream"
    }
  }

  private var schema: Schema {
    switch self {
    case .manifest: Grammar.manifest.schema
    case .state: Grammar.state.schema
    case .scenarios: Grammar.scenarios.schema
    case .evaluation: .evaluation
    case .explanation: ExplanationJSON.schema
    case .findings: FindingsJSON.json.schema
    case .test: ScenarioJSON.json.schema
    case .cover: CoverReport.json.schema
    case .impact: ImpactReport.json.schema
    case .matrix: MatrixReport.json.schema
    case .plan: PlanReport.json.schema
    case .diff: DifferenceReport.json.schema
    case .history: HistoryReport.json.schema
    case .audience: AudienceJSON.schema
    case .stream: .streamLine
    }
  }
}
