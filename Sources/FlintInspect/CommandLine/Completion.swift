import FlintModel
import FlintPopulation
import FlintText

/// The words that a shell suggests when the user presses the Tab key in an unfinished command line. They are names of
/// commands and options, and names from the manifest. The scripts that the command `completions` prints show them in
/// the shell.
struct Completion {
  struct Candidate: Equatable {
    /// The complete word, which replaces the unfinished word in the command line.
    var word: String
    var help = ""
  }

  private(set) var candidates: [Candidate] = []
  private(set) var offersFiles = false

  /// The unfinished word, such as `--grant=camera,ph`. ``kept`` is the part at its beginning that no suggestion
  /// changes, here `--grant=camera,`. Each suggested word begins with this part.
  private let current: String
  private var kept = ""
  /// Whether the unfinished word is a comma-separated list. A comma in an item of the list must then be written as
  /// `\,`.
  private var isList = false
  private let manifest: Manifest?

  /// Finds the words that can replace the last word of a command line.
  ///
  /// - Parameters:
  ///   - words: The words of the line without the program's name. The last word is the unfinished one.
  ///   - commands: The commands that can be suggested.
  ///   - read: A function that reads the manifest at a path. It returns nil if there is no valid manifest.
  init(
    of words: [String], commands: [Command] = CommandTable.commands,
    read: (_ path: String) -> Manifest?
  ) {
    current = words.last ?? ""
    let before = words.dropLast()
    guard let name = before.first, name != "help" else {
      manifest = nil
      offerCommands(commands, isFirst: before.isEmpty)
      return
    }
    guard let command = commands.first(where: { $0.name == name }) else {
      manifest = nil
      return
    }
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

  /// Suggests values for an option. If the value can be a comma-separated list, completes only the last item of the
  /// list.
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
    case .variable: offerVariables()
    case .groupKey: offerGroupKeys()
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

  /// Suggests the values that the option `--by` of `audience` accepts: the facts by which users can be grouped, such as
  /// `platform`.
  private mutating func offerGroupKeys() {
    for kind in GroupKey.Kind.allCases {
      guard let declared = kind.declared else {
        offer(kind.rawValue)
        continue
      }
      guard let manifest else { continue }
      let names = declared.names(in: manifest)
      let indices =
        declared == .permission ? manifest.offeredIndices(of: .permissions) : Array(names.indices)
      for index in indices { offer("\(kind.rawValue):\(names[index].id)", names[index].name) }
    }
  }

  /// Suggests the values that the option `--vary` of `matrix` accepts: the facts of which it shows all combinations,
  /// such as `permission:camera`.
  private mutating func offerVariables() {
    for kind in VariedKind.all {
      guard let declared = kind.declared else {
        offer(kind.word)
        continue
      }
      guard let manifest else { continue }
      let names = declared.names(in: manifest)
      for index in manifest.offeredIndices(of: kind.section) {
        offer("\(kind.word):\(names[index].id)", names[index].name)
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

  /// Suggests a word if it begins with the unfinished word. Words with unsafe characters, such as control characters,
  /// are not suggested, because they could change the command line or the terminal's output.
  private mutating func offer(_ word: String, _ help: String = "") {
    let whole = kept + (isList ? listItem(word) : word)
    let isPlain = whole.unicodeScalars.allSatisfy { !$0.isUnsafe }
    guard isPlain, whole.hasPrefix(current) else { return }
    candidates.append(Candidate(word: whole, help: visible(help)))
  }

  /// The output for the shell script: one suggested word per line, each followed by a tab and its description. A line
  /// with only a tab makes the script suggest file names, too.
  var text: String {
    candidates.map { "\($0.word)\t\($0.help)\n" }.joined() + (offersFiles ? "\t\n" : "")
  }
}

/// The words of a command line between the command's name and the unfinished word.
private struct TypedLine {
  /// The option whose value is the unfinished word, such as `--grant` in `--grant cam`. Nil if the unfinished word is
  /// not the value of an option.
  private(set) var optionAwaitingValue: Option?
  private(set) var given: Set<String> = []
  private(set) var arguments: [String] = []
  /// Whether the word `--` has occurred, after which all words are arguments.
  private(set) var optionsHaveEnded = false
  private let command: Command

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
    return command.arguments.last.flatMap { last in
      last.count == .any || last.count == .oneOrMore ? last : nil
    }
  }
}
