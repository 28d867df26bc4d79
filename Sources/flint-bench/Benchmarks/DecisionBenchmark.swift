import FlintManifest
import FlintModel
import FlintPopulation
internal import FlintText

/// One feature in one state, within the process.
struct DecisionBenchmark: Benchmark {
  let name = "decisions in process"

  func run(_ settings: Settings, _ peers: Peers) throws -> [Row] {
    try [100, 200].flatMap { try rows(features: $0, rounds: max(5, settings.rounds)) }
  }

  private func rows(features: Int, rounds: Int) throws -> [Row] {
    var data = PopulationData(seed: 3)
    let source = SourceFile(path: "-", text: SourceText(data.manifest(features: features)))
    let file = try ManifestFile(source)
    let states = try (0..<2048).map { number in
      var text: [UInt8] = []
      data.state(number, features: features, into: &text)
      return try file.state(in: SourceFile(path: "-", text: SourceText(text)))
    }
    let population = PreparedPopulation(file.manifest, states)
    let clock = ContinuousClock()
    func nanoseconds(_ repetitions: Int, _ body: () -> Void) -> Double {
      let times = (0..<rounds).map { _ in
        clock.measure { for _ in 0..<repetitions { body() } }
      }
      let median = times.sorted()[rounds / 2]
      let total =
        Double(median.components.seconds) * 1e9 + Double(median.components.attoseconds) / 1e9
      return total / Double(repetitions * states.count * features)
    }
    var available = 0
    let compiled = nanoseconds(200) { population.evaluate() }
    let evaluated = nanoseconds(1) {
      for state in states {
        let evaluator = Evaluator(file.manifest, in: state)
        for feature in 0..<features where evaluator.status(of: feature) == .available {
          available += 1
        }
      }
    }
    return [
      Row(line(features, "as bit operations, with totals", compiled)),
      Row(line(features, "with Evaluator.status(of:)", evaluated)),
    ]
  }

  private func line(_ features: Int, _ what: String, _ nanoseconds: Double) -> String {
    let tenths = Int((nanoseconds * 100).rounded())
    let fraction = tenths % 100
    return
      "\(features) features, \(what): \(tenths / 100).\(fraction < 10 ? "0" : "")\(fraction) ns/decision"
  }
}
