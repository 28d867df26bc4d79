@testable import FlintInspect

/// The reference of all commands and options in the guides, generated from the option table.
enum CommandReference {
  static var markdown: String {
    var text = "\n## State options\n\nApplied from left to right (<doc:States>).\n\n"
    text += list([Option].state.map(\.row))
    text += "\n## Arguments and options of several commands\n\n"
    text += list(shared)
    for command in CommandTable.commands { text += section(of: command) }
    return text
  }

  fileprivate struct Row: Hashable {
    let label: String
    let help: String
  }

  /// What several commands accept with the same meaning.
  private static let shared: [Row] = {
    let all = CommandTable.commands.flatMap { Self.rows(of: $0) }
    var seen: Set<Row> = []
    return all.filter { row in
      all.count { $0 == row } > 1 && seen.insert(row).inserted
    }
  }()

  private static func rows(of command: Command) -> [Row] {
    command.arguments.map { Row(label: $0.placeholder, help: $0.help) }
      + command.allOptions.filter { $0.section != .state }.map(\.row)
  }

  private static func section(of command: Command) -> String {
    let rows = rows(of: command)
    var text = "\n## \(command.name)\n\n\(command.summary)\n\n`\(command.usage)`\n"
    let own = rows.filter { !shared.contains($0) }
    if !own.isEmpty { text += "\n" + list(own) }
    var others = rows.filter { row in
      shared.contains(row) && row.label.hasPrefix("--")
        && !["--help", "--color"].contains { row.label.hasPrefix($0) }
    }.map { "`\($0.label.prefix { $0 != " " })`" }
    if command.allOptions.contains(where: { $0.section == .state }) {
      others.append("the state options")
    }
    return others.isEmpty ? text : text + "\nAlso \(others.joined(separator: ", ")).\n"
  }

  private static func list(_ rows: [Row]) -> String {
    rows.map { "- `\($0.label)`: \($0.help)\n" }.joined()
  }
}

extension Option {
  fileprivate var row: CommandReference.Row { .init(label: spelling, help: help) }
}
