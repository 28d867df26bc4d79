import ProgramHarness

#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite("A writer that is killed", .enabled(if: SteppedProgram.isPossible))
  struct KilledWriterTests {
    @Test(
      "Leaves either the complete old or new content, and the next run works",
      arguments: TestDepth.sample(2, of: WritingLine.all))
    func killed(line: WritingLine) throws {
      let (whole, quietStops) = try wholeResult(of: line)
      var moments = 0
      var sawOld = false
      while true {
        let scratch = try line.prepare()
        let before = try contents(of: scratch)
        let ending = try kill(line, in: scratch, after: moments, from: quietStops)
        var after = try contents(of: scratch)
        let result = after.removeValue(forKey: line.target)
        #expect(result == line.old || result == whole, "\(line) after \(moments) calls")
        sawOld = sawOld || result == line.old
        let litter = after.keys.filter { $0.hasPrefix(".flint-inspect-") }
        #expect(litter.count <= 1)
        for name in litter { after[name] = nil }
        #expect(after == before.filter { $0.key != line.target })

        if line.target != "m.json", line.words.first != "init" || result == nil {
          let input = try line.input.map { try scratch.read($0) }
          let again = try Run.program(line.words, input: input, directory: scratch.folder)
          #expect(again.status == line.status)
          #expect(try scratch.read(line.target) == whole)
        }
        if ending == .exited(line.status) { break }
        try #require(ending == .killed(signal: SIGKILL))
        moments += TestDepth.count(11, thorough: 1)
      }
      // At least writing, syncing, renaming, closing and exiting.
      #expect(moments >= 4)
      #expect(sawOld)
    }

    /// Returns the result of an undisturbed run, and the number of stops before it begins to write.
    private func wholeResult(of line: WritingLine) throws -> (String, quietStops: Int) {
      let scratch = try line.prepare()
      let before = try scratch.names
      var quiet = 0
      let outcome = try line.program(in: scratch).run { stop in
        if quiet == stop.number, try scratch.names == before { quiet += 1 }
        return .go
      }
      #expect(outcome.ending == .exited(line.status), "\(outcome.errors)")
      let result = try scratch.read(line.target)
      #expect(result != line.old)
      // The number of system calls that allocate memory varies slightly between runs.
      return (result, max(0, quiet - 40))
    }

    /// Kills the program before a system call. Calls are counted from the first one after the folder has changed.
    private func kill(
      _ line: WritingLine, in scratch: Scratch, after calls: Int, from quietStops: Int
    ) throws -> SteppedProgram.Ending {
      let before = try scratch.names
      var since: Int?
      return try line.program(in: scratch).run { stop in
        guard stop.isBefore, stop.number >= quietStops else { return .go }
        if since == nil, try scratch.names != before { since = 0 }
        guard let passed = since else { return .go }
        since = passed + 1
        return passed == calls ? .kill : .go
      }.ending
    }

    private func contents(of scratch: Scratch) throws -> [String: String] {
      var contents: [String: String] = [:]
      for name in try scratch.names { contents[name] = try scratch.read(name) }
      return contents
    }
  }
#endif
