import Foundation

/// One question, asked of the program and of its peers.
protocol Benchmark {
  var name: String { get }
  func run(_ settings: Settings, _ peers: Peers) throws -> [Row]
}

/// How the benchmarks are run.
struct Settings {
  var program = ""
  var folder = URL(filePath: ".")
  var states = 1_000_000
  var rounds = 3
  var python = "python3"

  /// Of the benchmarks' names those that are run; all where there are none.
  var only: [String] = []

  func path(_ name: String) -> String { folder.appending(path: name).path }

  func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: URL(filePath: path(name)))
    return path(name)
  }
}

/// A command that is measured.
struct Contender {
  let name: String
  let executable: String
  let arguments: [String]
  var input: String?
  var note = ""

  /// How many times as long as the first contender it must take at least.
  var limit: Double?

  /// Whether it may end with 2, as a command does that cannot answer.
  var mayFail = false
}

/// What came of some runs of a command.
struct Measurement {
  /// The median.
  let seconds: Double

  /// The most memory that a run had been seen to use, in MiB; nil where it was too short to be looked at.
  let memory: Int?
}

extension Settings {
  /// Runs the contenders in turn, round after round, so that what else the machine does meets all of them.
  func measure(_ contenders: [Contender], rounds: Int? = nil) throws -> [Measurement] {
    var runs = [[Run]](repeating: [], count: contenders.count)
    for _ in 0..<(rounds ?? self.rounds) {
      for (index, contender) in contenders.enumerated() {
        runs[index].append(try Run(contender))
      }
    }
    return runs.map { runs in
      Measurement(
        seconds: runs.map(\.seconds).sorted()[runs.count / 2],
        memory: runs.compactMap(\.memory).max().map { ($0 + 1023) / 1024 })
    }
  }

  /// - Returns: a row for each contender, the first one being what the others are compared with.
  func compare(_ contenders: [Contender], rounds: Int? = nil) throws -> [Row] {
    let measurements = try measure(contenders, rounds: rounds)
    return zip(contenders, measurements).enumerated().map { index, pair in
      Row(
        pair.0.name, pair.1, ratio: index == 0 ? nil : pair.1.seconds / measurements[0].seconds,
        limit: pair.0.limit.map { .atLeast($0) }, note: pair.0.note)
    }
  }

  /// Runs a command on a small and on a large input.
  /// - Returns: a row for each, the second one with how many times as long it took.
  func growth(
    _ name: String, _ sizes: (String, String), limit: Double, _ arguments: ([String], [String]),
    rounds: Int? = nil
  ) throws -> [Row] {
    let measurements = try measure(
      [
        Contender(name: sizes.0, executable: program, arguments: arguments.0),
        Contender(name: sizes.1, executable: program, arguments: arguments.1),
      ], rounds: rounds)
    return [
      Row("\(name), \(sizes.0)", measurements[0]),
      Row(
        "\(name), \(sizes.1)", measurements[1],
        ratio: measurements[1].seconds / measurements[0].seconds, limit: .atMost(limit)),
    ]
  }
}
