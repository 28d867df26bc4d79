import Foundation

/// `audience` beside a database with simpler questions, and a mere reader.
struct AudienceBenchmark: Benchmark {
  let name = "audience"

  func run(_ settings: Settings, _ peers: Peers) throws -> [Row] {
    let files = try PopulationFiles(settings)
    let states = try files.states(settings.states)
    let size = try FileManager.default.attributesOfItem(atPath: states)[.size] as? Int ?? 0
    var rows = [Row("\(settings.states) states, \(size / 1_000_000) MB, 100 features")]
    var commands = [audience(settings, files.manifest, states)]
    if let wc = peers.wc {
      commands.append(
        BenchmarkedCommand(
          name: "wc -l", executable: wc, arguments: ["-l", states],
          note: "only reads the file"))
    }
    if let duckDB = peers.script(
      "audience_duckdb.py", "duckdb", [files.manifest, states, "2"],
      name: "DuckDB, 2 threads", limit: 10, note: "only counts the users of each feature")
    {
      commands.append(duckDB)
    }
    rows += try settings.compare(commands)
    rows += try wholeLanguage(settings, peers)

    rows.append(Row("\(settings.states / 20) states"))
    let few = try files.states(settings.states / 20)
    var small = [audience(settings, files.manifest, few)]
    if let jq = peers.jq {
      let count =
        #"reduce inputs as $s (0; if $s.platform == "iOS" and $s.permissions.camera == "authorized" then . + 1 else . end)"#
      small.append(
        BenchmarkedCommand(
          name: "jq", executable: jq, arguments: ["-n", count, few],
          note: "only counts the users who meet two conditions"))
    }
    rows += try settings.compare(small)

    rows.append(Row("input of twice the size"))
    let half = settings.states / 4
    rows += try settings.growth(
      "audience", ("\(half) states", "\(2 * half)"), limit: 2.2,
      (
        arguments(files.manifest, try files.states(half)),
        arguments(files.manifest, try files.states(2 * half))
      ))
    rows += try settings.growth(
      "audience", ("100 features", "200 features"), limit: 2.2,
      (
        arguments(files.manifest, try files.states(half)),
        arguments(files.twice, try files.states(half))
      ))
    rows.append(Row("compared with a manifest with a fifth of the features changed; in groups"))
    let keys = ["platform", "osVersion", "appVersion", "attribute:cohort"].flatMap { ["--by", $0] }
    let plain = arguments(files.manifest, try files.states(half))
    for (name, limit, options) in [
      ("--against", 1.6, ["--against", files.other]), ("--by, 1,000 groups", 2.0, keys),
    ] {
      rows += try settings.growth(
        "audience", ("plain", name), limit: limit, (plain, plain + options))
    }
    rows += try settings.growth(
      "audience --by", ("\(half) states", "\(2 * half)"), limit: 2.2,
      (plain + keys, arguments(files.manifest, try files.states(2 * half)) + keys))
    return rows
  }

  private func wholeLanguage(_ settings: Settings, _ peers: Peers) throws -> [Row] {
    let files = try PopulationFiles(settings, wholeLanguage: true)
    let states = try files.states(settings.states)
    var commands = [audience(settings, files.manifest, states)]
    if let duckDB = peers.script(
      "audience_duckdb.py", "duckdb", [files.manifest, states, "2"],
      name: "DuckDB, 2 threads", limit: 10, note: "only counts the users of each feature")
    {
      commands.append(duckDB)
    }
    return [Row("with dates, texts, integers, ages, alternatives and required features")]
      + (try settings.compare(commands))
  }

  private func audience(_ settings: Settings, _ manifest: String, _ states: String)
    -> BenchmarkedCommand
  {
    BenchmarkedCommand(
      name: "flint-inspect audience", executable: settings.program,
      arguments: arguments(manifest, states))
  }

  private func arguments(_ manifest: String, _ states: String) -> [String] {
    ["audience", manifest, states, "--format", "json"]
  }
}

struct PopulationFiles {
  let manifest: String

  /// Twice the features of ``manifest``, which come first.
  let twice: String

  /// A fifth of the features differ.
  let other: String
  private let settings: Settings
  private let isWhole: Bool

  init(_ settings: Settings, wholeLanguage isWhole: Bool = false) throws {
    self.settings = settings
    self.isWhole = isWhole
    let data = PopulationData(seed: 2026, wholeLanguage: isWhole)
    let name = isWhole ? "manifest-whole" : "manifest"
    manifest = try settings.write(data.manifest(features: 100), to: "\(name).json")
    twice = try settings.write(data.manifest(features: 200), to: "\(name)-200.json")
    other = try settings.write(
      data.manifest(features: 100) { $0 % 5 == 0 }, to: "\(name)-other.json")
  }

  /// The same in each run.
  func states(_ count: Int) throws -> String {
    let path = settings.path("states-\(isWhole ? "whole-" : "")\(count).ndjson")
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    var data = PopulationData(seed: UInt64(count), wholeLanguage: isWhole)
    var text: [UInt8] = []
    for number in 0..<count {
      data.state(number, features: 100, into: &text)
      if text.count > 1 << 20 || number == count - 1 {
        try file.write(contentsOf: text)
        text.removeAll(keepingCapacity: true)
      }
    }
    try file.close()
    return path
  }
}
