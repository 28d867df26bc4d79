import Foundation

// Measures the program and comparable programs on this machine in one run, and prints a table of the results.
//
//     flint-bench PROGRAM FOLDER [--states N] [--rounds N] [--python PATH] [--only NAME]
//
// PROGRAM is a release build of flint-inspect. FOLDER is the folder for the generated data (about a gigabyte). Times
// are medians over the rounds. --only may be repeated. A ratio compares a time with that of the first command or,
// where the input grows, with that of the row above.

let benchmarks: [any Benchmark] = [
  EvaluateBenchmark(), ScenarioBenchmark(), AnalysisBenchmark(), AudienceBenchmark(),
  StreamBenchmark(), DecisionBenchmark(), BoundsBenchmark(), SizesBenchmark(),
  GrowthBenchmark(), PartsBenchmark(), EditorBenchmark(),
]

var words = Array(CommandLine.arguments.dropFirst())
var settings = Settings()
while let option = words.firstIndex(where: { $0.hasPrefix("--") }), option + 1 < words.count {
  let value = words.remove(at: option + 1)
  switch words.remove(at: option) {
  case "--states": settings.states = Int(value) ?? settings.states
  case "--rounds": settings.rounds = Int(value) ?? settings.rounds
  case "--python": settings.python = value
  case "--only": settings.only.append(value)
  default: fatalError("unknown option; see the comment at the top of main.swift")
  }
}
guard words.count == 2 else {
  print("usage: flint-bench PROGRAM FOLDER [--states N] [--rounds N] [--python PATH] [--only NAME]")
  exit(2)
}
settings.program = words[0]
settings.folder = URL(filePath: words[1])
try FileManager.default.createDirectory(at: settings.folder, withIntermediateDirectories: true)

/// Prints a line without buffering, even if the output is a file.
func show(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

let peers = Peers(settings)
show(peers.machine)
for benchmark in benchmarks
where settings.only.isEmpty || settings.only.contains(where: { benchmark.name.hasPrefix($0) }) {
  show("\n\(benchmark.name)")
  for row in try benchmark.run(settings, peers) { show("  " + row.text) }
}
