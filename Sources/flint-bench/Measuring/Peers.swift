import Foundation

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
