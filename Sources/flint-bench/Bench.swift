import Foundation

/// Measures commands, with settings from the command line.
struct Bench {
  var program = ""
  var folder = URL(filePath: ".")
  var states = 1_000_000
  var rounds = 3
  var python = "python3"

  struct Command {
    let name: String
    let executable: String
    let arguments: [String]
    var note = ""

    /// The least permitted ratio of the command's time to the first command's.
    var atLeast: Double?
  }

  struct Measurement {
    /// The median of all rounds.
    let seconds: Double

    /// The maximum in MiB; nil if runs are too short to observe.
    let memory: Int?
  }

  func path(_ name: String) -> String { folder.appending(path: name).path }

  func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: URL(filePath: path(name)))
    return path(name)
  }

  func command(_ arguments: [String]) -> Command {
    Command(name: "flint-inspect \(arguments[0])", executable: program, arguments: arguments)
  }

  /// Runs each command once a round, which spreads other load evenly.
  func measure(_ commands: [Command], rounds: Int? = nil) throws -> [Measurement] {
    var runs = [[Run]](repeating: [], count: commands.count)
    for _ in 0..<(rounds ?? self.rounds) {
      for (index, command) in commands.enumerated() {
        let words = [command.executable] + command.arguments
        runs[index].append(try Run(words, mayFail: command.executable == program))
      }
    }
    return runs.map { runs in
      Measurement(
        seconds: runs.map(\.seconds).sorted()[runs.count / 2],
        memory: runs.compactMap(\.memory).max().map { ($0 + 1023) / 1024 })
    }
  }

  /// Shows each command's time, with its ratio to the first command's.
  func compare(_ commands: [Command?], rounds: Int? = nil) throws {
    let commands = commands.compactMap(\.self)
    let measurements = try measure(commands, rounds: rounds)
    for (command, measurement) in zip(commands, measurements) {
      let ratio = measurement.seconds / measurements[0].seconds
      showRow(
        command.name, measurement, ratio: command.atLeast == nil ? nil : ratio,
        limit: command.atLeast.map { ("≥", $0, ratio >= $0) }, note: command.note)
    }
  }

  /// Measures and shows the command for each input. Each time may be at most `atMost` times the one
  /// before.
  func grow(
    _ name: String, atMost: Double, _ inputs: KeyValuePairs<String, [String]>
  ) throws {
    let measurements = try measure(inputs.map { command($0.value) })
    for (index, input) in inputs.enumerated() {
      let ratio =
        index == 0 ? nil : measurements[index].seconds / measurements[index - 1].seconds
      showRow(
        "\(name), \(input.key)", measurements[index], ratio: ratio,
        limit: ratio.map { ("≤", atMost, $0 <= atMost) }, note: "")
    }
  }

  private func showRow(
    _ name: String, _ measurement: Measurement, ratio: Double?,
    limit: (sign: String, value: Double, isMet: Bool)?, note: String
  ) {
    var line = name + String(repeating: " ", count: max(0, 44 - name.count))
    line += String(format: "%9.4f s", measurement.seconds)
    line += measurement.memory.map { String(format: "%6d MiB", $0) } ?? "          "
    if let ratio { line += String(format: "%9.1f ×", ratio) }
    if let limit {
      line += "  \(limit.sign) \(limit.value.formatted())\(limit.isMet ? "" : "  MISSED")"
    }
    show("  \(line)  \(note)")
  }
}

/// Prints a line without buffering, even if the output is a file.
func show(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

// MARK: Peers

extension Bench {
  /// A command to compare with. Nil if it is not installed.
  func peer(_ name: String, _ arguments: [String], note: String, atLeast: Double? = nil)
    -> Command?
  {
    find(name).map {
      Command(name: name, executable: $0, arguments: arguments, note: note, atLeast: atLeast)
    }
  }

  /// A Python script to compare with. Nil if `package` is not installed.
  func script(
    _ script: String, _ package: String, _ arguments: [String], name: String, note: String,
    atLeast: Double? = nil
  ) -> Command? {
    guard let python = find(python), version(ofPackage: package) != nil else { return nil }
    let path = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Peers/\(script)").path
    return Command(
      name: name, executable: python, arguments: [path] + arguments, note: note, atLeast: atLeast)
  }

  /// Describes the machine, its load and the measured programs' versions.
  var machine: String {
    let system = ProcessInfo.processInfo
    let processor = output(["sed", "-n", "s/^model name.*: //p", "/proc/cpuinfo"])
    let versions: KeyValuePairs = [
      "flint-inspect": output([program, "--version"]), "jq": output(["jq", "--version"]),
      "Python": output([python, "--version"]), "duckdb": version(ofPackage: "duckdb"),
      "z3-solver": version(ofPackage: "z3-solver"),
    ]
    return [
      processor ?? "unknown processor", "\(system.activeProcessorCount) cores",
      "\(system.physicalMemory >> 30) GiB", system.operatingSystemVersionString,
      "load \(output(["cut", "-d ", "-f1-3", "/proc/loadavg"]) ?? "unknown")",
    ].joined(separator: ", ")
      + versions.map { "\n\($0): \($1 ?? "not installed, skipped")" }.joined()
  }

  private func find(_ name: String) -> String? { output(["sh", "-c", "command -v \(name)"]) }

  private func version(ofPackage name: String) -> String? {
    output([python, "-c", "import importlib.metadata as m; print(m.version('\(name)'))"])
  }

  /// The first line that a command prints; nil if it fails.
  private func output(_ words: [String]) -> String? {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { return nil }
    return text.split(separator: "\n").first.map(String.init)
  }
}
