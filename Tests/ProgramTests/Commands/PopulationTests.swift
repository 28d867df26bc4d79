import Foundation
import ProgramHarness
import Testing

@Suite("The commands stream and audience") struct PopulationTests {
  private let manifest = "Fixtures/podcast-player/manifest.json"

  /// Valid, partly ignored, rejected and blank lines.
  private let states = """
    {"id": "a", "platform": "iOS", "osVersion": "17.2", "purchases": {"SUB0001": "purchased"}}
    {"id": 2, "platform": "tvOS", "weight": 3, "toggles": {"gone": true}}

    {"platform": "iPhone"}
    {"permissions": {"camera": "authorized"}, "runtime": {"gone": null}}

    """

  private func inFolder(_ body: (URL) throws -> Void) throws {
    let scratch = try Scratch()
    try scratch.write(states, to: "states.ndjson")
    try body(scratch.folder)
  }

  @Test("stream writes a result for every line, and exits with 1 if a line is rejected")
  func stream() throws {
    let run = try Run.program(["stream", manifest], input: states)
    #expect(run.status == 1)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines[0].hasPrefix(#"{"id":"a","line":1,"available":["#))
    #expect(lines[1].hasPrefix(#"{"id":2,"line":2,"available":["#))
    #expect(
      lines[2]
        == #"{"line":4,"error":"unknown platform 'iPhone'; did you mean 'iOS'?"}"#
    )
    #expect(lines[3].hasPrefix(#"{"line":5,"available":["#))
    #expect(
      run.errors == """
        warning: ignored undeclared ids: 'gone' (2 lines)
        warning: 1 line is rejected: unknown-platform (1 line)

        """)
  }

  @Test(
    "stream and audience refuse a file of another format, with a command that converts it",
    arguments: [
      (
        "s.csv", "id,platform\n1,iOS\n2,iOS\n", "the file is a text table such as CSV",
        #"duckdb -noheader -list -c "SELECT json_merge_patch('{}', t) FROM read_csv('s.csv', "#
      ),
      ("s.gz", "\u{1F}\u{8B}\u{8}", "the file is compressed with gzip", "gunzip -c s.gz | "),
      (
        "u.json", "{\u{0}}\u{0}", "the file is UTF-16, not UTF-8",
        "iconv -f UTF-16 -t UTF-8 u.json | "
      ),
      ("s.json", "[\n{},\n{}\n]\n", "the file is a single list", "jq -c '.[]' s.json | "),
      ("s.json", "{\n  \"id\": 1\n}\n", "a state spans several lines", "jq -c . s.json | "),
      (
        "PAR1", "PAR1\u{0}\n", "the file is a Parquet file",
        #"duckdb -noheader -list -c "SELECT json_merge_patch('{}', t) FROM 'PAR1' t" | "#
      ),
    ])
  func foreignFiles(name: String, text: String, message: String, command: String) throws {
    try inFolder { folder in
      let path = folder.appending(path: name).path
      try Data(text.unicodeScalars.map { UInt8($0.value) }).write(to: URL(filePath: path))
      for arguments in [["audience", manifest, path], ["stream", manifest, path]] {
        let run = try Run.program(arguments)
        #expect(run.status == 2 && run.output.isEmpty)
        let lines = run.errors.split(separator: "\n")
        #expect(lines.count == 2, "\(run.errors)")
        #expect(lines[0].hasPrefix("\(path): error: \(message)"), "\(run.errors)")
        let told = lines[1].replacing("\(folder.path)/", with: "")
        #expect(
          told.hasPrefix("hint: convert the input to lines") && told.contains(": \(command)")
            && told.hasSuffix(" | flint-inspect \(arguments[0]) \(manifest)"), "\(run.errors)")
      }
    }
  }

  @Test("stream reads files, numbers the lines of each, and names the file if there are several")
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
          #"{"path":"\#(one)","line":4,"error":"unknown platform 'iPhone'; did you mean 'iOS'?"}"#,
          #"{"path":"\#(one)","line":5"#, #"{"id":7,"path":"\#(two)","line":1"#,
          #"{"path":"-","line":1"#, #"{"path":"-","line":2"#,
        ])
      #expect(run.status == 1)
      #expect(try Run.program(["stream", manifest, "-", "-"], input: "").status == 2)
    }
  }

  @Test("An empty population is an error unless it is allowed", arguments: ["", "\n\n"])
  func nobody(input: String) throws {
    let line = ["audience", manifest, "--format", "json"]
    #expect(
      try Run.program(line, input: input)
        == Run(
          status: 2, output: "",
          errors: "error: the input contains no states\n"
            + "hint: to accept an empty input, add --allow-empty\n"))
    let empty = try Run.program(line + ["--allow-empty"], input: input)
    #expect(empty.status == 0)
    #expect(try JSON(empty.output)["states"]?.number == 0)
    let merge = ["audience", "--merge", "-", "--format", "json"]
    #expect(try Run.program(merge, input: empty.output).status == 2)
    #expect(try Run.program(merge + ["--allow-empty"], input: empty.output) == empty)
    #expect(try Run.program(line, input: "nothing\n").status == 1)
  }

  @Test("audience counts states, reports rejected lines, and writes them to a file on request")
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
    "Merged parts are byte-identical to a single run",
    arguments: ["json", "csv"])
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

  @Test("Only results of the same manifest can be merged")
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
      #expect(run.errors.contains("'two.json' and the first result come from different manifests"))
      #expect(run.errors.contains("three.json:1:1: error: the file is not a result of 'audience"))
    }
  }

  @Test(
    "A value that looks right is explained plainly",
    arguments: [
      (
        "\u{FEFF}{}", "1: error: found a byte order mark (U+FEFF)",
        "a byte order mark is allowed only at the start of a file"
      ),
      (#"{"weight": -0}"#, "12: error: found -0 for 'weight'; expected 0", ""),
    ])
  func plainly(line: String, message: String, hint: String) throws {
    let run = try Run.program(["audience", manifest], input: "\u{FEFF}{}\n\(line)\n")
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("-:2:\(message)"), "\(run.errors)")
    #expect(hint.isEmpty || run.errors.contains(hint))
  }

  @Test(
    "The weight that takes a total beyond 64 bits is an error at its line",
    arguments: [
      (["", #"{"weight": 9223372036854775807}"#, "{"], #"{"id": 1}"#, 1),
      ([#"{"weight": 9223372036854775806}"#], #"{"id": 1, "weight": 2}"#, 21),
      ([#"{"weight": 9223372036854775806}"#, "{}"], #"{"weight": 1}"#, 12),
    ])
  func weights(before: [String], line: String, column: Int) throws {
    let message = "the weights of all states add up to more than 9223372036854775807"
    let lines = before + [line, "{}"]
    for keys in [[], ["--by", "platform"]] {
      let run = try Run.program(
        ["audience", manifest] + keys, input: lines.joined(separator: "\n"))
      #expect(run.status == 2)
      #expect(run.output == "")
      #expect(run.errors.hasPrefix("-:\(before.count + 1):\(column): error: \(message)"), "\(run)")
    }
    let run = try Run.program(["audience", manifest], input: before.joined(separator: "\n"))
    #expect(run.status != 2)
  }

  @Test("Rejected lines are counted by reason, and the first ten are shown")
  func reasons() throws {
    let lines = [String](repeating: #"{"platform": "iPhone"}"#, count: 12) + ["{", "{}", "[]"]
    let run = try Run.program(["audience", manifest], input: lines.joined(separator: "\n"))
    #expect(run.errors.matches(of: /\d: error:/).count == 10)
    #expect(
      run.errors.hasSuffix(
        """
        warning: 14 lines are rejected, of which the first 10 are listed: unknown-platform \
        (12 lines), invalid-json (1 line), wrong-type (1 line)

        """), "\(run.errors)")
  }

  @Test("--date and --with change the facts of each line, and later ones replace earlier ones")
  func changes() throws {
    try inFolder { folder in
      let shell = """
        echo '{"platform": "iOS", "osVersion": "15", "date": "2020-01-01"}' > given
        echo '{"weight": 2}' >> given
        echo '{"platform": "watchOS", "date": "2026-01-01"}' > edited
        echo '{"platform": "watchOS", "date": "2026-01-01", "weight": 2}' >> edited
        options="--by platform,osVersion --format json"
        $FLINT audience $MANIFEST edited $options > one
        $FLINT audience $MANIFEST given $options \\
          --date 2025-01-01 --with '{"platform": "watchOS", "date": "2026-01-01"}' > two
        cmp one two && echo same
        $FLINT audience $MANIFEST states.ndjson --with '{"platform": "iPhone"}'; echo $?
        $FLINT audience $MANIFEST states.ndjson --date tomorrow; echo $?
        $FLINT audience --merge one --date 2026-01-01; echo $?
        """
      let manifest = Package.root.appending(path: manifest).path
      let run = try Run.shell(shell, environment: ["MANIFEST": manifest], directory: folder)
      #expect(run.output == "same\n2\n2\n2\n")
      #expect(run.errors.contains("--with:1:14: error: unknown platform 'iPhone'"))
      #expect(run.errors.contains("'--date' and '--merge' cannot be given together"))
    }
  }

  @Test("A full disk or a missing file leaves no result")
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
