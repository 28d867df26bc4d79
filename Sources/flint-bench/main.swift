import Foundation

// Measures the program and comparable programs on this machine in one run, and prints a table of the results.
//
//     flint-bench PROGRAM FOLDER [--states N] [--rounds N] [--python PATH] [--only NAME]
//
// PROGRAM is a release build of flint-inspect. FOLDER is the folder for the generated data (about a gigabyte). Times
// are medians over the rounds. --only may be repeated. A ratio compares a time with that of the first command or,
// where the input grows, with that of the row above.

var words = Array(CommandLine.arguments.dropFirst())
var bench = Bench()
var only: [String] = []
while let option = words.firstIndex(where: { $0.hasPrefix("--") }), option + 1 < words.count {
  let value = words.remove(at: option + 1)
  switch words.remove(at: option) {
  case "--states": bench.states = Int(value) ?? bench.states
  case "--rounds": bench.rounds = Int(value) ?? bench.rounds
  case "--python": bench.python = value
  case "--only": only.append(value)
  default: fatalError("unknown option; see the comment at the top of main.swift")
  }
}
guard words.count == 2 else {
  print("usage: flint-bench PROGRAM FOLDER [--states N] [--rounds N] [--python PATH] [--only NAME]")
  exit(2)
}
bench.program = words[0]
bench.folder = URL(filePath: words[1])
try FileManager.default.createDirectory(at: bench.folder, withIntermediateDirectories: true)

show(bench.machine)
let benchmarks: KeyValuePairs<String, (Bench) -> () throws -> Void> = [
  "evaluate": Bench.evaluate, "audience": Bench.audience, "diff": Bench.diff,
  "validate": Bench.validate, "growth": Bench.growth,
]
for (name, run) in benchmarks where only.isEmpty || only.contains(where: name.hasPrefix) {
  show("\n\(name)")
  try run(bench)()
}
