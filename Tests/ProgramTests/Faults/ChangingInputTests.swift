import ProgramHarness

#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite("An input file that changes while it is read", .enabled(if: SteppedProgram.isPossible))
  struct ChangingInputTests {
    /// A change of a file during the run.
    enum Change: CaseIterable {
      case emptied, cut, grown, grownLarge, overwritten, removed, replaced

      func make(_ path: String, other: Data) throws {
        let file = try FileHandle(forUpdating: URL(filePath: path))
        defer { try? file.close() }
        switch self {
        case .emptied: try file.truncate(atOffset: 0)
        case .cut: try file.truncate(atOffset: file.seekToEnd() / 2)
        case .grown:
          try file.seekToEnd()
          try file.write(contentsOf: Data("\n  ".utf8))
        case .grownLarge:
          try file.seekToEnd()
          try file.write(contentsOf: Data(repeating: UInt8(ascii: " "), count: 300_000))
        case .overwritten: try file.write(contentsOf: other)
        case .removed: try FileManager.default.removeItem(atPath: path)
        case .replaced: try other.write(to: URL(filePath: path), options: .atomic)
        }
      }

      /// Whether the old content remains readable through the open file.
      var leavesOldContent: Bool { self == .removed || self == .replaced }
    }

    /// A command line, and the input file that changes.
    static let lines: [(words: [String], file: String)] = [
      (["evaluate", "m.json", "--format", "json"], "m.json"),
      (["evaluate", "m.json", "--format", "json", "--state", "state.json"], "state.json"),
      (["stream", "m.json"], "m.json"),
      (["audience", "m.json", "states.ndjson", "--format", "json"], "states.ndjson"),
      (["test", "m.json", "scenarios.json"], "scenarios.json"),
    ]

    @Test(
      "Results in an answer or an error, whenever it changes",
      arguments: TestDepth.sample(2, of: lines), Change.allCases)
    func changing(line: (words: [String], file: String), change: Change) throws {
      let untouched = try run(line, nil, at: 0, from: 0)
      #expect(untouched.outcome.ending == .exited(0))
      var moment = 0
      while true {
        let (outcome, isChanged, _) = try run(
          line, change, at: moment, from: untouched.firstOpen - 40)
        switch outcome.ending {
        case .exited(0), .exited(1):
          if change.leavesOldContent { #expect(outcome.output == untouched.outcome.output) }
        case .exited(2):
          #expect(!change.leavesOldContent)
          #expect(outcome.output.isEmpty)
          let isReported =
            outcome.errors.hasPrefix("\(line.file):")
            || outcome.errors.hasPrefix("error: the input contains no states")
          #expect(isReported, "\(outcome.errors)")
        default:
          Issue.record("\(outcome.ending) after \(change) at \(moment): \(outcome.errors)")
        }
        if !isChanged { break }
        moment += TestDepth.count(29, thorough: 1)
      }
      // At least after opening the file, after requesting its size and after reading.
      #expect(moment >= 3)
    }

    /// Changes the file at one of the stops at which the program has it open.
    private func run(
      _ line: (words: [String], file: String), _ change: Change?, at moment: Int, from begin: Int
    ) throws -> (outcome: SteppedProgram.Outcome, isChanged: Bool, firstOpen: Int) {
      let scratch = try folder()
      let path = scratch.folder.resolvingSymlinksInPath().appending(path: line.file).path
      let other = Data(try scratch.read("other.json").utf8)
      var (open, firstOpen) = (0, 0)
      var isChanged = false
      let program = SteppedProgram(
        [Package.program.path] + line.words, directory: scratch.folder)
      let outcome = try program.run { stop in
        if !isChanged, !stop.isBefore, stop.number >= begin, stop.hasOpen(path) {
          if open == 0 { firstOpen = stop.number }
          if open == moment, let change {
            try change.make(path, other: other)
            isChanged = true
          }
          open += 1
        }
        return .go
      }
      return (outcome, isChanged, firstOpen)
    }

    private func folder() throws -> Scratch {
      let scratch = try Scratch()
      let features = (0..<40).map { #"{"id":"f\#($0)","constraints":{"permissions":["camera"]}}"# }
      try scratch.write(
        #"{"manifestVersion":1,"features":[\#(features.joined(separator: ","))]}"#, to: "m.json")
      try scratch.write(#"{"permissions":{"camera":"authorized"}}"#, to: "state.json")
      try scratch.write(
        #"{"scenarioVersion":1,"scenarios":[{"name":"a","steps":[{"expect":{"f1":"undetermined"}}]}]}"#,
        to: "scenarios.json")
      try scratch.write(
        String(repeating: #"{"permissions":{"camera":"denied"}}"# + "\n", count: 10),
        to: "states.ndjson")
      try scratch.write("{\"other\": [1, 2, 3]}\n", to: "other.json")
      return scratch
    }
  }
#endif
