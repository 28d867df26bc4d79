/// Full results for every state, beside a loop in Python that reads and writes with orjson.
struct StreamBenchmark: Benchmark {
  let name = "stream: full results, 100 features"

  func run(_ settings: Settings, _ peers: Peers) throws -> [Row] {
    let manifest = settings.path("manifest.json")
    let states = settings.path("stream.ndjson")
    let count = settings.states / 20
    try PopulationFiles(features: 100).write(manifest: manifest, [(states, count)], seed: 7)
    var contenders = [
      Contender(
        name: "flint-inspect stream", executable: settings.program,
        arguments: ["stream", manifest], input: states)
    ]
    if peers.hasOrjson, let python = peers.python {
      contenders.append(
        Contender(
          name: "Python, orjson", executable: python,
          arguments: [Peers.script("stream_orjson.py"), manifest], input: states))
    }
    return [Row("\(count) states")] + (try settings.compare(contenders))
  }
}
