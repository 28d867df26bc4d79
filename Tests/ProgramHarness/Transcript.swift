package import Foundation

/// A transcript of commands as on a terminal: each command after a `$`, then its output on both streams, and its exit
/// status in brackets unless it is 0.
package struct Transcript {
  package private(set) var text = ""

  package init() {}

  /// Runs a shell line. `flint-inspect` is the built program.
  package mutating func run(_ command: String, directory: URL = Package.root) throws {
    let folder = Package.program.deletingLastPathComponent().path
    // Lines with the secondary prompt continue the command.
    let line = command.replacing("\n> ", with: "\n")
    let run = try Run.shell("PATH='\(folder)':$PATH; exec 2>&1; \(line)", directory: directory)
    text += "$ \(command)\n\(run.output)"
    if run.status != 0 { text += "[exit \(run.status)]\n" }
  }
}
