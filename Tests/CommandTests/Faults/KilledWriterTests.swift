#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite("A program that is killed while it writes", .enabled(if: SteppedProgram.isPossible))
  struct KilledWriterTests {
    @Test(
      "leaves the old content or the new, whole, and works the next time",
      arguments: WritingLine.all)
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
      // Written, kept, renamed, closed and ended.
      #expect(moments >= 4)
      #expect(sawOld)
    }

    /// What the line writes when nobody disturbs it, and how many stops there are before it begins to.
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
      // How a process finds its memory varies a little from run to run.
      return (result, max(0, quiet - 40))
    }

    /// Kills the program before a system call, counted from the first that finds the folder changed.
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
