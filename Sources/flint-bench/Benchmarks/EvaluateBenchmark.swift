internal import FlintManifest
internal import FlintText

/// `evaluate` beside `jq .`, small and large.
struct EvaluateBenchmark: Benchmark {
  let name = "evaluate"

  func run(_ settings: Settings, _ peers: Peers) throws -> [Row] {
    try rows(10, limit: 6, rounds: 40 * settings.rounds, settings, peers)
      + rows(10, limit: 6, rounds: 40 * settings.rounds, settings, peers, wholeLanguage: true)
      + rows(10_000, limit: 3, rounds: 5 * settings.rounds, settings, peers)
  }

  private func rows(
    _ features: Int, limit: Double, rounds: Int, _ settings: Settings, _ peers: Peers,
    wholeLanguage isWhole: Bool = false
  ) throws -> [Row] {
    let data = PopulationData(seed: 2026, wholeLanguage: isWhole)
    let text = try laidOut(data.manifest(features: features))
    let name = "manifest-\(isWhole ? "whole-" : "")\(features).json"
    let manifest = try settings.write(text, to: name)
    var commands = [
      BenchmarkedCommand(
        name: "flint-inspect evaluate --format json", executable: settings.program,
        arguments: ["evaluate", manifest, "--format", "json"])
    ]
    if let jq = peers.jq {
      commands.append(
        BenchmarkedCommand(name: "jq .", executable: jq, arguments: [".", manifest], limit: limit))
    }
    if features > 1000 {
      commands.append(
        BenchmarkedCommand(
          name: "flint-inspect evaluate", executable: settings.program,
          arguments: ["evaluate", manifest], note: "as text"))
    }
    let size = text.utf8.count
    let unit = size < 1_000_000 ? "\(size / 1000) kB" : "\(size / 1_000_000) MB"
    return [Row("\(features) features, \(unit)\(isWhole ? ", all kinds of constraints" : "")")]
      + (try settings.compare(commands, rounds: rounds))
  }

  private func laidOut(_ manifest: String) throws -> String {
    let file = try ManifestFile(SourceFile(path: "manifest.json", text: SourceText(manifest)))
    var json = JSONWriter(.pretty)
    ManifestWriter.write(file.manifest, to: &json)
    return json.text
  }
}
