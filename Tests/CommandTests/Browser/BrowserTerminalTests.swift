import Foundation
import Testing

@Suite("The browser on a terminal") struct BrowserTerminalTests {
  static let line = ["browse", "Fixtures/podcast-player/manifest.json"]
  static let entered = "\u{1B}[?1049h"
  static let left = "\u{1B}[?1049l"

  @Test("shows the features, changes what is typed, and leaves with the line to evaluate it")
  func session() throws {
    let session = try TerminalSession(Self.line)
    try session.read(to: Self.entered)
    try session.read(to: "Tab")
    #expect(session.isRaw)
    session.type("\u{1B}[B3")
    try session.read(to: ", changed")
    try session.read(to: "the user's switch is off")
    session.type("e")
    try session.read(to: Self.left)
    try session.read(
      to: "flint-inspect evaluate Fixtures/podcast-player/manifest.json "
        + "--toggle dynamic-speed=off\r\n")
    session.process.waitUntilExit()
    #expect(session.process.terminationStatus == 0)
    #expect(session.hasItsModesAgain)
  }

  @Test("leaves with the state as a scenario, once that has a name")
  func scenario() throws {
    let session = try TerminalSession(Self.line)
    try session.read(to: "Tab")
    session.type("c\r")
    try session.read(to: "A scenario needs a name.")
    session.type("cNow\r")
    try session.read(to: Self.left)
    try session.read(to: "{\r\n  \"name\": \"Now\",\r\n  \"cases\": [\r\n")
    try session.read(to: "\"playback\": \"available\",\r\n")
    session.process.waitUntilExit()
    #expect(session.process.terminationStatus == 0)
  }

  @Test("an escape alone is a key")
  func escape() throws {
    let session = try TerminalSession(Self.line)
    try session.read(to: "Tab")
    session.type("s")
    try session.read(to: "Begin")
    session.type("\u{1B}")
    try session.read(to: "nothing is required")
    session.type("q")
    try session.read(to: Self.left)
    session.process.waitUntilExit()
    #expect(session.process.terminationStatus == 0)
    #expect(session.hasItsModesAgain)
  }

  @Test("draws itself anew when the window changes")
  func resize() throws {
    let session = try TerminalSession(Self.line)
    try session.read(to: "Tab")
    session.resize(columns: 40, rows: 12)
    let screen = try session.read(to: "\u{1B}[12;1H\u{1B}[1m?")
    #expect(screen.contains("\u{1B}[2J"))
    #expect(!screen.contains("│"))
    session.type("q")
    try session.read(to: Self.left)
  }

  @Test(
    "gives the terminal back when a signal ends it, or a crash",
    arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT, SIGTRAP])
  func signals(signal: Int32) throws {
    let session = try TerminalSession(Self.line)
    try session.read(to: "Tab")
    #expect(!session.hasItsModesAgain)
    session.send(signal)
    try session.read(to: Self.left)
    session.process.waitUntilExit()
    #expect(session.process.terminationReason == .uncaughtSignal)
    #expect(session.process.terminationStatus == signal)
    #expect(session.hasItsModesAgain)
  }

  @Test("gives the terminal back while it is stopped, and takes it again")
  func stopped() throws {
    let session = try TerminalSession(Self.line)
    try session.read(to: "Tab")
    session.send(SIGTSTP)
    try session.read(to: Self.left)
    // It may not have stopped yet, and what continues it then is lost.
    try session.read(to: Self.entered) { session.send(SIGCONT) }
    try session.read(to: "Tab")
    session.type("q")
    try session.read(to: Self.left)
    session.process.waitUntilExit()
    #expect(session.hasItsModesAgain)
  }

  @Test("text of the manifest never steers the terminal")
  func hostile() throws {
    let scratch = try Scratch()
    let path = try scratch.write(
      #"{"manifestVersion":1,"features":[{"id":"f","name":"a\u001b]0;x\u0007\u202e"}]}"#,
      to: "m.json")
    let session = try TerminalSession(["browse", path])
    let text = try session.read(to: "Tab")
    #expect(text.contains(#"a\u001B]0;x\u0007\u202E"#))
    #expect(!text.contains("\u{1B}]"))
    #expect(!text.contains("\u{202E}"))
    session.type("q")
    try session.read(to: Self.left)
  }

  @Test("without a terminal it says so, and gives no answer")
  func noTerminal() throws {
    let run = try Run.program(Self.line)
    #expect(
      run
        == Run(
          status: 2, output: "",
          errors: """
            error: 'browse' needs a terminal for standard input and output
            hint: use 'evaluate' to print to a file or a pipe

            """))
  }
}
