import FlintModel
import FlintManifest
import FlintText

/// The declaration of a command-line option, which the parser, the help pages and the shell completions use.
///
/// Two types contain such a declaration: a ``Setting`` also has the Swift type of the option's value, and a
/// ``StateOption`` also has the function with which the option changes the device state.
struct Option: Sendable {
  /// A section of a help page, such as the options that change the state, or the options that every command has.
  enum Section: Sendable, CaseIterable {
    case command, state, output, general
  }

  /// The option's name without the dashes, such as `grant` for `--grant`.
  let name: String
  /// The letter of the option's short form, such as `h` for `-h`; nil if it has none. Only `--help` has one.
  var short: Character?
  let value: ValueKind
  /// The spelling of a similar option in other programs, for example `-o`. The parser rejects it, and the error message
  /// suggests this option.
  var spellingElsewhere: String?
  /// Words that the parser also accepts as the option's value, although they have no effect. Help pages and error
  /// messages do not suggest them. For example, `--ignore` accepts the rules for errors, but errors cannot be hidden,
  /// so the command only prints a warning.
  var otherChoices: [String] = []
  /// The word for the option's value on a help page, such as `DATE|today`; nil to use the usual word for this kind of
  /// value.
  var placeholder: String?
  /// Whether the option may be given more than once.
  var repeats = false
  /// Whether the option's value may be a comma-separated list, such as `camera,photos`. A comma inside an item is
  /// written `\,`.
  var takesList = false
  var section = Section.command
  /// The names of options of which at least one must be given if this option is given, because it would have no effect
  /// otherwise. Empty if the option can be given alone.
  var needs: [String] = []
  /// The names of the options that cannot be given together with this one.
  var excludes: [String] = []
  /// Whether AI assistants can set this option when they call the command as a ``Tool`` of the server `mcp`. False for
  /// options that write files, that run the command until it is interrupted, or that change the format of the result,
  /// because the result of a tool call is always text and JSON.
  var isForTools = true
  let help: String

  /// The option as written on a command line, for example `--grant NAME`.
  var spelling: String {
    let word = placeholder ?? value.placeholder
    return word.isEmpty ? "--\(name)" : "--\(name) \(word)"
  }
}

/// The kind of value that an argument or an option takes. It determines which words shell completions suggest, and
/// which values the parser can reject without a manifest.
indirect enum ValueKind: Sendable, Equatable {
  case none
  case choice([String])
  case file
  case text
  case version
  /// A positive integer.
  case count
  /// A number from 0 to 100.
  case percent
  /// The id or name of an entity that the manifest declares.
  case declared(EntityKind)
  /// A device state: the name of a state of the manifest, the path of a file, or JSON.
  case state
  /// The name of a state of the manifest, or the word `all` for all of these states.
  case stateName
  /// A fact of the device state, for example `platform` or `permission:camera`. The option `--vary` of `matrix` takes
  /// such facts, and `matrix` shows a column for each combination of their values.
  case variable
  /// A fact by which the option `--by` of `audience` groups users, for example `platform` or `attribute:country`.
  case groupKey
  /// A text of the form `NAME=VALUE`, such as `camera=denied`. The associated values are the kind of entity that NAME
  /// refers to, and the kind of VALUE. NAME and VALUE can contain further `=`, so each option decides at which `=` it
  /// splits the text.
  case assignment(EntityKind, ValueKind)

  static let feature = ValueKind.declared(.feature)

  var placeholder: String {
    switch self {
    case .none: ""
    case .choice(let words): words.joined(separator: "|")
    case .file: "FILE"
    case .text: "TEXT"
    case .version: "VERSION"
    case .count: "N"
    case .percent: "PERCENT"
    case .declared(let declared): declared.placeholder
    case .state: "STATE"
    case .stateName: "all|NAME"
    case .variable: "KEY"
    case .groupKey: "KEY"
    case .assignment(let left, let right): "\(left.placeholder)=\(right.placeholder)"
    }
  }

  /// The words that an option or argument with this kind of value accepts, if it accepts only a fixed set of words;
  /// otherwise an empty array.
  var choices: [String] {
    switch self {
    case .choice(let words): words
    case .none, .file, .text, .version, .count, .percent, .declared, .state, .stateName, .variable,
      .groupKey, .assignment:
      []
    }
  }

  /// Returns the problem with a value that was given for a command-line option or argument; nil if the value can be
  /// valid. Only problems that can be found without a manifest are reported, such as a word instead of a number.
  ///
  /// - Parameter parameter: The name of the option or argument that has the value, as it appears in the error message.
  func problem(with value: String, of parameter: String) -> UsageProblem? {
    switch self {
    case .choice(let choices):
      guard choices.index(ofSame: value) == nil else { return nil }
      let nearest = Synonyms.choice(value, among: choices) ?? nearestName(to: value, among: choices)
      return .notAChoice(parameter, value: value, choices: choices, nearest: nearest)
    case .count: return Self.count(value) == nil ? .notACount(parameter, value: value) : nil
    case .percent:
      return Self.percent(value) == nil ? .notAPercentage(parameter, value: value) : nil
    case .none, .file, .text, .version, .declared, .state, .stateName, .variable, .groupKey,
      .assignment:
      return nil
    }
  }

  static func count(_ text: String) -> Int? {
    guard text.utf8.first != UInt8(ascii: "+"), let count = Int(text), count > 0 else { return nil }
    return count
  }

  static func percent(_ text: String) -> Double? {
    // `Double` also reads exponents and hexadecimal digits.
    guard text.utf8.allSatisfy({ "0123456789.".utf8.contains($0) }) else { return nil }
    return Double(text).flatMap { (0...100).contains($0) ? $0 : nil }
  }
}

/// The declaration of a positional argument (one that is not an option). The last argument of a command can accept
/// several words, for example `FEATURE...`; ``count`` is the permitted number of words.
struct Argument: Sendable {
  enum Count: Sendable {
    case one, optional, any, oneOrMore
  }

  let placeholder: String
  let kind: ValueKind
  var count = Count.one
  let help: String

  var spelling: String {
    switch count {
    case .one: placeholder
    case .optional: "[\(placeholder)]"
    case .any: "[\(placeholder)...]"
    case .oneOrMore: "\(placeholder)..."
    }
  }
}
