import Foundation

/// What is installed here to compare with.
struct Peers {
  let jq: String?
  let wc: String?
  let python: String?
  let hasDuckDB: Bool
  let hasOrjson: Bool
  /// The machine, and who takes part in which version.
  let machine: String

  init(_ settings: Settings) {
    func find(_ name: String) -> String? {
      output("/bin/sh", ["-c", "command -v \(name)"])
    }
    jq = find("jq")
    wc = find("wc")
    let python = find(settings.python)
    self.python = python
    func version(ofPython module: String) -> String? {
      python.flatMap { output($0, ["-c", "import \(module); print(\(module).__version__)"]) }
    }
    let duckDB = version(ofPython: "duckdb")
    let orjson = version(ofPython: "orjson")
    hasDuckDB = duckDB != nil
    hasOrjson = orjson != nil
    let processor = output(
      "/bin/sh", ["-c", "sed -n 's/^model name.*: //p' /proc/cpuinfo | head -1"])
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let memory = ProcessInfo.processInfo.physicalMemory >> 30
    let found: [(String, String?)] = [
      ("flint-inspect", output(settings.program, ["--version"])),
      ("DuckDB", duckDB), ("orjson", orjson),
      ("Python", python.flatMap { output($0, ["--version"]) }),
      ("jq", jq.flatMap { output($0, ["--version"]) }),
    ]
    let system = ProcessInfo.processInfo.operatingSystemVersionString
    machine =
      "\(processor ?? "unknown processor"), \(cores) cores, \(memory) GiB, \(system)\n"
      + found.map { name, version in
        version.map { $0.hasPrefix(name) ? $0 : "\(name) \($0)" }
          ?? "\(name): not installed, skipped"
      }.joined(separator: " · ")
  }

  /// A script that does a peer's part.
  static func script(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Peers/\(name)").path
  }
}

/// The first line that a command prints, nil where it fails.
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
