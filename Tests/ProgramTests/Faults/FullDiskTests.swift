import Foundation
import ProgramHarness
import TestSupport
import Testing

@Suite("A full disk") struct FullDiskTests {
  #if os(Linux)
    @Test(
      "Is an error at every stage, and the file remains unchanged",
      .enabled(if: SteppedProgram.isPossible), arguments: TestDepth.sample(4, of: WritingLine.all))
    func limited(line: WritingLine) throws {
      let size = try wholeSize(of: line)
      for limit in TestDepth.sample(1, of: [size - 1, 0, 1, size / 2]) {
        let scratch = try line.prepare()
        let before = try scratch.names
        let outcome = try program(line, in: scratch, limit: limit).run()
        #expect(outcome.ending == .exited(2), "\(limit) of \(size) bytes")
        #expect(
          outcome.errors.hasSuffix("error: cannot write '\(line.target)': file too large\n"))
        #expect(try scratch.names == before)
        if let old = line.old { #expect(try scratch.read(line.target) == old) }
      }
      let scratch = try line.prepare()
      let outcome = try program(line, in: scratch, limit: size).run()
      #expect(outcome.ending == .exited(line.status))
    }

    @Test(
      "Is an error at every byte of a small result", .enabled(if: SteppedProgram.isPossible))
    func everyByte() throws {
      let scratch = try Scratch()
      try scratch.write(#"{"manifestVersion":1,"features":[{"id":"a"}]}"#, to: "m.json")
      let words = [Package.program.path, "evaluate", "m.json", "--output", "result"]
      var program = SteppedProgram(words, directory: scratch.folder)
      #expect(try program.run().ending == .exited(0))
      let size = try scratch.read("result").utf8.count
      try scratch.write("old", to: "result")
      for limit in stride(from: 0, to: size, by: TestDepth.count(17, thorough: 1)) {
        program.fileSizeLimit = limit
        #expect(try program.run().ending == .exited(2))
        #expect(try scratch.read("result") == "old")
      }
      #expect(try scratch.names == ["m.json", "result"])
    }

    private func program(
      _ line: WritingLine, in scratch: Scratch, limit: Int
    ) -> SteppedProgram {
      var program = line.program(in: scratch)
      program.fileSizeLimit = limit
      return program
    }
  #endif

  @Test(
    "Is an error for every command line that writes to standard output", arguments: WritingLine.all)
  func standardOutput(line: WritingLine) throws {
    guard let option = line.words.firstIndex(of: "--output") else { return }
    let scratch = try line.prepare()
    let words = line.words[..<option].joined(separator: " ")
    let input = line.input ?? "/dev/null"
    let run = try Run.shell(
      "\"$FLINT\" \(words) > /dev/full < \(input)", directory: scratch.folder)
    #expect(run.status == 2)
    #expect(
      run.errors.hasSuffix("error: cannot write to standard output: no space left on device\n"))
    let device = try Run.shell(
      "\"$FLINT\" \(words) --output /dev/full < \(input)", directory: scratch.folder)
    #expect(device.status == 2)
    #expect(device.errors.hasSuffix("error: cannot write '/dev/full': no space left on device\n"))
  }

  private func wholeSize(of line: WritingLine) throws -> Int {
    let scratch = try line.prepare()
    let input = try line.input.map { try scratch.read($0) }
    let run = try Run.program(line.words, input: input, directory: scratch.folder)
    #expect(run.status == line.status)
    return try scratch.read(line.target).utf8.count
  }
}
