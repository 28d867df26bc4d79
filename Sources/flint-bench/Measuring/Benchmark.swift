import Foundation

/// A benchmark that measures the program and comparable programs.
protocol Benchmark {
  var name: String { get }
  func run(_ settings: Settings, _ peers: Peers) throws -> [Row]
}

/// The settings of a run of the benchmarks, from the command line.
struct Settings {
  var program = ""
  var folder = URL(filePath: ".")
  var states = 1_000_000
  var rounds = 3
  var python = "python3"

  /// The names of the benchmarks to run, or empty for all.
  var only: [String] = []

  func path(_ name: String) -> String { folder.appending(path: name).path }

  func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: URL(filePath: path(name)))
    return path(name)
  }
}

/// A command whose time and memory are measured.
struct BenchmarkedCommand {
  let name: String
  let executable: String
  let arguments: [String]
  var input: String?
  var note = ""

  /// The required minimum of the ratio of this command's time to that of the first compared command, or nil if there is
  /// none.
  var limit: Double?

  /// Whether the command may exit with status 2, which means that it has no result.
  var mayFail = false
}

/// The result of several runs of a command.
struct Measurement {
  /// The median time of the runs, in seconds.
  let seconds: Double

  /// The maximum observed memory in MiB, or nil if the runs were too short to observe it.
  let memory: Int?
}

extension Settings {
  /// Runs each command once per round, so that other load on the machine affects all commands equally. Returns their
  /// median times.
  func measure(_ commands: [BenchmarkedCommand], rounds: Int? = nil) throws -> [Measurement] {
    var runs = [[Run]](repeating: [], count: commands.count)
    for _ in 0..<(rounds ?? self.rounds) {
      for (index, command) in commands.enumerated() {
        runs[index].append(try Run(command))
      }
    }
    return runs.map { runs in
      Measurement(
        seconds: runs.map(\.seconds).sorted()[runs.count / 2],
        memory: runs.compactMap(\.memory).max().map { ($0 + 1023) / 1024 })
    }
  }

  /// Measures commands and compares their times.
  ///
  /// - Returns: A row for each command. The ratios are relative to the first one.
  func compare(_ commands: [BenchmarkedCommand], rounds: Int? = nil) throws -> [Row] {
    let measurements = try measure(commands, rounds: rounds)
    return zip(commands, measurements).enumerated().map { index, pair in
      Row(
        pair.0.name, pair.1, ratio: index == 0 ? nil : pair.1.seconds / measurements[0].seconds,
        limit: pair.0.limit.map { .atLeast($0) }, note: pair.0.note)
    }
  }

  /// Measures a command on a small and on a large input.
  ///
  /// - Returns: A row for each input. The second one contains the ratio of the times.
  func growth(
    _ name: String, _ sizes: (String, String), limit: Double, _ arguments: ([String], [String]),
    rounds: Int? = nil
  ) throws -> [Row] {
    let measurements = try measure(
      [
        BenchmarkedCommand(name: sizes.0, executable: program, arguments: arguments.0),
        BenchmarkedCommand(name: sizes.1, executable: program, arguments: arguments.1),
      ], rounds: rounds)
    return [
      Row("\(name), \(sizes.0)", measurements[0]),
      Row(
        "\(name), \(sizes.1)", measurements[1],
        ratio: measurements[1].seconds / measurements[0].seconds, limit: .atMost(limit)),
    ]
  }
}
