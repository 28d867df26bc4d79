import Foundation

/// `diff` beside Z3, and the other proofs.
struct AnalysisBenchmark: Benchmark {
  let name = "diff and validate"

  func run(_ settings: Settings, _ peers: Peers) throws -> [Row] {
    var rows = [Row("200 features, 10 of them changed; all possible states")]
    rows += try differences(settings, peers, wholeLanguage: false)
    rows.append(Row("with dates, texts, integers, ages, alternatives and required features"))
    rows += try differences(settings, peers, wholeLanguage: true)

    let small = try manifests(1000, changed: 20, settings)
    let large = try manifests(10_000, changed: 20, settings)
    rows.append(Row("ten times as many features, a twentieth of them changed"))
    rows += try settings.growth(
      "diff", ("1000 features", "10000 features"), limit: 12,
      (["diff", small.0, small.1], ["diff", large.0, large.1]))
    rows += try settings.growth(
      "validate", ("1000 features", "10000 features"), limit: 12,
      (["validate", small.0], ["validate", large.0]))
    rows += try settings.growth(
      "impact of a product", ("1000 features", "10000 features"), limit: 12,
      (
        ["impact", small.0, "--product", "com.example.app.product0"],
        ["impact", large.0, "--product", "com.example.app.product0"]
      ))

    let entangled = try settings.write(
      PathologicalInputs.entangled(features: 1), to: "entangled.json")
    let many = try settings.write(
      PathologicalInputs.entangled(features: 40), to: "entangled-40.json")
    rows.append(Row("features that are too complex to analyze, and 100 simple features"))
    rows += try settings.compare([
      BenchmarkedCommand(
        name: "validate, one complex feature", executable: settings.program,
        arguments: ["validate", entangled]),
      BenchmarkedCommand(
        name: "validate, 40 of them", executable: settings.program, arguments: ["validate", many]),
    ])
    return rows
  }

  private func differences(
    _ settings: Settings, _ peers: Peers, wholeLanguage isWhole: Bool
  ) throws -> [Row] {
    let (old, new) = try manifests(200, changed: 20, settings, wholeLanguage: isWhole)
    var commands = [
      BenchmarkedCommand(
        name: "flint-inspect diff", executable: settings.program,
        arguments: ["diff", old, new, "--format", "json"])
    ]
    let solvers = [
      peers.script(
        "diff_z3.py", "z3-solver", [old, new], name: "Z3, a solver for each question", limit: 40,
        note: "the target is ≥ 150"),
      peers.script(
        "diff_z3.py", "z3-solver", [old, new, "--changed"], name: "Z3, changed features only",
        note: "skips features with unchanged constraints"),
    ]
    commands += solvers.compactMap(\.self)
    return try settings.compare(commands)
  }

  private func manifests(
    _ features: Int, changed: Int, _ settings: Settings, wholeLanguage isWhole: Bool = false
  ) throws -> (old: String, new: String) {
    let data = PopulationData(seed: 2026, wholeLanguage: isWhole)
    let name = "\(isWhole ? "whole-" : "")\(features).json"
    let old = try settings.write(data.manifest(features: features), to: "old-\(name)")
    let new = data.manifest(features: features) { $0 % changed == 3 }
    return (old, try settings.write(new, to: "new-\(name)"))
  }
}
