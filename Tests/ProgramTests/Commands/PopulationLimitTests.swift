import Foundation
import ProgramHarness
import Testing

@Suite("Populations with ids and lines without end") struct PopulationLimitTests {
  private let manifest = "Fixtures/podcast-player/manifest.json"

  @Test(
    "Lines from whose id no rollout position follows are counted",
    arguments: ["audience", "stream"]
  )
  func positionless(command: String) throws {
    let scratch = try Scratch()
    let path = try scratch.write(
      #"{"manifestVersion": 1, "features": [{"id": "f", "constraints": {"rollout": {"percent": 50}}}]}"#,
      to: "m.json")
    let ids = ["1.0", "null", "\"\"", "1e3", "true", "-0", "7", "\"u\"", "\"\\u0075\""]
    let lines = ids.map { #"{"id": \#($0)}"# } + ["{}", #"{"id": [1]}"#, #"{"x-id": "\u0041"}"#]
    let run = try Run.program(
      [command, path, "--draw-buckets"], input: lines.map { $0 + "\n" }.joined())
    #expect(run.status == 0)
    #expect(
      run.errors.contains("warning: 8 lines have no 'id' that is a text or an integer"), "\(run)")
    if command == "stream" {
      let undetermined = run.output.split(separator: "\n").filter {
        $0.contains(#""undetermined":["f"]"#)
      }
      #expect(undetermined.count == 8)
    }
  }

  @Test("Undeclared ids are named up to a limit", arguments: [1, 100, 101, 25_000])
  func ignored(count: Int) throws {
    let lines = (0..<count).map { #"{"toggles": {"t\#(100_000 + $0)": true}}"# + "\n" }
    let whole = try Run.program(
      ["audience", manifest, "--format", "json"], input: lines.joined())
    let ignored = try #require(try JSON(whole.output)["ignored"])
    #expect(ignored["t100000"]?.number == 1)
    #expect(ignored["t\(100_000 + min(count, 10_000) - 1)"]?.number == 1)
    #expect(ignored["t110000"] == nil)
    #expect(whole.errors.utf8.count < 3_000)
    let others = [101: " and 1 other\n", 25_000: " and at least 9900 others\n"][count]
    #expect(whole.errors.hasSuffix(others ?? "(1 line)\n"), "\(whole.errors.suffix(60))")
    let reversed = try Run.program(
      ["audience", manifest, "--format", "json"], input: lines.reversed().joined())
    #expect(reversed.output == whole.output)
  }

  @Test("A line of any length needs bounded memory, and is reported in its place")
  func longLines() throws {
    let scratch = try Scratch()
    let run = try Run.shell(
      """
      {
        echo '{"id": 1}'
        printf '{"id": "'; head -c 100000000 /dev/zero | tr '\\0' x; echo '"}'
        echo '{"id": 3}'; printf '{"id": "'; head -c 20000000 /dev/zero | tr '\\0' x
      } > in
      "$FLINT" stream "$MANIFEST" in | cut -c 1-60
      "$FLINT" audience "$MANIFEST" in --rejects out | head -1; wc -l < out
      """, environment: ["MANIFEST": Package.root.appending(path: manifest).path],
      directory: scratch.folder)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 6, "\(run)")
    let beginnings = [
      #"{"id":1,"line":1,"#, #"{"line":2,"error":"the line is longer than 16 MB"#,
      #"{"id":3,"line":3,"#, #"{"line":4,"error":"the line is longer than 16 MB"#,
      "2 states   ✗ 2 lines rejected", "2",
    ]
    for (line, beginning) in zip(lines, beginnings) { #expect(line.hasPrefix(beginning)) }
  }

  @Test(
    "A line that cannot be read keeps its id",
    arguments: [
      (
        #"{"id": {"a": [1, "\u0041"]}, "platform": "iPhone"}"#,
        #"{"id":{"a": [1, "\u0041"]},"line":1,"error""#
      ),
      (#"{"id": 7, "x-a": 1, "y": 2}"#, #"{"id":7,"line":1,"error""#),
      ("[]", #"{"line":1,"error""#), (#"{"id": 7"#, #"{"line":1,"error""#),
      (#"{"weight": 1, "id": 7, "platform""#, #"{"id":7,"line":1,"error""#),
      (#"{"id": 7, "weight": 1, "weight": 2}"#, #"{"id":7,"line":1,"error""#),
      (#"{"id": 7, "id": 8}"#, #"{"line":1,"error""#),
    ])
  func rejectedID(line: String, beginning: String) throws {
    let run = try Run.program(["stream", manifest], input: line)
    #expect(run.status == 1)
    #expect(run.output.hasPrefix(beginning), "\(run.output)")
  }
}
