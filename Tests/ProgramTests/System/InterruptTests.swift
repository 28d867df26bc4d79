import Foundation
import ProgramHarness
import Testing

@Suite("An interrupted program") struct InterruptTests {
  @Test("Leaves the old result and no other file", arguments: [SIGTERM, SIGINT, SIGHUP])
  func interrupted(signal: Int32) throws {
    let scratch = try Scratch()
    let features = (0..<20_000).map {
      #"{"id":"feature-\#($0)","constraints":{"permissions":["camera"]}}"#
    }
    let list = features.joined(separator: ",")
    try scratch.write(#"{"manifestVersion":1,"features":[\#(list)]}"#, to: "m.json")
    try scratch.write("old", to: "result.txt")

    let process = Process()
    process.executableURL = Package.program
    process.arguments = ["evaluate", "m.json", "--output", "result.txt"]
    process.currentDirectoryURL = scratch.folder
    try withSignalsUnblocked { try process.run() }
    // Ends when the program has created its draft of the result. The folder signals nothing, so it is polled.
    while process.isRunning, try scratch.names.count == 2 { usleep(1000) }
    kill(process.processIdentifier, signal)
    process.waitUntilExit()

    #expect(process.terminationReason == .uncaughtSignal)
    #expect(process.terminationStatus == signal)
    #expect(try scratch.read("result.txt") == "old")
    #expect(try scratch.names == ["m.json", "result.txt"])
  }
}
