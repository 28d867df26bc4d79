import ProgramHarness
import Testing

@Suite("Output on a terminal") struct TerminalTests {
  static let line = ["evaluate", "Fixtures/podcast-player/manifest.json"]

  @Test("Is colored unless the user disables it")
  func color() throws {
    #expect(try PseudoTerminal(columns: 80).run(Self.line).contains("\u{1B}["))
    for (arguments, environment) in [
      (Self.line, ["NO_COLOR": "1"]), (Self.line, ["TERM": "dumb"]),
      (Self.line + ["--color", "never"], [:]),
    ] {
      let text = try PseudoTerminal(columns: 80).run(arguments, environment: environment)
      #expect(text.contains("Podcast"))
      #expect(!text.contains("\u{1B}"))
    }
    let demanded = try PseudoTerminal(columns: 80)
      .run(Self.line + ["--color=always"], environment: ["NO_COLOR": "1"])
    #expect(demanded.contains("\u{1B}["))
  }

  @Test("Is colored if NO_COLOR is empty")
  func emptyNoColor() throws {
    let text = try PseudoTerminal(columns: 80).run(Self.line, environment: ["NO_COLOR": ""])
    #expect(text.contains("\u{1B}["))
  }

  @Test("Is as wide as the terminal", arguments: [UInt16(60), 80, 120])
  func width(columns: UInt16) throws {
    let text = try PseudoTerminal(columns: columns).run(Self.line + ["--color", "never"])
    let widest = text.split(separator: "\r\n").map(\.count).max() ?? 0
    #expect(widest <= Int(columns))
    #expect(widest > Int(columns) / 2)
  }
}
