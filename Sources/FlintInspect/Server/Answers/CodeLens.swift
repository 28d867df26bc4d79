import FlintModel
import FlintManifest
import FlintScenarios
import FlintText

/// Statuses above a feature, the result above a scenario.
extension LanguageServer {
  func codeLens(_ message: Message) throws(ResponseError) -> Result {
    try request(message) { (_, request) throws(ResponseError) in
      guard let file = request.project?.file else { return { $0.array { _ in } } }
      let lenses: [(range: Range<Int>, title: String)]
      switch request.kind {
      case .manifest: lenses = Self.features(of: file.manifest, in: request)
      case .scenarios: lenses = Self.scenarios(for: file, in: request)
      case .state: lenses = []
      }
      let lines = request.file.lines
      return { writer in
        writer.array(of: lenses) { lens, writer in
          writer.object { writer in
            writer.key("range")
            writer.range(lens.range, in: lines)
            writer.key("command")
            writer.object { writer in
              writer.member("title", visible(lens.title))
              // The lens only shows information; it has no command.
              writer.member("command", "")
            }
          }
        }
      }
    }
  }

  private static func features(
    of manifest: Manifest, in request: TextRequest
  ) -> [(range: Range<Int>, title: String)] {
    var states = manifest.states.prefix(stateLimit).map { ($0.name, $0.state) }
    if states.isEmpty { states = [("fresh install", manifest.freshInstall)] }
    let statuses = states.map { Evaluator(manifest, in: $0.1).statuses() }
    let more = manifest.states.count - stateLimit
    let numbers = NameIndex(manifest.features.map(\.id))
    return request.file.occurrences(as: .manifest).compactMap { occurrence in
      guard occurrence.declares, occurrence.symbol.kind == .feature,
        let feature = numbers.index(of: occurrence.symbol.name.text)
      else { return nil }
      let shown = zip(states, statuses).map { state, statuses in
        "\(statuses[feature].sign) \(state.0)"
      }
      return (occurrence.range, shown.joined(separator: " ") + (more > 0 ? " … +\(more)" : ""))
    }
  }

  /// More would not fit into a line.
  private static let stateLimit = 8

  private static func scenarios(
    for manifest: ManifestFile, in request: TextRequest
  ) -> [(range: Range<Int>, title: String)] {
    guard let file = try? ScenarioFile(request.file.source, for: manifest) else { return [] }
    let runner = ScenarioRunner(manifest.manifest)
    return file.scenarios.map { scenario in
      let range = scenario.range.lowerBound..<scenario.range.lowerBound + 1
      do throws(InputProblem) {
        let result = try runner.run(scenario)
        return (range, result.isPassed ? "✓ passed" : "✗ failed")
      } catch {
        return (range, "✗ \(error.diagnostic.message)")
      }
    }
  }
}

extension FeatureStatus {
  fileprivate var sign: String {
    switch self {
    case .available: "✓"
    case .unavailable: "✗"
    case .undetermined: "?"
    }
  }
}
