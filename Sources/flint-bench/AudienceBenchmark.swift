import Foundation

/// Everything that `audience` prints of a population, beside simpler questions to a database, and to the file itself.
struct AudienceBenchmark: Benchmark {
  let name = "audience: 100 features"

  func run(_ settings: Settings, _ peers: Peers) throws -> [Row] {
    let manifest = settings.path("manifest.json")
    let states = settings.path("states.ndjson")
    let few = settings.path("few.ndjson")
    try PopulationFiles(features: 100).write(
      manifest: manifest, [(states, settings.states), (few, settings.states / 20)])
    let size = (try FileManager.default.attributesOfItem(atPath: states)[.size] as? Int) ?? 0
    func audience(_ path: String) -> Contender {
      Contender(
        name: "flint-inspect audience", executable: settings.program,
        arguments: ["audience", manifest, path, "--format", "json"])
    }
    var rows = [Row("\(settings.states) states, \(size / 1_000_000) MB")]
    var contenders = [audience(states)]
    if let wc = peers.wc {
      contenders.append(
        Contender(name: "wc -l (the limit)", executable: wc, arguments: ["-l", states]))
    }
    if peers.hasDuckDB, let python = peers.python {
      contenders.append(
        Contender(
          name: "DuckDB, 2 threads", executable: python,
          arguments: [Peers.script("audience_duckdb.py"), manifest, states, "2"],
          note: "how many can use each feature"))
    }
    rows += try settings.compare(contenders)
    rows.append(Row("\(settings.states / 20) states"))
    var small = [audience(few)]
    if let jq = peers.jq {
      let count =
        #"reduce inputs as $s (0; if $s.platform == "iOS" and $s.permissions.camera == "authorized" then . + 1 else . end)"#
      small.append(
        Contender(
          name: "jq", executable: jq, arguments: ["-n", count, few],
          note: "how many meet two conditions"))
    }
    return rows + (try settings.compare(small))
  }
}

/// The population's files, which other benchmarks use as well.
struct PopulationFiles {
  let features: Int

  /// Writes the manifest, and files of so many states each. The same seed gives the same files.
  func write(manifest: String, _ files: [(path: String, states: Int)], seed: UInt64 = 2026) throws {
    var data = PopulationData(seed: seed)
    try Data(data.manifest(features: features).utf8).write(to: URL(filePath: manifest))
    for (path, states) in files {
      _ = FileManager.default.createFile(atPath: path, contents: nil)
      let file = try FileHandle(forWritingTo: URL(filePath: path))
      var text: [UInt8] = []
      for number in 0..<states {
        data.state(number, features: features, into: &text)
        if text.count > 1 << 20 || number == states - 1 {
          try file.write(contentsOf: text)
          text.removeAll(keepingCapacity: true)
        }
      }
      try file.close()
    }
  }
}
