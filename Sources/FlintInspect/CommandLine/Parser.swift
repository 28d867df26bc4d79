enum Request {
  case run(Invocation)
  case help(Command)
  case overview
  case stateHelp
  case version
  /// The words before the cursor, which a shell's Tab key completes.
  case completion([String])
  /// The manual page, which `make install` creates.
  case manual
}

struct Parser {
  private let command: Command
  private var invocation: Invocation
  private var problems: [Problem] = []
  private var asksForHelp = false

  private lazy var options = command.allOptions

  private init(command: Command) {
    self.command = command
    invocation = Invocation(command: command)
  }

  /// - Parameter words: At least one, without the program's name.
  static func parse(
    _ words: [String], commands: [Command] = CommandTable.commands
  ) throws -> Request {
    let first = words[0]
    switch first {
    case "--help", "-h": return .overview
    case "--version": return .version
    case "__complete": return .completion(Array(words.dropFirst()))
    case "__manual": return .manual
    case "help":
      guard let name = words.dropFirst().first else { return .overview }
      return name == "state" ? .stateHelp : .help(try find(name, commands: commands))
    default: break
    }
    if first.hasPrefix("-") && first != "-" { throw beforeCommand(first, commands: commands) }
    let command = try find(first, commands: commands)
    var parser = Parser(command: command)
    parser.read(words.dropFirst())
    return try parser.finish()
  }

  private static func find(_ name: String, commands: [Command]) throws -> Command {
    if let command = commands.first(where: { $0.name == name }) { return command }
    let names = commands.map(\.name)
    let beginnings = names.filter { $0.hasPrefix(name) }
    let nearest = beginnings.count == 1 ? beginnings[0] : nearestName(to: name, among: names)
    let called = commands.first { $0.otherNames.contains(name) }
    throw Problems(
      usage: [
        Problem(
          "unknown command \(quoted(name))", hint: didYouMean(nearest ?? called?.name))
      ])
  }

  private static func beforeCommand(_ word: String, commands: [Command]) -> Problems {
    let name = word.prefix { $0 != "=" }
    let known = commands.contains { command in
      command.allOptions.contains { "--\($0.name)" == name }
    }
    if known {
      return Problems(usage: [Problem("option \(quoted(String(name))) must follow the command")])
    }
    let nearest = nearestName(to: String(name), among: ["--help", "--version"])
    return Problems(usage: [.unknownOption(String(name), nearest: nearest)])
  }

  private mutating func read(_ words: ArraySlice<String>) {
    var rest = words
    while let word = rest.popFirst() {
      if word == "--" {
        invocation.arguments += rest
        return
      }
      if word.hasPrefix("-") && word != "-" {
        readOption(word, &rest)
      } else if let meant = optionWithDashes(for: word) {
        problems.append(.unknownOption(word, nearest: meant))
        // Skip the value of the option, so that it is not reported as well.
        if !meant.contains("="), option(spelled: meant)?.value != ValueKind.none {
          _ = takeValue(&rest)
        }
      } else {
        invocation.arguments.append(word)
      }
    }
  }

  private mutating func readOption(_ word: String, _ rest: inout ArraySlice<String>) {
    var name = word
    var attached: String?
    if word.hasPrefix("--"), let equals = word.firstIndex(of: "=") {
      name = String(word[..<equals])
      attached = String(word[word.index(after: equals)...])
    }
    guard let option = option(spelled: name) else {
      let nearest = optionWithDashes(for: name) ?? nearestOption(to: name)
      problems.append(.unknownOption(name, nearest: nearest))
      return
    }
    if !option.repeats, invocation.has(option.name) {
      problems.append(Problem("option '--\(option.name)' is given more than once"))
    }
    if option.name == Option.help.name { asksForHelp = true }
    guard option.value != .none else {
      if let attached {
        problems.append(
          Problem("option '--\(option.name)' takes no value, got \(quoted(attached))"))
      }
      accept(option, "")
      return
    }
    guard let value = attached ?? takeValue(&rest) else {
      let following = rest.first.flatMap { self.option(spelled: $0) == nil ? $0 : nil }
      problems.append(
        Problem(
          "option '--\(option.name)' needs a value",
          hint: following.map {
            "if \(quoted($0)) is the value, write --\(option.name)=\(visible($0))"
          }))
      return
    }
    acceptItems(of: option, value)
  }

  private mutating func optionWithDashes(for word: String) -> String? {
    let name = word.drop { Self.dashes.contains($0) }
    guard name.count < word.count, name.count > 1, word.prefix(2).contains(where: Self.isLong)
    else { return nil }
    let meant = "--\(name)"
    return option(spelled: String(meant.prefix { $0 != "=" })) == nil ? nil : meant
  }

  private static let dashes: [Character] = [
    "-", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}", "\u{2212}",
  ]

  private static func isLong(_ dash: Character) -> Bool { dash != "-" && dashes.contains(dash) }

  /// Removes an option's value, the next word. Nil if that begins with a dash. `--name=-value`
  /// works.
  private func takeValue(_ rest: inout ArraySlice<String>) -> String? {
    guard let next = rest.first, next == "-" || !next.hasPrefix("-") else { return nil }
    return rest.popFirst()
  }

  private mutating func acceptItems(of option: Option, _ value: String) {
    for item in option.takesList ? splitList(value) : [value] {
      if item.isEmpty {
        problems.append(Problem("option '--\(option.name)' has an empty value"))
      } else if option.otherChoices.index(ofSame: item) == nil,
        let problem = option.value.problem(with: item, of: "--\(option.name)")
      {
        problems.append(problem)
      } else {
        accept(option, item)
      }
    }
  }

  private mutating func accept(_ option: Option, _ value: String) {
    invocation.options.append(.init(name: option.name, value: value))
  }

  private mutating func option(spelled word: String) -> Option? {
    if word.hasPrefix("--") { return options.first { $0.name == word.dropFirst(2) } }
    guard word.count == 2 else { return nil }
    return options.first { $0.short == word.last }
  }

  private mutating func nearestOption(to word: String) -> String? {
    let spellings = options.map { "--\($0.name)" }
    let beginnings = spellings.filter { $0.hasPrefix(word) }
    if word.count > 2, beginnings.count == 1 { return beginnings[0] }
    if spellings.contains("-\(word)") { return "-\(word)" }
    if let known = options.first(where: { $0.spellingElsewhere == word }) {
      return "--\(known.name)"
    }
    return nearestName(to: word, among: spellings)
  }

  private consuming func finish() throws -> Request {
    if asksForHelp { return .help(command) }
    checkArguments()
    checkOptionRelations()
    guard problems.isEmpty else {
      throw Problems(usage: problems, of: command.name)
    }
    return .run(invocation)
  }

  private mutating func checkArguments() {
    var rest = invocation.arguments[...]
    for argument in command.arguments {
      let taken = argument.count.isList ? rest : rest.prefix(1)
      rest = rest.dropFirst(taken.count)
      if taken.isEmpty, argument.count.isRequired {
        let choices = argument.kind.choices
        problems.append(
          Problem(
            "missing argument \(argument.placeholder)",
            hint: choices.isEmpty ? nil : "one of \(choices.list())"))
      }
      problems += taken.compactMap { argument.kind.problem(with: $0, of: argument.placeholder) }
    }
    for extra in rest {
      let meant = options(naming: extra).map { visible(ShellWord.option($0, extra)) }
      problems.append(
        Problem(
          "unexpected argument \(quoted(extra))",
          hint: meant.isEmpty ? nil : "did you mean \(alternatives(meant))?"))
    }
  }

  /// Options to which an unexpected argument may belong. If it names a permission, these are the
  /// options for permissions, otherwise those for products, attributes and features.
  private mutating func options(naming word: String) -> [String] {
    let possible = options.filter { $0.section == .command }
    func named(_ kinds: [EntityKind]) -> [String] {
      possible.filter { option in kinds.contains { option.value == .declared($0) } }.map(\.name)
    }
    let permission = SystemPermission(name: word) == nil ? [] : named([.permission])
    return permission.isEmpty ? named([.product, .attribute, .feature]) : permission
  }

  private mutating func checkOptionRelations() {
    guard !invocation.options.isEmpty else { return }
    for option in options where invocation.has(option.name) {
      if let other = option.excludes.first(where: invocation.has) {
        problems.append(Problem("'--\(option.name)' and '--\(other)' cannot be given together"))
      }
      if !option.needs.isEmpty, !option.needs.contains(where: invocation.has) {
        let needs = option.needs.filter { name in options.contains { $0.name == name } }
        let choice =
          needs.count > 4
          ? "an option that describes a state, such as '--\(needs[0])'" : alternativeOptions(needs)
        problems.append(Problem("option '--\(option.name)' requires \(choice)"))
      }
    }
  }
}
