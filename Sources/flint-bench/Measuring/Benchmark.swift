import Foundation

protocol Benchmark {
  var name: String { get }
  func run(_ settings: Settings, _ peers: Peers) throws -> [Row]
}

struct Settings {
  var program = ""
  var folder = URL(filePath: ".")
  var states = 1_000_000
  var rounds = 3
  var python = "python3"

  /// All if empty.
  var only: [String] = []

  func path(_ name: String) -> String { folder.appending(path: name).path }

  func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: URL(filePath: path(name)))
    return path(name)
  }
}

struct BenchmarkedCommand {
  let name: String
  let executable: String
  let arguments: [String]
  var input: String?
  var note = ""

  /// The least ratio to the first compared command.
  var limit: Double?

  var mayFail = false
}

struct Measurement {
  /// The median.
  let seconds: Double

  /// In MiB; nil if too short to observe.
  let memory: Int?
}

extension Settings {
  /// Rounds spread other load evenly.
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

  /// Ratios are relative to the first.
  func compare(_ commands: [BenchmarkedCommand], rounds: Int? = nil) throws -> [Row] {
    let measurements = try measure(commands, rounds: rounds)
    return zip(commands, measurements).enumerated().map { index, pair in
      Row(
        pair.0.name, pair.1, ratio: index == 0 ? nil : pair.1.seconds / measurements[0].seconds,
        limit: pair.0.limit.map { .atLeast($0) }, note: pair.0.note)
    }
  }

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
