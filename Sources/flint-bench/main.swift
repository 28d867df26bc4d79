import Foundation

// Measures the program beside its peers on this machine, in one run, and prints what came of it.
//
//     flint-bench PROGRAM FOLDER [--states N] [--rounds N] [--python PATH]
//
// PROGRAM is a release build of flint-inspect, FOLDER is where the data goes (half a gigabyte).

let benchmarks: [any Benchmark] = [
  AudienceBenchmark(), StreamBenchmark(), DecisionBenchmark(), EvaluateBenchmark(),
]

var words = Array(CommandLine.arguments.dropFirst())
var settings = Settings()
while let option = words.firstIndex(where: { $0.hasPrefix("--") }), option + 1 < words.count {
  let value = words.remove(at: option + 1)
  switch words.remove(at: option) {
  case "--states": settings.states = Int(value) ?? settings.states
  case "--rounds": settings.rounds = Int(value) ?? settings.rounds
  case "--python": settings.python = value
  default: fatalError("unknown option; see the head of main.swift")
  }
}
guard words.count == 2 else {
  print("usage: flint-bench PROGRAM FOLDER [--states N] [--rounds N] [--python PATH]")
  exit(2)
}
settings.program = words[0]
settings.folder = URL(filePath: words[1])
try FileManager.default.createDirectory(at: settings.folder, withIntermediateDirectories: true)

let peers = Peers(settings)
print(peers.machine)
for benchmark in benchmarks {
  print("\n\(benchmark.name)")
  for row in try benchmark.run(settings, peers) { print("  " + row.text) }
}
