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
  var rounds = 5
  var python = "python3"

  func path(_ name: String) -> String { folder.appending(path: name).path }
}

/// A line of the table.
struct Row {
  let text: String

  init(_ text: String) { self.text = text }

  /// - Parameter ours: what the ratio is taken to.
  init(_ contender: String, seconds: Double, ours: Double? = nil, note: String = "") {
    let ratio = ours.map { String(format: "%8.1f ×", seconds / $0) } ?? "          "
    let name = contender.padding(toLength: 40, withPad: " ", startingAt: 0)
    text = name + String(format: "%9.4f s ", seconds) + ratio + (note.isEmpty ? "" : "  \(note)")
  }
}

/// A command that is measured.
struct Contender {
  let name: String
  let executable: String
  let arguments: [String]
  var input: String?
  var note = ""
}

extension Settings {
  /// Runs the contenders in turn, round after round, so that what else the machine does meets all of them.
  /// - Returns: a row for each, the first one being what the others are compared with.
  func compare(_ contenders: [Contender], rounds: Int? = nil) throws -> [Row] {
    var times = [[Double]](repeating: [], count: contenders.count)
    for _ in 0..<(rounds ?? self.rounds) {
      for (index, contender) in contenders.enumerated() {
        times[index].append(try seconds(of: contender))
      }
    }
    let medians = times.map { $0.sorted()[$0.count / 2] }
    return zip(contenders, medians).enumerated().map { index, pair in
      Row(
        pair.0.name, seconds: pair.1, ours: index == 0 ? nil : medians[0], note: pair.0.note)
    }
  }

  private func seconds(of contender: Contender) throws -> Double {
    let process = Process()
    process.executableURL = URL(filePath: contender.executable)
    process.arguments = contender.arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardInput =
      try contender.input.map { try FileHandle(forReadingFrom: URL(filePath: $0)) }
      ?? FileHandle.nullDevice
    let clock = ContinuousClock()
    let start = clock.now
    try process.run()
    process.waitUntilExit()
    let duration = start.duration(to: clock.now)
    guard process.terminationStatus == 0 else {
      throw Failure(command: ([contender.executable] + contender.arguments).joined(separator: " "))
    }
    return Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
  }

  struct Failure: Error {
    let command: String
  }
}
