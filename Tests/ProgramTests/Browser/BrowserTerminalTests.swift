import Foundation
import ProgramHarness
import Testing

@Suite("The browser on a terminal") struct BrowserTerminalTests {
  static let line = ["browse", "Fixtures/podcast-player/manifest.json"]
  static let entered = "\u{1B}[?1049h"
  static let left = "\u{1B}[?1049l"

  @Test("Shows the features, applies typed changes, and prints the evaluate command on exit")
  func session() throws {
    let session = try TerminalSession(Self.line)
    try session.read(to: Self.entered)
    try session.read(to: "Tab")
    #expect(session.isRaw)
    session.type("\u{1B}[B3")
    try session.read(to: ", changed")
    try session.read(to: "the user's toggle is off")
    session.type("e")
    try session.read(to: Self.left)
    try session.read(
      to: "flint-inspect evaluate Fixtures/podcast-player/manifest.json "
        + "--toggle dynamic-speed=off\r\n")
    session.process.waitUntilExit()
    #expect(session.process.terminationStatus == 0)
    #expect(session.hasItsModesAgain)
  }

  @Test("Prints the state as a scenario after asking for a name")
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

  @Test("Treats a lone escape as a key")
  func escape() throws {
    let session = try TerminalSession(Self.line)
    try session.read(to: "Tab")
    session.type("s")
    try session.read(to: "Start")
    session.type("\u{1B}")
    try session.read(to: "nothing is required")
    session.type("q")
    try session.read(to: Self.left)
    session.process.waitUntilExit()
    #expect(session.process.terminationStatus == 0)
    #expect(session.hasItsModesAgain)
  }

  @Test("Redraws when the window is resized")
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
    "Restores the terminal after a signal or a crash",
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

  @Test("Restores the terminal while stopped, and sets it up again when continued")
  func stopped() throws {
    let session = try TerminalSession(Self.line)
    try session.read(to: "Tab")
    session.send(SIGTSTP)
    try session.read(to: Self.left)
    // The program may not have stopped yet. In that case the signal has no effect, so it is sent repeatedly.
    try session.read(to: Self.entered) { session.send(SIGCONT) }
    try session.read(to: "Tab")
    session.type("q")
    try session.read(to: Self.left)
    session.process.waitUntilExit()
    #expect(session.hasItsModesAgain)
  }

  @Test("Does not send control characters of the manifest to the terminal")
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

  @Test("Fails with an error without a terminal")
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
