import FlintManifest
import FlintModel
internal import FlintText

/// Scenarios per second beside a policy engine.
struct ScenarioBenchmark: Benchmark {
  let name = "test"

  private static let scenarios = 10_000
  private static let steps = 10

  func run(_ settings: Settings, _ peers: Peers) throws -> [Row] {
    let data = PopulationData(seed: 2026)
    let text = data.manifest(features: 100)
    let manifest = try settings.write(text, to: "manifest.json")
    let large = try settings.write(data.manifest(features: 1000), to: "manifest-1000.json")
    let file = try ManifestFile(SourceFile(path: manifest, text: SourceText(text)))
    var scenarios = ScenarioData(file.manifest, seed: 5)
    let suite = try settings.write(
      scenarios.suite(of: Self.scenarios, steps: Self.steps), to: "scenarios.json")

    let ours = BenchmarkedCommand(
      name: "flint-inspect test", executable: settings.program,
      arguments: ["test", manifest, suite])
    let peer = peers.script(
      "scenarios_regorus.py", "gordon-to-regorus", [manifest, suite],
      name: "regorus, OPA's language in Rust", limit: 1, note: "only the availability, via Python")
    let commands = [ours] + (peer.map { [$0] } ?? [])
    let measurements = try settings.measure(commands)
    var rows = [Row("\(Self.scenarios) scenarios of \(Self.steps) steps, 100 features")]
    for (command, measurement) in zip(commands, measurements) {
      let speed = Int(Double(Self.scenarios) / measurement.seconds)
      rows.append(
        Row(
          command.name, measurement,
          ratio: command.limit.map { _ in measurement.seconds / measurements[0].seconds },
          limit: command.limit.map { .atLeast($0) },
          note: "\(speed) scenarios per second"
            + (command.note.isEmpty ? "" : "; " + command.note)))
    }
    return rows
      + (try settings.growth(
        "the same scenarios", ("100 features", "1000 features"), limit: 10,
        (["test", manifest, suite], ["test", large, suite])))
  }
}
