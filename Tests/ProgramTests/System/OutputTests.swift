import Foundation
import ProgramHarness
import Testing

@Suite("Output files") struct OutputTests {
  @Test("A result in a file equals the one on standard output")
  func file() throws {
    let scratch = try Scratch()
    let run = try Run.program(["init", "--output", scratch.path("m.json")])
    #expect(run == Run(status: 0, output: "", errors: created(scratch.path("m.json"))))
    #expect(try scratch.read("m.json") == (try Run.program(["init"]).output))
    #expect(try scratch.names == ["m.json"])
  }

  @Test("A replaced file keeps its mode, and a link to it remains a link")
  func mode() throws {
    let scratch = try Scratch()
    try scratch.write("old", to: "real.json")
    let files = FileManager.default
    try files.setAttributes([.posixPermissions: 0o640], ofItemAtPath: scratch.path("real.json"))
    try files.createSymbolicLink(
      atPath: scratch.path("link.json"), withDestinationPath: "real.json")
    #expect(try Run.program(["init", "--output", scratch.path("link.json")]).status == 0)
    #expect(try files.destinationOfSymbolicLink(atPath: scratch.path("link.json")) == "real.json")
    #expect(try scratch.read("real.json").hasPrefix("{"))
    let attributes = try files.attributesOfItem(atPath: scratch.path("real.json"))
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(try scratch.names == ["link.json", "real.json"])
  }

  @Test("A new file has the mode of the user's umask")
  func mask() throws {
    let scratch = try Scratch()
    let run = try Run.shell("umask 027; \"$FLINT\" init new.json", directory: scratch.folder)
    #expect(run.status == 0)
    let attributes = try FileManager.default.attributesOfItem(atPath: scratch.path("new.json"))
    #expect(attributes[.posixPermissions] as? Int == 0o640)
  }

  @Test("init does not replace a file")
  func refuses() throws {
    let scratch = try Scratch()
    let path = try scratch.write("mine", to: "m.json")
    let run = try Run.program(["init", path])
    #expect(run.status == 2)
    #expect(
      run.errors
        == "error: cannot write '\(path)': it already exists\nhint: choose another name; existing files are not replaced\n"
    )
    #expect(try scratch.read("m.json") == "mine")
  }

  @Test("An output that cannot be written is reported with exit status 2")
  func unwritable() throws {
    let scratch = try Scratch()
    for (path, reason) in [
      (scratch.path("missing/m.json"), "no such file or directory"),
      (scratch.folder.path, "the path is a directory"),
      ("/dev/full", "no space left on device"),
    ] {
      let run = try Run.program(["init", "--output", path])
      #expect(
        run
          == Run(
            status: 2, output: "", errors: "error: cannot write '\(path)': \(reason)\n"))
    }
    #expect(try scratch.names == [])
  }

  @Test("A full disk behind standard output is an error")
  func full() throws {
    let run = try Run.shell("\"$FLINT\" init > /dev/full")
    #expect(run.status == 2)
    #expect(run.errors == "error: cannot write to standard output: no space left on device\n")
  }

  @Test("A closed standard output is an error, and no other file receives the result")
  func closed() throws {
    let run = try Run.shell("\"$FLINT\" init >&-")
    #expect(run.status == 2)
    #expect(run.errors == "error: cannot write to standard output: bad file descriptor\n")
  }

  @Test("A reader that closes the pipe causes no error")
  func pipe() throws {
    let scratch = try Scratch()
    // The program starts when the reader has closed its end.
    let run = try Run.shell(
      """
      mkfifo closed
      { read -r line < closed; "$FLINT" init; echo "status $?" >&2; } | { exec <&-; echo > closed; }
      """, directory: scratch.folder)
    #expect(run == Run(status: 0, output: "", errors: "status 0\n"))
  }

  @Test("A device or a pipe is written directly")
  func device() throws {
    let direct = try Run.program(["init"]).output
    #expect(try Run.program(["init", "--output", "/dev/stdout"]).output == direct)
    #expect(try Run.program(["init", "--output", "-"]).output == direct)
  }
}
