/// Completions of a command line: commands, options, and names of the manifest.
struct Completion {
  struct Candidate: Equatable {
    var word: String
    var help = ""
  }

  var candidates: [Candidate] = []
  var offersFiles = false

  private let current: String
  private var kept = ""
  /// Whether the unfinished value is a list. A comma in an item is `\,`.
  private var isList = false
  private var manifest: Manifest?

  /// - Parameters:
  ///   - words: Those before the cursor, of which the last is unfinished.
  ///   - read: Reads a manifest; nil if it is not valid.
  init(
    of words: [String], commands: [Command] = CommandTable.commands,
    read: (_ path: String) -> Manifest?
  ) {
    current = words.last ?? ""
    let before = words.dropLast()
    guard let name = before.first, name != "help" else {
      offerCommands(commands, isFirst: before.isEmpty)
      return
    }
    guard let command = commands.first(where: { $0.name == name }) else { return }
    let line = TypedLine(before.dropFirst(), of: command)
    manifest =
      command.arguments.first?.placeholder == "MANIFEST"
      ? line.arguments.first.flatMap(read) : nil
    if let option = line.optionAwaitingValue {
      offerList(option)
    } else if !line.optionsHaveEnded, current.hasPrefix("--"),
      let equals = current.firstIndex(of: "=")
    {
      guard let option = command.option(named: String(current[..<equals].dropFirst(2))) else {
        return
      }
      kept = String(current[...equals])
      offerList(option)
    } else if !line.optionsHaveEnded, current.hasPrefix("-") {
      for option in command.allOptions where option.repeats || !line.given.contains(option.name) {
        offer("--\(option.name)", option.help)
      }
    } else if let argument = line.nextArgument {
      offer(argument.kind)
    }
  }

  private mutating func offerCommands(_ commands: [Command], isFirst: Bool) {
    for command in commands { offer(command.name, command.summary) }
    if isFirst, current.hasPrefix("-") {
      for option in [Option.help, Option.version] { offer("--\(option.name)", option.help) }
    }
  }

  // MARK: Values

  private mutating func offerList(_ option: Option) {
    isList = option.takesList
    if isList {
      let rest = current.dropFirst(kept.count)
      let comma = rest.indices.last { index in
        rest[index] == "," && (index == rest.startIndex || rest[rest.index(before: index)] != "\\")
      }
      if let comma { kept += rest[...comma] }
    }
    offer(option.value)
  }

  private mutating func offer(_ kind: ValueKind) {
    switch kind {
    case .none, .text, .version, .count, .percent: break
    case .choice(let words): for word in words { offer(word) }
    case .file: offersFiles = true
    case .declared(let declared): offer(declared)
    case .state:
      offer(EntityKind.state)
      offersFiles = true
    case .stateName:
      offer("all")
      offer(EntityKind.state)
    case .variable: offer(.varied)
    case .groupKey: offer(.groups)
    case .assignment(let left, let right): offerAssignment(left, right)
    }
  }

  private mutating func offer(_ declared: EntityKind) {
    if declared == .permission {
      for index in manifest?.offeredIndices(of: .permissions) ?? [] {
        offer(SystemPermission.allCases[index].name)
      }
      // If no permission of the manifest has this prefix, offer the other permissions.
      guard candidates.isEmpty else { return }
      for permission in SystemPermission.allCases { offer(permission.name) }
      return
    }
    guard let manifest else { return }
    for (id, name) in declared.names(in: manifest) { offer(id, name) }
  }

  private mutating func offer(_ keys: [FactKey]) {
    for key in keys {
      guard let declared = key.declared else {
        offer(key.word)
        continue
      }
      guard let manifest else { continue }
      let names = declared.names(in: manifest)
      for index in key.section.map(manifest.offeredIndices) ?? Array(names.indices) {
        offer("\(key.word):\(names[index].id)", names[index].name)
      }
    }
  }

  private mutating func offerAssignment(_ left: EntityKind, _ right: ValueKind) {
    let rest = current.dropFirst(kept.count)
    guard let equals = rest.lastIndex(of: "=") else {
      let before = candidates.count
      offer(left)
      for index in candidates.indices[before...] { candidates[index].word += "=" }
      return
    }
    let name = String(rest[..<equals])
    kept += rest[...equals]
    if left == .attribute, let manifest, let attribute = manifest.index(of: name, .attribute) {
      for (word, _) in manifest.attributes[attribute].domain.words { offer(word) }
    } else if left == .permission, let permission = SystemPermission(name: name) {
      for status in permission.statuses { offer(status.name) }
    } else {
      offer(right)
    }
  }

  /// Adds a completion, unless its characters could affect the shell or terminal.
  private mutating func offer(_ word: String, _ help: String = "") {
    let whole = kept + (isList ? listItem(word) : word)
    let isPlain = whole.unicodeScalars.allSatisfy { !$0.isUnsafe }
    guard isPlain, whole.hasPrefix(current) else { return }
    candidates.append(Candidate(word: whole, help: visible(help)))
  }

  /// A completion, a tab and its description on each line. A line with only a tab asks the shell
  /// for file names.
  var text: String {
    candidates.map { "\($0.word)\t\($0.help)\n" }.joined() + (offersFiles ? "\t\n" : "")
  }
}

private struct TypedLine {
  var optionAwaitingValue: Option?
  var given: Set<String> = []
  var arguments: [String] = []
  var optionsHaveEnded = false
  let command: Command

  init(_ words: some Sequence<String>, of command: Command) {
    self.command = command
    for word in words {
      if optionAwaitingValue != nil {
        optionAwaitingValue = nil
      } else if optionsHaveEnded || !word.hasPrefix("-") || word == "-" {
        arguments.append(word)
      } else if word == "--" {
        optionsHaveEnded = true
      } else {
        let name = String(word.drop { $0 == "-" }.prefix { $0 != "=" })
        given.insert(name)
        let option = command.option(named: name)
        if !word.contains("="), let option, option.value != .none { optionAwaitingValue = option }
      }
    }
  }

  var nextArgument: Argument? {
    let index = arguments.count
    if index < command.arguments.count { return command.arguments[index] }
    return command.arguments.last.flatMap { $0.count.isList ? $0 : nil }
  }
}
