import Foundation
import ProgramHarness
import TestSupport
import Testing

@Suite("A reader that closes the pipe") struct ClosedPipeTests {
  /// A command line for every format. Many outputs exceed the capacity of a pipe.
  static let lines = [
    "evaluate m.json", "evaluate m.json --format json", "evaluate m.json --format markdown",
    "evaluate m.json --format junit", "evaluate m.json --format github",
    "evaluate m.json --baseline new", "validate bad.json", "validate bad.json --format json",
    "validate bad.json --format sarif", "validate bad.json --format github",
    "test m.json scenarios.json --coverage", "test m.json scenarios.json --format json",
    "test m.json scenarios.json --format junit",
    "test m.json scenarios.json --format github", "matrix m.json --vary platform,purchase:pro",
    "matrix m.json --vary platform,purchase:pro --format json",
    "matrix m.json --vary platform,purchase:pro --format csv",
    "matrix m.json --vary platform,purchase:pro --format markdown", "diff none.json m.json",
    "diff none.json m.json --format json", "diff none.json m.json --format markdown",
    "audience m.json states.ndjson", "audience m.json states.ndjson --format json",
    "audience m.json states.ndjson --format csv", "stream m.json < states.ndjson",
    "report m.json", "import store.storekit",
  ]

  @Test(
    "Gets the output that it reads, and the program reports no error",
    arguments: TestDepth.sample(4, of: lines))
  func closed(line: String) throws {
    let scratch = try Self.folder()
    let whole = try Run.shell("\"$FLINT\" \(line)", directory: scratch.folder)
    #expect(whole.output.utf8.count > 1 << 13)
    let cut = try Run.shell(
      "{ \"$FLINT\" \(line); echo \"status $?\" >&2; } | head -c 1", directory: scratch.folder)
    #expect(cut.errors == whole.errors + "status \(whole.status)\n")
    // The pipe has no reader from the start if the read end is opened and immediately closed.
    let unread = try Run.shell(
      """
      mkfifo pipe; { exec 3<pipe 3<&-; } & exec 4>pipe; wait
      "$FLINT" \(line) >&4; echo "status $?" >&2
      """, directory: scratch.folder)
    #expect(unread.errors == whole.errors + "status \(whole.status)\n")
  }

  @Test("Ends a stream with endless input")
  func endless() throws {
    let scratch = try Scratch()
    try scratch.write(#"{"manifestVersion":1,"features":[{"id":"a"}]}"#, to: "m.json")
    let run = try Run.shell(
      "yes '{}' | \"$FLINT\" stream m.json | head -n 1", directory: scratch.folder)
    #expect(run.status == 0)
    #expect(run.errors == "")
    #expect(run.output.hasPrefix(#"{"line":1,"#))
  }

  private static func folder() throws -> Scratch {
    let scratch = try Scratch()
    let ids = (0..<200).map { "a-feature-with-quite-a-long-name-\($0)" }
    let features = ids.map { id in
      #"{"id":"\#(id)","constraints":{"permissions":["camera"],"purchases":["pro"]}}"#
    }
    let states = #"{"old":{},"new":{"permissions":{"camera":"denied"}}}"#
    let manifest = { (list: [String]) in
      #"{"manifestVersion":1,"products":[{"id":"pro","type":"nonConsumable"}],"features":["#
        + list.joined(separator: ",") + #"],"states":\#(states),"defaultState":"old"}"#
    }
    try scratch.write(manifest(features), to: "m.json")
    try scratch.write(manifest([]), to: "none.json")
    let wrong = features.map { $0.replacing("camera", with: "cmaera") }
    try scratch.write(manifest(wrong), to: "bad.json")
    let scenarios = ids.map { id in
      #"{"name":"of \#(id)","steps":[{"expect":{"\#(id)":"available"}}]}"#
    }
    try scratch.write(
      #"{"scenarioVersion":1,"scenarios":[\#(scenarios.joined(separator: ","))]}"#,
      to: "scenarios.json")
    let lines = String(repeating: #"{"permissions":{"camera":"authorized"}}"# + "\n", count: 10)
    try scratch.write(lines, to: "states.ndjson")
    let products = (0..<1000).map { #"{"productID":"p\#($0)","type":"NonConsumable"}"# }
    try scratch.write(
      #"{"products":[\#(products.joined(separator: ","))],"version":{"major":3,"minor":0}}"#,
      to: "store.storekit")
    return scratch
  }
}
