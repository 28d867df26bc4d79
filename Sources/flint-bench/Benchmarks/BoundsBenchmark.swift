import Foundation

/// The slowest command on each worst case: at most three times as long for two megabytes as for
/// one.
struct BoundsBenchmark: Benchmark {
  let name = "bounds: worst-case inputs of 2 MB"

  func run(_ settings: Settings, _ peers: Peers) throws -> [Row] {
    let small = PathologicalInputs(size: 1_000_000).all
    let large = PathologicalInputs(size: 2_000_000).all
    return try zip(small, large).flatMap { small, large in
      try rows(small, large, settings)
    }
  }

  private func rows(
    _ small: PathologicalInputs.Shape, _ large: PathologicalInputs.Shape, _ settings: Settings
  ) throws -> [Row] {
    let paths = (
      try settings.write(small.manifest, to: "nasty-1.json"),
      try settings.write(large.manifest, to: "nasty-2.json")
    )
    let other = try settings.write(
      "{\"manifestVersion\":1,\"features\":[{\"id\":\"f\"}]}", to: "nasty-other.json")
    func commands(_ path: String) -> [[String]] {
      var commands = [
        ["evaluate", path], ["evaluate", path, "--format", "json"], ["validate", path],
      ]
      commands += [["diff", path, other], ["report", path]]
      if let feature = small.feature { commands.append(["plan", path, feature]) }
      return commands
    }
    let commands = (commands(paths.0) + commands(paths.1)).map {
      BenchmarkedCommand(
        name: $0[0], executable: settings.program, arguments: $0, mayFail: true)
    }
    let measurements = try settings.measure(commands)
    let half = commands.count / 2
    guard
      let slowest = (half..<commands.count).max(by: {
        measurements[$0].seconds < measurements[$1].seconds
      })
    else { return [] }
    let memory = measurements[half...].compactMap(\.memory).max()
    let ratio = measurements[slowest].seconds / measurements[slowest - half].seconds
    return [
      Row(
        small.name, Measurement(seconds: measurements[slowest].seconds, memory: memory),
        ratio: ratio, limit: .atMost(3), note: "\(commands[slowest].name), 2 MB compared with 1 MB")
    ]
  }
}
