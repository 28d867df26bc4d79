import Foundation
import TestSupport
import Testing

@Suite("What a result is written to") struct OutputTargetTests {
  private let old = "{\"manifestVersion\": 1, \"features\": []}\n"

  @Test("one of the files that were read gets the whole result")
  func input() throws {
    let scratch = try Scratch()
    try scratch.write(#"{"manifestVersion":1,"features":[{"id":"a"}]}"#, to: "m.json")
    try scratch.write("{}\n", to: "monday.ndjson")
    let day = "audience m.json monday.ndjson --format json"
    let shell = try Run.shell(
      """
      "$FLINT" \(day) --output total.json
      "$FLINT" audience --merge total.json total.json --format json --output total.json
      """, directory: scratch.folder)
    #expect(shell == Run(status: 0, output: "", errors: ""))
    #expect(try JSON(scratch.read("total.json"))["states"]?.number == 2)
    let evaluation = try Run.program(["evaluate", "m.json"], directory: scratch.folder)
    _ = try Run.program(
      ["evaluate", "m.json", "--output", "m.json"], directory: scratch.folder)
    #expect(try scratch.read("m.json") == evaluation.output)
    #expect(try scratch.names == ["m.json", "monday.ndjson", "total.json"])
  }

  @Test("a link that leads nowhere yet stays a link, and leads to the result")
  func danglingLink() throws {
    let scratch = try Scratch()
    let files = FileManager.default
    try files.createDirectory(atPath: scratch.path("results"), withIntermediateDirectories: true)
    try files.createSymbolicLink(atPath: scratch.path("one"), withDestinationPath: "results/two")
    try files.createSymbolicLink(
      atPath: scratch.path("results/two"), withDestinationPath: scratch.path("three"))
    let run = try Run.program(["init", "--output", "one"], directory: scratch.folder)
    #expect(run == Run(status: 0, output: "", errors: created("one")))
    #expect(try files.destinationOfSymbolicLink(atPath: scratch.path("one")) == "results/two")
    #expect(try scratch.read("three").hasPrefix("{"))
    #expect(try scratch.names == ["one", "results", "three"])
  }

  @Test("links in a circle are an error")
  func circle() throws {
    let scratch = try Scratch()
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("one"), withDestinationPath: "one")
    let run = try Run.program(["init", "--output", "one"], directory: scratch.folder)
    #expect(run.status == 2)
    #expect(run.errors == "error: cannot write 'one': too many levels of symbolic links\n")
  }

  @Test("a draft that a killed process of the same number has left is passed over")
  func leftDraft() throws {
    let scratch = try Scratch()
    // The program takes the number of the shell that it replaces.
    let run = try Run.shell(
      "echo left > .flint-inspect-$$-1.tmp; exec \"$FLINT\" init --output new",
      directory: scratch.folder)
    #expect(run == Run(status: 0, output: "", errors: created("new")))
    #expect(try scratch.read("new") == (try Run.program(["init"]).output))
    let left = try #require(scratch.names.first)
    #expect(try scratch.names == [left, "new"])
    #expect(try scratch.read(left) == "left\n")
  }

  @Test("a pipe with a name carries the result to its reader")
  func namedPipe() throws {
    let scratch = try Scratch()
    try #require(mkfifo(scratch.path("pipe"), 0o600) == 0)
    let run = try Run.shell(
      "\"$FLINT\" init --output pipe & cat pipe; wait $!; echo \"status $?\"",
      directory: scratch.folder)
    #expect(run.output == (try Run.program(["init"]).output) + "status 0\n")
    #expect(try scratch.names == ["pipe"])
  }

  @Test(
    "the system's names for standard output leave what was written to it before",
    arguments: ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
  func standardOutput(name: String) throws {
    let scratch = try Scratch()
    let run = try Run.shell(
      "{ echo before; \"$FLINT\" init --output \(name); echo after; } > result",
      directory: scratch.folder)
    #expect(run == Run(status: 0, output: "", errors: ""))
    let whole = "before\n" + (try Run.program(["init"]).output) + "after\n"
    #expect(try scratch.read("result") == whole)
    #expect(try scratch.names == ["result"])
  }

  @Test("a descriptor that the shell has opened is written to, and one that it has not is an error")
  func descriptor() throws {
    let scratch = try Scratch()
    let run = try Run.shell(
      "\"$FLINT\" init --output /dev/fd/3 3>> result; \"$FLINT\" init --output /dev/fd/9",
      directory: scratch.folder)
    #expect(run.status == 2)
    #expect(run.errors == "error: cannot write '/dev/fd/9': bad file descriptor\n")
    #expect(try scratch.read("result") == (try Run.program(["init"]).output))
  }

  @Test(
    "a file or a folder that may not be written to keeps what it has",
    .enabled(if: OtherUser.isPossible))
  func forbidden() throws {
    let scratch = try Scratch()
    let files = FileManager.default
    try scratch.write(old, to: "m.json")
    try files.setAttributes([.posixPermissions: 0o444], ofItemAtPath: scratch.path("m.json"))
    try files.setAttributes([.posixPermissions: 0o555], ofItemAtPath: scratch.folder.path)
    defer {
      try? files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: scratch.folder.path)
    }
    for line in [
      "init --output m.json", "init new.json", "evaluate m.json --output new.json",
      "import /dev/stdin --into m.json", "stream m.json --output new.json",
      "audience m.json - --rejects new.json",
    ] {
      let input = #"{"products":[{"productID":"gem","type":"Consumable"}],"version":{"major":3}}"#
      let run = try OtherUser.shell(
        "echo '\(input)' | \"$FLINT\" \(line)", directory: scratch.folder)
      let target = line.contains("new.json") ? "new.json" : "m.json"
      #expect(run.status == 2)
      #expect(run.output == "")
      #expect(run.errors == "error: cannot write '\(target)': permission denied\n", "\(line)")
    }
    #expect(try scratch.read("m.json") == old)
    #expect(try scratch.names == ["m.json"])
  }

  @Test(
    "a file that may not be written to is not replaced either", .enabled(if: OtherUser.isPossible))
  func forbiddenFile() throws {
    let scratch = try Scratch()
    let files = FileManager.default
    try scratch.write(old, to: "m.json")
    try files.setAttributes([.posixPermissions: 0o444], ofItemAtPath: scratch.path("m.json"))
    try files.setAttributes([.posixPermissions: 0o777], ofItemAtPath: scratch.folder.path)
    let run = try OtherUser.shell("\"$FLINT\" init --output m.json", directory: scratch.folder)
    #expect(run.errors == "error: cannot write 'm.json': permission denied\n")
    #expect(try scratch.read("m.json") == old)
  }

  #if os(Linux)
    @Test(
      "a new file that somebody else makes at the same time is not replaced",
      .enabled(if: SteppedProgram.isPossible))
    func raced() throws {
      let program = { (scratch: Scratch) in
        SteppedProgram([Package.program.path, "init", "new"], directory: scratch.folder)
      }
      let calm = try Scratch()
      var stops = 0
      _ = try program(calm).run { _ in
        stops += 1
        return .go
      }
      // From before it looks whether there is a file, to the end.
      for moment in stride(from: stops - 40, to: stops + 1, by: 2) {
        let scratch = try Scratch()
        var isOurs = false
        let outcome = try program(scratch).run { stop in
          if stop.number == moment, !FileManager.default.fileExists(atPath: scratch.path("new")) {
            try scratch.write("mine", to: "new")
            isOurs = true
          }
          return .go
        }
        #expect(outcome.ending == .exited(isOurs ? 2 : 0), "\(moment) of \(stops)")
        #expect(try (scratch.read("new") == "mine") == isOurs)
        #expect(try scratch.names == ["new"])
      }
    }
  #endif
}
