import Foundation
import ProgramHarness
import TestSupport
import Testing

@testable import FlintInspect

@Suite("The option table") struct OptionTableTests {
  @Test("Command names are unique and in lower case")
  func commandNames() {
    let names = CommandTable.commands.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(names.filter { $0 != $0.lowercased() || $0.contains(" ") } == [])
  }

  @Test("Option names are unique within a command", arguments: CommandTable.commands)
  func optionNames(command: Command) {
    let names =
      command.allOptions.map(\.name) + command.allOptions.compactMap(\.short).map { "\($0)" }
    #expect(Set(names).count == names.count, "\(names)")
  }

  @Test("Options of the same name are identical in all commands")
  func sameOptionEverywhere() {
    var spellings: [String: String] = [:]
    // These options have a different meaning in one command, and their value names show it.
    let several: Set = ["format", "by", "permission", "attribute"]
    for option in CommandTable.commands.flatMap(\.allOptions) where !several.contains(option.name) {
      let known = spellings.updateValue(option.spelling, forKey: option.name)
      #expect(known == nil || known == option.spelling, "--\(option.name)")
    }
  }

  @Test("Every option has a sentence as its description", arguments: CommandTable.commands)
  func documented(command: Command) {
    var sentences: [String] = [command.summary]
    sentences += command.allOptions.map(\.help)
    sentences += command.arguments.map(\.help)
    for sentence in sentences { #expect(sentence.hasSuffix("."), "\(sentence)") }
    let page = HelpPage.page(for: command) + HelpPage.state()
    let missing = command.allOptions.map(\.spelling).filter { !page.contains($0) }
    #expect(missing == [])
  }

  @Test(
    "Every help page fits 80 columns and ends with an example", arguments: CommandTable.commands)
  func width(command: Command) {
    for line in HelpPage.page(for: command).split(separator: "\n") {
      #expect(line.count <= 80 && line.last != " ", "\(line)")
    }
    #expect(!command.examples.isEmpty)
  }

  @Test(
    "A help page fits a narrow terminal, except lines to paste", arguments: CommandTable.commands,
    [40, 60])
  func narrow(command: Command, columns: Int) {
    let page = HelpPage.page(for: command, width: columns)
    let lines = page.split(separator: "\n").dropLast(command.examples.count).filter {
      !$0.hasPrefix("  --")
    }
    let others = [HelpPage.overview(width: columns), HelpPage.state(width: columns)]
    for line in lines + others.joined().split(separator: "\n").filter({ !$0.hasPrefix("  --") }) {
      #expect(line.count <= columns, "\(line)")
    }
    #expect(HelpPage.page(for: command, width: 200) == HelpPage.page(for: command))
  }

  @Test("The overview fits 80 columns and names every command")
  func overview() {
    let overview = HelpPage.overview()
    for line in overview.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    let missing = CommandTable.commands.map(\.name).filter { !overview.contains("\n  \($0) ") }
    #expect(missing == [])
  }

  @Test("Every example is a valid command line", arguments: CommandTable.commands)
  func examples(command: Command) throws {
    for example in command.examples {
      let request = try Parser.parse(example.split(separator: " ").map(String.init))
      guard case .run(let invocation) = request else {
        Issue.record("\(example) runs nothing")
        continue
      }
      #expect(invocation.command.name == command.name)
    }
  }

  @Test(
    "An option that takes a list can be repeated, and a flag cannot",
    arguments: CommandTable.commands)
  func lists(command: Command) {
    let wrong = command.allOptions.filter { option in
      option.takesList && !option.repeats || option.value == .none && option.repeats
    }
    #expect(wrong.map(\.name) == [])
  }

  @Test(
    "A tool of the MCP server has an argument for every argument and option of its command, and no others"
  )
  func toolArguments() throws {
    let withheld = [
      "output", "into", "update", "complete", "as-scenario", "watch", "format", "brief",
    ]
    let tools = Tool.all(about: nil)
    for tool in tools {
      let command = tool.command
      let options = command.options.map(\.name).filter { !withheld.contains($0) }
      let names = tool.arguments.map(\.name)
      #expect(Set(names).count == names.count, "\(command.name)")
      let withoutManifest = Tool.all(about: "m.json").first { $0.command.name == command.name }
      let found: [[String]?] = [
        tool.arguments.compactMap { $0.option?.name }, withoutManifest?.arguments.map(\.name),
      ]
      #expect(found == [options, names.filter { !$0.hasPrefix("manifest") }], "\(command.name)")
    }
    let expected = [
      "evaluate", "explain", "validate", "test", "plan", "diff", "impact", "cover", "matrix",
      "history",
    ]
    #expect(tools.map(\.command.name) == expected)
  }

  @Test("Every command and option is a candidate of a shell's completion")
  func completions() throws {
    func candidates(_ words: String...) throws -> [String] {
      let run = try Run.program(["__complete"] + words)
      return run.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    }
    #expect(try candidates("") == CommandTable.commands.map(\.name))
    for command in CommandTable.commands {
      let names = command.allOptions.map { "--\($0.name)" }
      #expect(try candidates(command.name, "--") == names, "\(command.name)")
    }
  }

  @Test("The man page describes every command and option, and no line of text is a roff request")
  func manual() throws {
    let run = try Run.program(["__manual"])
    #expect(run.status == 0)
    let headings = CommandTable.commands.map { "\n.SS \($0.name)\n" }
    let options = CommandTable.commands.flatMap(\.options).map { option in
      "\n.B \\-\\-" + option.name.replacing("-", with: "\\-")
    }
    #expect((headings + options).filter { !run.output.contains($0) } == [])
    let requests = run.output.split(separator: "\n").filter { $0.hasPrefix(".") }
      .map { String($0.prefix { $0 != " " }) }
    #expect(Set(requests) == [".TH", ".SH", ".SS", ".TP", ".PP", ".B", ".nf", ".fi"])
  }

  @Test("The README lists every command")
  func readme() throws {
    let text = try String(
      contentsOf: Package.root.appending(path: "README.md"), encoding: .utf8)
    let missing = try CommandTable.commands.map(\.name).filter {
      !text.contains(try Regex("\\b\($0)\\b"))
    }
    #expect(missing == [])
  }
}

extension Command: CustomTestStringConvertible {
  public var testDescription: String { name }
}
