import Foundation
import ProgramHarness
import Testing

@Suite("The command line") struct UsageTests {
  @Test("A call without a command prints the overview to standard error and exits with 2")
  func nothing() throws {
    let run = try Run.program([])
    #expect(run.status == 2)
    #expect(run.output == "")
    #expect(run.errors == (try Run.program(["--help"]).output))
  }

  @Test(
    "Help and version are printed to standard output",
    arguments: [["--help"], ["-h"], ["help"], ["--version"]])
  func answers(arguments: [String]) throws {
    let run = try Run.program(arguments)
    #expect(run.status == 0)
    #expect(run.errors == "")
    #expect(run.output.hasSuffix("\n"))
  }

  @Test(
    "A mistake is reported on standard error with a suggestion",
    arguments: [
      (["ini"], "error: unknown command 'ini'\nhint: did you mean 'init'?\n"),
      (
        ["init", "--ouptut", "x"],
        "error: unknown option '--ouptut'\nhint: did you mean '--output'?\n"
      ),
      (
        ["init", "--color", "blue"],
        "error: invalid value 'blue' for '--color'\nhint: one of auto, always, never\n"
      ),
      (
        ["init", "a", "b"],
        "error: unexpected argument 'b'\nhint: see 'flint-inspect init --help'\n"
      ),
      (
        ["init", "--color"],
        "error: option '--color' needs a value\nhint: see 'flint-inspect init --help'\n"
      ),
      (
        ["a\u{1B}[31m\u{202E}"],
        "error: unknown command 'a\\u001B[31m\\u202E'\nhint: see 'flint-inspect --help'\n"
      ),
    ])
  func mistakes(arguments: [String], errors: String) throws {
    #expect(try Run.program(arguments) == Run(status: 2, output: "", errors: errors))
  }

  @Test("Standard error that is not a terminal is colored only on request")
  func color() throws {
    let plain = try Run.program(["init", "/nowhere/x"])
    let colored = try Run.program(["init", "/nowhere/x", "--color", "always"])
    #expect(!plain.errors.contains("\u{1B}"))
    #expect(colored.errors.contains("\u{1B}[1;31merror:\u{1B}[0m "))
  }
}
