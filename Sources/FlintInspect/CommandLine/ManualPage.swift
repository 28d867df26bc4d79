enum ManualPage {
  static func text(of commands: [Command] = CommandTable.commands) -> String {
    var page = Roff()
    page.line(".TH FLINT\\-INSPECT 1 \"\" \"\(programName) \(programVersion)\" \"User Commands\"")
    page.heading("NAME")
    page.prose("\(programName) - show which features of an app are available, and why or why not")
    page.heading("SYNOPSIS")
    page.bold(programName)
    page.prose("COMMAND [ARGUMENTS] [OPTIONS]")
    page.heading("COMMANDS")
    for command in commands { page.write(command) }
    page.heading("SIMULATED STATE")
    page.prose("Options of the commands that evaluate a state, applied from left to right.")
    for option in [Option].state { page.item(option.spelling, option.help) }
    page.heading("EXIT STATUS")
    page.item("0", "Success.")
    page.item(
      "1",
      """
      A check failed: an unmet expectation or requirement, an error that 'validate' reports, \
      or a rejected line.
      """)
    page.item("2", "No result: wrong usage, an unreadable file or invalid input.")
    return page.text
  }
}

private struct Roff {
  private(set) var text = ""

  mutating func line(_ line: String) { text += line + "\n" }
  mutating func heading(_ title: String) { line(".SH " + title) }
  mutating func prose(_ prose: String) { line(Self.escaped(prose)) }
  mutating func bold(_ words: String) { line(".B " + Self.escaped(words)) }

  mutating func item(_ label: String, _ help: String) {
    line(".TP")
    bold(label)
    prose(help)
  }

  mutating func write(_ command: Command) {
    line(".SS " + Self.escaped(command.name))
    prose(command.summary)
    line(".PP")
    bold(command.usage)
    for argument in command.arguments { item(argument.placeholder, argument.help) }
    for option in command.allOptions where option.section != .state {
      item(option.spelling, option.help)
    }
    line(".PP")
    prose(command.examples.count == 1 ? "Example:" : "Examples:")
    line(".nf")
    for example in command.examples { prose("  \(programName) \(example)") }
    line(".fi")
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "\"": escaped += "\\(dq"
      default: escaped.append(character)
      }
    }
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + escaped : escaped
  }
}
