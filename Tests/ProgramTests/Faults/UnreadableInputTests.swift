import Foundation
import ProgramHarness
import Testing

@Suite("An unreadable input file") struct UnreadableInputTests {
  /// A command line for every argument and option that names a file to read.
  static let lines = [
    "evaluate bad", "evaluate m.json --state bad", "evaluate m.json --baseline bad",
    "explain bad a", "explain m.json a --state bad", "validate bad", "validate m.json bad",
    "validate m.json --info-plist bad", "validate m.json --storekit bad", "test bad scenarios.json",
    "test m.json bad", "matrix bad --vary platform", "plan bad a", "plan m.json a --state bad",
    "diff bad m.json", "diff m.json bad", "audience bad states.ndjson", "audience m.json bad",
    "audience m.json states.ndjson bad", "audience --merge bad", "stream bad", "report bad",
    "report m.json --state bad", "import bad",
    "evaluate -", "stream m.json", "audience m.json",
  ]

  private static func folder() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write(#"{"manifestVersion":1,"features":[{"id":"a"}]}"#, to: "m.json")
    try scratch.write(#"{"scenarioVersion":1,"scenarios":[]}"#, to: "scenarios.json")
    try scratch.write("{}\n", to: "states.ndjson")
    try scratch.write(#"{"products":[],"version":{"major":3}}"#, to: "store.storekit")
    return scratch
  }

  #if os(Linux)
    @Test("Is an error without a result if the disk fails", arguments: lines)
    func failing(line: String) throws {
      let scratch = try Self.folder()
      // Reading /proc/self/mem from its beginning fails with an input/output error, as on a failing disk.
      try FileManager.default.createSymbolicLink(
        atPath: scratch.path("bad"), withDestinationPath: "/proc/self/mem")
      let names = try scratch.names
      let run = try Run.shell(
        "\"$FLINT\" \(line) < /proc/self/mem", directory: scratch.folder)
      let name = line.contains("bad") ? "'bad'" : "standard input"
      #expect(run.status == 2)
      #expect(run.errors == "error: cannot read \(name): input/output error\n")
      #expect(run.output == "")
      #expect(try scratch.names == names)
    }
  #endif

  @Test(
    "Is an error without a result if permission is missing",
    .enabled(if: OtherUser.isPossible), arguments: lines.filter { $0.contains("bad") })
  func forbidden(line: String) throws {
    let scratch = try Self.folder()
    try scratch.write(#"{"manifestVersion":1}"#, to: "bad")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o000], ofItemAtPath: scratch.path("bad"))
    let run = try OtherUser.shell("\"$FLINT\" \(line)", directory: scratch.folder)
    #expect(run.status == 2)
    #expect(run.errors == "error: cannot read 'bad': permission denied\n")
    #expect(run.output == "")
  }

  @Test("Is an error without a result if it disappears after its folder was listed")
  func vanished() throws {
    let scratch = try Self.folder()
    try FileManager.default.createDirectory(
      atPath: scratch.path("all"), withIntermediateDirectories: true)
    // A dangling link is listed, too, and cannot be read either.
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("all/b.json"), withDestinationPath: "gone")
    let run = try Run.program(["test", "m.json", "all"], directory: scratch.folder)
    #expect(run.status == 2)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("error: cannot read 'all/b.json': no such file\n"))
  }

  @Test("Is an error without a result if it disappears after the population began")
  func vanishedPopulation() throws {
    let scratch = try Self.folder()
    try #require(mkfifo(scratch.path("first"), 0o600) == 0)
    let run = try Run.shell(
      """
      "$FLINT" audience m.json first states.ndjson --output result --rejects rejects &
      exec 3>first; rm states.ndjson; echo '{}' >&3; exec 3>&-; wait $!
      """, directory: scratch.folder)
    #expect(run.status == 2)
    #expect(run.output == "")
    #expect(run.errors == "error: cannot read 'states.ndjson': no such file\n")
    #expect(try scratch.names == ["first", "m.json", "scenarios.json", "store.storekit"])
  }
}
