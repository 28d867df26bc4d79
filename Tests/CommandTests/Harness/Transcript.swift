import Foundation

/// What a terminal shows of commands: each behind a `$`, then what it printed on both streams, and
/// its exit status in brackets where it is not 0.
struct Transcript {
  private(set) var text = ""

  /// Runs a line of the shell, in which `flint-inspect` is the built program.
  mutating func run(_ command: String, directory: URL = Package.root) throws {
    let folder = Package.program.deletingLastPathComponent().path
    // Lines behind the shell's second prompt are part of the command.
    let line = command.replacing("\n> ", with: "\n")
    let run = try Run.shell("PATH='\(folder)':$PATH; exec 2>&1; \(line)", directory: directory)
    text += "$ \(command)\n\(run.output)"
    if run.status != 0 { text += "[exit \(run.status)]\n" }
  }
}
