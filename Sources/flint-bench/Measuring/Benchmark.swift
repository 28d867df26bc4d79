import Foundation
import Synchronization

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

struct Peers {
  let jq: String?
  let wc: String?
  let python: String?
  private let modules: Set<String>

  let machine: String

  init(_ settings: Settings) {
    func find(_ name: String) -> String? {
      output("/bin/sh", ["-c", "command -v \(name)"])
    }
    jq = find("jq")
    wc = find("wc")
    let python = find(settings.python)
    self.python = python
    let versions = ["duckdb", "orjson", "z3-solver", "gordon-to-regorus"].map { package in
      let script = "import importlib.metadata as m; print(m.version('\(package)'))"
      return (package, python.flatMap { output($0, ["-c", script]) })
    }
    modules = Set(versions.filter { $0.1 != nil }.map(\.0))
    let processor = output(
      "/bin/sh", ["-c", "sed -n 's/^model name.*: //p' /proc/cpuinfo | head -1"])
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let memory = ProcessInfo.processInfo.physicalMemory >> 30
    let load = output("/bin/sh", ["-c", "cut -d ' ' -f 1-3 /proc/loadavg"])
    let found: [(String, String?)] =
      [
        ("flint-inspect", output(settings.program, ["--version"])),
        ("jq", jq.flatMap { output($0, ["--version"]) }),
        ("Python", python.flatMap { output($0, ["--version"]) }),
      ] + versions
    let system = ProcessInfo.processInfo.operatingSystemVersionString
    machine =
      "\(processor ?? "unknown processor"), \(cores) cores, \(memory) GiB, \(system), load \(load ?? "unknown")\n"
      + found.map { name, version in
        version.map { $0.hasPrefix(name) ? $0 : "\(name) \($0)" }
          ?? "\(name): not installed, skipped"
      }.joined(separator: " · ")
  }

  /// Nil if the package is not installed.
  func script(
    _ script: String, _ package: String, _ arguments: [String], name: String,
    input: String? = nil, limit: Double? = nil, note: String = ""
  ) -> BenchmarkedCommand? {
    guard let python, modules.contains(package) else { return nil }
    let path = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Peers/\(script)").standardized.path
    return BenchmarkedCommand(
      name: name, executable: python, arguments: [path] + arguments, input: input, note: note,
      limit: limit)
  }
}

private func output(_ executable: String, _ arguments: [String]) -> String? {
  let process = Process()
  let pipe = Pipe()
  process.executableURL = URL(filePath: executable)
  process.arguments = arguments
  process.standardOutput = pipe
  process.standardError = FileHandle.nullDevice
  guard (try? process.run()) != nil else { return nil }
  let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  guard process.terminationStatus == 0 else { return nil }
  return text.split(separator: "\n").first.map(String.init)
}

struct Row {
  let text: String

  enum Limit {
    case atLeast(Double)
    case atMost(Double)

    func isMet(by ratio: Double) -> Bool {
      switch self {
      case .atLeast(let least): ratio >= least
      case .atMost(let most): ratio <= most
      }
    }

    var text: String {
      switch self {
      case .atLeast(let least): String(format: "≥ %g", least)
      case .atMost(let most): String(format: "≤ %g", most)
      }
    }
  }

  /// Creates a row that consists of a text, such as a heading.
  init(_ text: String) { self.text = text }

  /// Creates a row for a measurement.
  ///
  /// - Parameter ratio: The ratio of the measured time to that of another row.
  init(
    _ name: String, _ measurement: Measurement, ratio: Double? = nil, limit: Limit? = nil,
    note: String = ""
  ) {
    let padding = String(repeating: " ", count: max(0, 44 - name.count))
    var text = name + padding + String(format: "%9.4f s", measurement.seconds)
    let memory = measurement.memory.map { String(format: "%6d MiB", $0) }
    text += memory ?? String(repeating: " ", count: 10)
    if let ratio { text += String(format: "%9.1f ×", ratio) }
    if let ratio, let limit { text += "  \(limit.text)\(limit.isMet(by: ratio) ? "" : "  MISSED")" }
    self.text = note.isEmpty ? text : text + "  \(note)"
  }
}

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A run of a command, with its time from start to end.
struct Run {
  let seconds: Double

  /// The maximum memory that was observed, in KiB, or nil if the run was too short to observe it.
  let memory: Int?

  struct Failure: Error, CustomStringConvertible {
    let command: String
    let status: Int32

    var description: String { "status \(status): \(command)" }
  }

  /// Runs a command and discards its output. Throws if the exit status is not 0 or 1 (a negative result, as of `grep`).
  /// Status 2 is accepted if the command may fail.
  init(_ command: BenchmarkedCommand) throws {
    let words = [command.executable] + command.arguments
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var environment: [UnsafeMutablePointer<CChar>?] =
      ProcessInfo.processInfo.environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in arguments + environment { free(text) } }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, command.input ?? "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)

    let clock = ContinuousClock()
    let start = clock.now
    var child = pid_t()
    var status = posix_spawn(
      &child, command.executable, &actions, nil, &arguments, &environment)
    guard status == 0 else { throw Failure(command: words.joined(separator: " "), status: status) }
    let watch = MemoryWatch(child)
    while waitpid(child, &status, 0) == -1, errno == EINTR {}
    let duration = start.duration(to: clock.now)
    memory = watch.end()
    guard status == 0 || status == 1 << 8 || command.mayFail && status == 2 << 8 else {
      throw Failure(command: words.joined(separator: " "), status: status)
    }
    seconds =
      Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
  }
}

/// An observer that polls the memory usage of a running process, because the usage is not available after the process
/// has ended.
private final class MemoryWatch: Sendable {
  private let seen = Mutex<(kilobytes: Int?, isOver: Bool)>((nil, false))

  init(_ child: pid_t) {
    let path = "/proc/\(child)/status"
    Thread.detachNewThread { [self] in
      var isOver = false
      while !isOver {
        usleep(5000)
        let peak = Self.peak(path)
        isOver = seen.withLock { seen in
          if let peak, !seen.isOver { seen.kilobytes = peak }
          return seen.isOver
        }
      }
    }
  }

  private static func peak(_ path: String) -> Int? {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
    else { return nil }
    return Int(line.split(separator: " ").dropFirst().first ?? "")
  }

  func end() -> Int? {
    seen.withLock { seen in
      seen.isOver = true
      return seen.kilobytes
    }
  }
}
