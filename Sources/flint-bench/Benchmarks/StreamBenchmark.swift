/// `stream` beside a Python loop with orjson.
struct StreamBenchmark: Benchmark {
  let name = "stream"

  func run(_ settings: Settings, _ peers: Peers) throws -> [Row] {
    let files = try PopulationFiles(settings)
    let count = settings.states / 20
    let states = try files.states(count)
    var commands = [
      BenchmarkedCommand(
        name: "flint-inspect stream", executable: settings.program,
        arguments: ["stream", files.manifest], input: states)
    ]
    if let loop = peers.script(
      "stream_orjson.py", "orjson", [files.manifest], name: "Python, orjson", input: states,
      limit: 15)
    {
      commands.append(loop)
    }
    return [Row("\(count) states, 100 features, full results")]
      + (try settings.compare(commands))
  }
}
