import Foundation

/// `evaluate` beside `jq .`: a small manifest, where starting is what counts, and a huge one.
struct EvaluateBenchmark: Benchmark {
  let name = "evaluate --format json"

  func run(_ settings: Settings, _ peers: Peers) throws -> [Row] {
    try [10, 100_000].flatMap { features in
      let manifest = settings.path("manifest-\(features).json")
      try PopulationFiles(features: features).write(manifest: manifest, [])
      var contenders = [
        Contender(
          name: "flint-inspect evaluate", executable: settings.program,
          arguments: ["evaluate", manifest, "--format", "json"])
      ]
      if let jq = peers.jq {
        contenders.append(Contender(name: "jq .", executable: jq, arguments: [".", manifest]))
      }
      let rounds = features < 100 ? settings.rounds * 20 : settings.rounds
      return [Row("\(features) features")] + (try settings.compare(contenders, rounds: rounds))
    }
  }
}
