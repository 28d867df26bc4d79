package import Foundation

/// A transcript of commands as on a terminal: each command after a `$`, then its output on both streams, and its exit
/// status in brackets unless it is 0.
package struct Transcript {
  package private(set) var text = ""

  package init() {}

  /// Runs a shell line. `flint-inspect` is the built program.
  package mutating func run(_ command: String, directory: URL = Package.root) throws {
    let run = try Self.shell("exec 2>&1; \(command)", directory: directory)
    text += "$ \(command)\n\(run.output)"
    if run.status != 0 { text += "[exit \(run.status)]\n" }
  }

  /// Runs a command whose further lines begin with the secondary prompt.
  package static func shell(
    _ command: String, environment: [String: String] = [:], directory: URL
  ) throws -> Run {
    let folder = Package.program.deletingLastPathComponent().path
    let line = command.replacing("\n> ", with: "\n").replacing("\n>\n", with: "\n\n")
    return try Run.shell(
      "PATH='\(folder)':$PATH; \(line)", environment: environment, directory: directory,
      shell: "bash")
  }

  /// Returns the lines after `$ `, with continuation lines after a backslash or after `> `.
  package static func commands(in text: String) -> [String] {
    var commands: [String] = []
    var isCommand = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if isCommand, line.hasPrefix(">") || commands.last?.hasSuffix("\\") == true {
        commands[commands.count - 1] += "\n\(line)"
      } else {
        isCommand = line.hasPrefix("$ ")
        if isCommand { commands.append(String(line.dropFirst(2))) }
      }
    }
    return commands
  }
}
