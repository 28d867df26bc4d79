import Foundation
import ProgramHarness
import TestSupport
import Testing

@Suite("The target of an output") struct OutputTargetTests {
  private let old = "{\"manifestVersion\": 1, \"features\": []}\n"

  @Test("Is created through a dangling link, which remains a link")
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

  @Test("Is an error if its links form a cycle")
  func circle() throws {
    let scratch = try Scratch()
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("one"), withDestinationPath: "one")
    let run = try Run.program(["init", "--output", "one"], directory: scratch.folder)
    #expect(run.status == 2)
    #expect(run.errors == "error: cannot write 'one': too many levels of symbolic links\n")
  }

  @Test("Keeps its permissions, but no bit that lets others run it with its owner's rights")
  func permissions() throws {
    let scratch = try Scratch()
    try scratch.write(old, to: "m.json")
    try scratch.write(old, to: "page")
    for (before, after) in [(0o640, 0o640), (0o4755, 0o755), (0o2775, 0o775)] {
      let run = try Run.shell(
        "chmod \(String(before, radix: 8)) page; \"$FLINT\" evaluate m.json --output page; ls -l page",
        directory: scratch.folder)
      let attributes = try FileManager.default.attributesOfItem(atPath: scratch.path("page"))
      #expect(attributes[.posixPermissions] as? Int == after, "\(run)")
      try scratch.write(old, to: "page")
    }
  }

  @Test("Can be a named pipe with a reader")
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
    "Keeps earlier output if it is an alias of standard output",
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

  @Test("Can be a descriptor that the shell has opened, and is an error otherwise")
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
    "Remains unchanged without permission to write the file or its folder",
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
      "import /dev/stdin --output m.json", "stream m.json --output new.json",
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
    "Is not replaced without permission to write the file", .enabled(if: OtherUser.isPossible))
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
    @Test("Removes the temporary files of killed processes, and keeps that of a running one")
    func leftDrafts() throws {
      let scratch = try Scratch()
      for number in 1...3 { try scratch.write("left", to: ".flint-inspect-\(number).tmp") }
      let run = try Run.shell(
        """
        exec 3< .flint-inspect-2.tmp; flock -x 3
        "$FLINT" init --output one; "$FLINT" init --output two 3<&-
        """, directory: scratch.folder)
      #expect(run == Run(status: 0, output: "", errors: created("one") + created("two")))
      #expect(try scratch.read("two") == (try Run.program(["init"]).output))
      #expect(
        try scratch.names == [".flint-inspect-2.tmp", ".flint-inspect-3.tmp", "one", "two"])
    }

    @Test(
      "Is not replaced if another process creates it at the same time",
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
      // From before the check whether the file exists, to the end of the run.
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
