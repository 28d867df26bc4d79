/// Schemas of input files and results, in draft 2020-12. What schemas cannot express is checked
/// when a file is read.
enum JSONSchema: String, CaseIterable {
  // Input files.
  case manifest, state, scenarios

  // Results, in the order of the commands.
  case evaluation, explanation, findings, test, cover, impact, matrix, plan, diff, history, audience
  case stream

  func write(to sink: inout ByteSink) {
    sink.append(SchemaWriter.text(of: schema, title: title))
  }

  var title: String {
    switch self {
    case .manifest: "A manifest declares an app's features and their requirements"
    case .state:
      "A state describes a device and its user, such as platform, purchases and permissions"
    case .scenarios:
      "A scenarios file contains tests of a manifest: stories, lists of cases, and claims"
    case .evaluation: "The result lists the status of each feature in a state, with the reasons"
    case .explanation:
      "The result lists all details of one feature and of the features that contain it"
    case .findings: "The result lists the errors, warnings and notes about a manifest"
    case .test:
      "The result lists the scenarios that ran, and can contain the coverage and the mutation score"
    case .cover:
      "The result is the smallest set of states that shows each feature in every possible status"
    case .impact:
      "The result lists the features that depend on a product, permission, attribute or feature"
    case .matrix: "The result is a table with the status of every feature in several states"
    case .plan: "The result lists the smallest sets of changes that make a feature available"
    case .diff: "The result lists the features whose availability changes between two manifests"
    case .history: "The result lists the commits that changed the status of features"
    case .audience:
      "The result is the number of users who have each feature, with the reasons why others lack it"
    case .stream:
      "Each line of the result contains the status of each feature in one state of the input"
    }
  }

  private var schema: Schema {
    switch self {
    case .manifest: Grammar.manifest.schema
    case .state: Grammar.state.schema
    case .scenarios: Grammar.scenarios.schema
    case .evaluation: .evaluation
    case .explanation: Explanation.json.schema
    case .findings: FindingsJSON.json.schema
    case .test: ScenarioJSON.json.schema
    case .cover: CoverReport.json().schema
    case .impact: ImpactReport.json().schema
    case .matrix: MatrixReport.json().schema
    case .plan: PlanReport.json().schema
    case .diff: DifferenceReport.json().schema
    case .history: HistoryReport.json().schema
    case .audience: AudienceJSON.schema
    case .stream: .streamLine
    }
  }
}
