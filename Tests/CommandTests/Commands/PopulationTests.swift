import Foundation
import Testing

@Suite("stream and audience") struct PopulationTests {
  private let manifest = "Fixtures/podcast-player/manifest.json"

  /// Lines that are read, ignored in part, rejected and blank.
  private let states = """
    {"id": "a", "platform": "iOS", "osVersion": "17.2", "purchases": {"SUB0001": "purchased"}}
    {"id": 2, "platform": "tvOS", "weight": 3, "toggles": {"gone": true}}

    {"platform": "iPhone"}
    {"permissions": {"camera": "authorized"}, "runtime": {"gone": null}}

    """

  private func inFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "flint-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(states.utf8).write(to: folder.appending(path: "states.ndjson"))
    try body(folder)
  }

  @Test("stream answers every line in its place, and exits 1 where one is rejected")
  func stream() throws {
    let run = try Run.program(["stream", manifest], input: states)
    #expect(run.status == 1)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines[0].hasPrefix(#"{"id":"a","line":1,"available":["#))
    #expect(lines[1].hasPrefix(#"{"id":2,"line":2,"available":["#))
    #expect(
      lines[2]
        == #"{"line":4,"error":"unknown platform 'iPhone'"}"#
    )
    #expect(lines[3].hasPrefix(#"{"line":5,"available":["#))
    #expect(
      run.errors == "warning: ignored what the manifest does not declare: 'gone' (2 lines)\n")
  }

  @Test("stream takes files, counts lines in each, and says the file where there are several")
  func streamFiles() throws {
    try inFolder { folder in
      let one = folder.appending(path: "states.ndjson").path
      let two = folder.appending(path: "o'ne.ndjson").path
      try Data(#"{"id": 7}"#.utf8).write(to: URL(filePath: two))
      #expect(
        try Run.program(["stream", manifest, one])
          == (try Run.program(["stream", manifest], input: states)))
      let run = try Run.program(["stream", manifest, one, two, "-"], input: "{}\n{}")
      let ends = run.output.split(separator: "\n").map { line in
        String(line[..<(line.firstRange(of: #","available""#)?.lowerBound ?? line.endIndex)])
      }
      #expect(
        ends == [
          #"{"id":"a","path":"\#(one)","line":1"#, #"{"id":2,"path":"\#(one)","line":2"#,
          #"{"path":"\#(one)","line":4,"error":"unknown platform 'iPhone'"}"#,
          #"{"path":"\#(one)","line":5"#, #"{"id":7,"path":"\#(two)","line":1"#,
          #"{"path":"-","line":1"#, #"{"path":"-","line":2"#,
        ])
      #expect(run.status == 1)
      #expect(try Run.program(["stream", manifest, "-", "-"], input: "").status == 2)
    }
  }

  @Test("a population of nobody is no answer, unless that is asked for", arguments: ["", "\n\n"])
  func nobody(input: String) throws {
    let line = ["audience", manifest, "--format", "json"]
    #expect(
      try Run.program(line, input: input)
        == Run(
          status: 2, output: "",
          errors: "error: there are no states to count\n"
            + "hint: where a part may be empty, write --allow-empty\n"))
    let empty = try Run.program(line + ["--allow-empty"], input: input)
    #expect(empty.status == 0)
    #expect(try JSON(empty.output)["states"]?.number == 0)
    let merge = ["audience", "--merge", "-", "--format", "json"]
    #expect(try Run.program(merge, input: empty.output).status == 2)
    #expect(try Run.program(merge + ["--allow-empty"], input: empty.output) == empty)
    #expect(try Run.program(line, input: "nothing\n").status == 1)
  }

  @Test("audience counts, names what it rejects, and keeps it where that is asked for")
  func audience() throws {
    try inFolder { folder in
      let path = folder.appending(path: "states.ndjson").path
      let rejects = folder.appending(path: "rejects.ndjson")
      let run = try Run.program([
        "audience", manifest, path, "--format", "json", "--rejects", rejects.path,
      ])
      #expect(run.status == 1)
      let result = try JSON(run.output)
      #expect(result["states"]?.number == 3)
      #expect(result["weight"]?.number == 5)
      #expect(result["rejected"]?.number == 1)
      #expect(result["ignored"]?["gone"]?.number == 2)
      #expect(run.errors.hasPrefix("\(path):4:14: error: unknown platform 'iPhone'"))
      #expect(
        try String(contentsOf: rejects, encoding: .utf8) == "{\"platform\": \"iPhone\"}\n")
    }
  }

  @Test(
    "parts merged are byte for byte what one run over all of it prints",
    arguments: ["json", "csv", "text"])
  func merge(format: String) throws {
    try inFolder { folder in
      let shell = """
        split -l 2 states.ndjson part.
        for part in part.*; do $FLINT audience $MANIFEST $part --format json > $part.json; done
        $FLINT audience --merge part.*.json --format \(format) > merged
        $FLINT audience $MANIFEST states.ndjson --format \(format) > whole
        $FLINT audience $MANIFEST --format \(format) < states.ndjson > piped
        cmp merged whole && cmp piped whole && test -s whole && echo same
        """
      let manifest = Package.root.appending(path: manifest).path
      let run = try Run.shell(shell, environment: ["MANIFEST": manifest], directory: folder)
      #expect(run.output == "same\n")
    }
  }

  @Test("only results of one manifest are merged")
  func mergeOfOthers() throws {
    try inFolder { folder in
      let shell = """
        echo '{}' | $FLINT audience $ROOT/podcast-player/manifest.json --format json > one.json
        echo '{}' | $FLINT audience $ROOT/selfie/manifest.json --format json > two.json
        echo '{"formatVersion": 2}' > three.json
        $FLINT audience --merge one.json two.json; echo $?
        $FLINT audience --merge one.json three.json; echo $?
        """
      let root = Package.root.appending(path: "Fixtures").path
      let run = try Run.shell(shell, environment: ["ROOT": root], directory: folder)
      #expect(run.output == "2\n2\n")
      #expect(run.errors.contains("'two.json' has other features"))
      #expect(run.errors.contains("three.json:1:1: error: found no result of 'audience"))
    }
  }

  @Test("a byte order mark inside is an error with a place like any other")
  func byteOrderMark() throws {
    let run = try Run.program(["audience", manifest], input: "{}\n\u{FEFF}{}\n")
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("-:2:1: error:"))
  }

  @Test("weights that outgrow 64 bits give no answer")
  func weights() throws {
    let heavy = #"{"weight": 9223372036854775807}"#
    let run = try Run.program(["audience", manifest], input: "\(heavy)\n{}\n")
    #expect(run.status == 2)
    #expect(run.output == "")
    #expect(run.errors == "error: the weights add up to more than 9223372036854775807\n")
    #expect(try Run.program(["audience", manifest], input: heavy).status == 0)
  }

  @Test("a full disk or a file that is not there leaves no result")
  func noResult() throws {
    try inFolder { folder in
      let shell = """
        $FLINT stream $MANIFEST < states.ndjson > /dev/full; echo $?
        $FLINT audience $MANIFEST states.ndjson none.ndjson --output result; echo $?
        $FLINT audience $MANIFEST . --output result; echo $?
        $FLINT audience $MANIFEST states.ndjson --rejects none/rejects --output result; echo $?
        $FLINT stream $MANIFEST --strict < /dev/null --output empty; echo $?; ls -A
        """
      let manifest = Package.root.appending(path: manifest).path
      let run = try Run.shell(shell, environment: ["MANIFEST": manifest], directory: folder)
      #expect(run.output == "2\n2\n2\n2\n0\nempty\nstates.ndjson\n")
    }
  }
}
