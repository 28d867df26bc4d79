import FlintManifest
import FlintText
import Foundation

extension Bench {
  /// Compares `evaluate` with `jq .`, for a small and a large manifest.
  func evaluate() throws {
    for (features, limit, rounds) in [(10, 4.0, 40), (10_000, 1, 5)] {
      let text = PopulationData(seed: 2026).manifest(features: features)
      let file = try ManifestFile(SourceFile(path: "manifest.json", text: SourceText(text)))
      var json = JSONWriter(.pretty)
      ManifestWriter.write(file.manifest, to: &json)
      let manifest = try write(json.text, to: "manifest-\(features).json")
      show("  \(features) features, \(json.text.utf8.count / 1000) kB")
      try compare(
        [
          command(["evaluate", manifest, "--format", "json"]),
          peer("jq", [".", manifest], note: "only lays out", atLeast: limit),
        ], rounds: rounds * self.rounds)
    }
  }

  /// Compares `audience` with a database that answers a simpler question.
  func audience() throws {
    let data = PopulationData(seed: 2026)
    let manifest = try write(data.manifest(features: 100), to: "manifest.json")
    let twice = try write(data.manifest(features: 200), to: "manifest-200.json")
    let other = try write(
      data.manifest(features: 100) { $0 % 5 == 0 }, to: "manifest-other.json")
    func audience(_ manifest: String, _ states: String) -> [String] {
      ["audience", manifest, states, "--format", "json"]
    }
    let all = try population(states)
    show("  \(states) states, 100 features")
    try compare([
      command(audience(manifest, all)),
      script(
        "audience_duckdb.py", "duckdb", [manifest, all, "2"], name: "DuckDB, 2 threads",
        note: "only counts the users of each feature", atLeast: 10),
    ])

    let half = audience(manifest, try population(states / 4))
    let whole = audience(manifest, try population(states / 2))
    let keys = ["platform", "osVersion", "appVersion", "attribute:cohort"].flatMap { ["--by", $0] }
    try grow("audience", atMost: 2.2, ["\(states / 4) states": half, "\(states / 2)": whole])
    try grow(
      "audience", atMost: 2.2,
      ["100 features": half, "200 features": audience(twice, half[2])])
    try grow("audience", atMost: 1.6, ["plain": half, "--against": half + ["--against", other]])
    try grow("audience", atMost: 2, ["plain": half, "--by, 1,000 groups": half + keys])
  }

  /// Writes a file with `count` states, the same in each run. Returns its path.
  private func population(_ count: Int) throws -> String {
    let path = path("states-\(count).ndjson")
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    var data = PopulationData(seed: UInt64(count))
    for first in stride(from: 0, to: count, by: 4096) {
      let lines = (first..<min(first + 4096, count)).map { _ in data.state(features: 100) }
      try file.write(contentsOf: Data(lines.joined().utf8))
    }
    try file.close()
    return path
  }

  /// Compares `diff` with Z3.
  func diff() throws {
    let (old, new) = try versions(features: 200)
    show("  200 features, 10 of them changed; all possible states")
    try compare([
      command(["diff", old, new, "--format", "json"]),
      script(
        "diff_z3.py", "z3-solver", [old, new], name: "Z3, a solver for each question",
        note: "the target is ≥ 150", atLeast: 40),
    ])
    let (small, large) = (try versions(features: 1000), try versions(features: 10_000))
    try grow(
      "diff", atMost: 12,
      ["1000 features": ["diff", small.0, small.1], "10000": ["diff", large.0, large.1]])
  }

  func validate() throws {
    let (small, large) = (try versions(features: 1000).0, try versions(features: 10_000).0)
    try grow(
      "validate", atMost: 12,
      ["1000 features": ["validate", small], "10000": ["validate", large]])
  }

  /// Writes two manifests and returns their paths. The new one changes a twentieth of the features.
  private func versions(features: Int) throws -> (old: String, new: String) {
    let data = PopulationData(seed: 2026)
    let old = data.manifest(features: features, arePlain: features >= 1000)
    let new = data.manifest(features: features, arePlain: features >= 1000) { $0 % 20 == 3 }
    return (
      try write(old, to: "old-\(features).json"), try write(new, to: "new-\(features).json")
    )
  }
}
