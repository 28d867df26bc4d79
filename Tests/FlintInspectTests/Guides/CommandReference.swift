@testable import FlintInspect

/// The reference of all commands and options in the guides, generated from the option table.
enum CommandReference {
  static var markdown: String {
    var text = "\n## State options\n\n"
    text += "The following options change the simulated state (<doc:States>). "
    text += "State options are applied from left to right.\n\n"
    text += table("option", [Option].state.map { ($0.spelling, $0.help) })
    for command in CommandTable.commands { text += section(of: command) }
    return text
  }

  private static func section(of command: Command) -> String {
    let options = command.allOptions
    var text = "\n## \(command.name)\n\n\(command.summary)\n\n```\n\(command.usage)\n```\n\n"
    if !command.arguments.isEmpty {
      text += table("argument", command.arguments.map { ($0.placeholder, $0.help) }) + "\n"
    }
    text += table(
      "option", options.filter { $0.section != .state }.map { ($0.spelling, $0.help) })
    if options.contains(where: { $0.section == .state }) {
      text += "\n`\(command.name)` also takes the state options.\n"
    }
    text += "\n```shell\n"
    for example in command.examples { text += "\(programName) \(example)\n" }
    return text + "```\n"
  }

  private static func table(_ title: String, _ rows: [(label: String, help: String)]) -> String {
    "| \(title) | meaning |\n|---|---|\n"
      + rows.map { "| `\(cell($0.label))` | \(cell($0.help)) |\n" }.joined()
  }

  private static func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }
}
