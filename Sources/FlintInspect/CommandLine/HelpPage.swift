/// Pages of `--help`, at most 80 columns wide.
enum HelpPage {
  static let width = 80

  static func overview(width: Int = Self.width) -> String {
    var page = Page(width: width)
    page.paragraph(
      """
      Shows which features of an app are available in a simulated state of a device, and why or \
      why not.
      """)
    page.heading("usage")
    page.indented("\(programName) COMMAND [ARGUMENTS] [OPTIONS]", further: "    ")
    let longest = CommandTable.commands.map(\.name.count).max() ?? 0
    for (title, commands) in CommandTable.groups {
      page.heading(title)
      page.table(commands.map { ($0.name, $0.summary) }, labelWidth: longest)
    }
    page.heading("options")
    page.table([Option.help, Option.version].map { ($0.label, $0.help) }, labelWidth: longest)
    page.blank()
    page.paragraph("Run '\(programName) COMMAND --help' for details.")
    return page.text
  }

  /// Help on the options that set the state, which seven commands share.
  static func state(width: Int = Self.width) -> String {
    var page = Page(width: width)
    page.paragraph(
      """
      The simulated state is the manifest's default state, or a fresh install, changed by these \
      options from left to right. Those that take a name can be repeated and accept lists: \
      --grant camera,photos (\\, is a comma in a name).
      """)
    page.blank()
    page.table([Option].state.map { ($0.label, $0.help) })
    return page.text
  }

  static func page(for command: Command, width: Int = Self.width) -> String {
    var page = Page(width: width)
    page.paragraph(command.summary)
    page.heading("usage")
    page.indented(command.usage, further: "    ")
    if !command.arguments.isEmpty {
      page.heading("arguments")
      page.table(command.arguments.map { ($0.placeholder, $0.help) })
    }
    for section in Option.Section.allCases {
      let options = command.allOptions.filter { $0.section == section }
      if options.isEmpty { continue }
      page.heading(section.title)
      if section == .state, options.count == [Option].state.count {
        page.indented(options.map { "--\($0.name)" }.joined(separator: " "))
        page.indented("Run '\(programName) help state' for details.")
      } else {
        page.table(options.map { ($0.label, $0.help) })
      }
    }
    page.heading(command.examples.count == 1 ? "example" : "examples")
    for example in command.examples { page.line("  \(programName) \(example)") }
    return page.text
  }
}

extension Option {
  fileprivate var label: String {
    short.map { "-\($0), \(spelling)" } ?? spelling
  }
}

extension Option.Section {
  fileprivate var title: String {
    switch self {
    case .command: "options"
    case .state: "simulated state"
    case .output: "output"
    case .general: "general"
    }
  }
}

private struct Page {
  let width: Int
  var text = ""

  init(width: Int) { self.width = max(min(width, HelpPage.width), 24) }

  mutating func line(_ line: String) { text += "\(line)\n" }
  mutating func blank() { text += "\n" }

  mutating func paragraph(_ prose: String) {
    for part in wrap(prose, width: width) { line(part) }
  }

  mutating func indented(_ prose: String, further: String = "  ") {
    for (index, part) in wrap(prose, width: width - 2).enumerated() {
      line((index == 0 ? "  " : further) + part)
    }
  }

  mutating func heading(_ title: String) {
    text += "\n\(title.uppercased())\n"
  }

  /// Text in a second column. A long label gets a line of its own.
  mutating func table(_ rows: [(label: String, text: String)], labelWidth: Int? = nil) {
    let widest =
      labelWidth ?? rows.map(\.label.count).filter { $0 <= min(24, width / 3) }.max() ?? 2
    let indent = String.spaces(widest + 4)
    for row in rows {
      let parts = wrap(row.text, width: width - indent.count)
      if row.label.count > widest {
        line("  \(row.label)")
        for part in parts { line(indent + part) }
      } else {
        line("  \(row.label)\(String.spaces(widest - row.label.count + 2))\(parts.first ?? "")")
        for part in parts.dropFirst() { line(indent + part) }
      }
    }
  }
}

/// Breaks a text into lines, at spaces only.
func wrap(_ text: String, width: Int) -> [String] {
  var lines: [String] = []
  var line = ""
  for word in text.split(separator: " ") {
    if line.isEmpty {
      line = String(word)
    } else if line.count + 1 + word.count <= width {
      line += " \(word)"
    } else {
      lines.append(line)
      line = String(word)
    }
  }
  if !line.isEmpty { lines.append(line) }
  return lines
}

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
  var text = ""

  mutating func line(_ line: String) { text += "\(line)\n" }
  mutating func heading(_ title: String) { line(".SH \(title)") }
  mutating func prose(_ prose: String) { line(Self.escaped(prose)) }
  mutating func bold(_ words: String) { line(".B \(Self.escaped(words))") }

  mutating func item(_ label: String, _ help: String) {
    line(".TP")
    bold(label)
    prose(help)
  }

  mutating func write(_ command: Command) {
    line(".SS \(Self.escaped(command.name))")
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

  static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "\"": escaped += "\\(dq"
      default: escaped.append(character)
      }
    }
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&\(escaped)" : escaped
  }
}
