internal import FlintCore
internal import FlintManifest
internal import FlintText

/// One option of the command line: everything that the parser, the help pages and the completions
/// know of it.
///
/// What it does is declared with it: a ``Setting`` has the type that a command reads, a ``StateOption`` its effect on the
/// state.
struct Option: Sendable {
  /// Where an option stands on a help page.
  enum Section: Sendable, CaseIterable {
    case command, state, output, general
  }

  /// Long name without the dashes.
  let name: String
  /// The one-letter form, which only `--help` has.
  var short: Character?
  let value: ValueKind
  /// How other programs spell it, `-o`: unknown here, and answered with this option's name.
  var spellingElsewhere: String?
  /// What stands for the value on a help page, where the kind's own word says too little.
  var placeholder: String?
  /// Whether it may be given more than once.
  var repeats = false
  /// Whether one value may be several, separated by commas (`\,` is a comma).
  var takesList = false
  var section = Section.command
  /// Options of which one must be given with it, by name; none where it stands for itself.
  var needs: [String] = []
  /// Options that cannot be given with it, by name.
  var excludes: [String] = []
  let help: String

  /// The option as a person writes it, `--grant NAME`.
  var spelling: String {
    let word = placeholder ?? value.placeholder
    return word.isEmpty ? "--\(name)" : "--\(name) \(word)"
  }
}

/// What the value of an option, or an argument, is. Completions offer by it; the parser checks what
/// can be checked without a manifest.
indirect enum ValueKind: Sendable, Equatable {
  /// No value: the option is there or not.
  case none
  /// One of these words.
  case choice([String])
  case file
  case text
  case version
  /// A whole number from 1 on.
  case count
  /// A number from 0 to 100.
  case percent
  /// What a manifest declares under this name.
  case declared(EntityKind)
  /// The name of one of the manifest's states, else a file.
  case state
  /// The name of one of the manifest's states, or all of them.
  case stateName
  /// A fact of a state, `platform` or `permission:camera`.
  case variable
  /// A value by which states are grouped, `platform` or `attribute:country`.
  case groupKey
  /// `NAME=VALUE`, split at the last `=` whose right side is valid.
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

  /// The words of which a value is one; none where it can be anything.
  var choices: [String] {
    switch self {
    case .choice(let words): words
    case .none, .file, .text, .version, .count, .percent, .declared, .state, .stateName, .variable,
      .groupKey, .assignment:
      []
    }
  }

  /// What is wrong with a value by itself.
  /// - Parameter place: the option or argument, as it is spelled.
  func problem(with value: String, of place: String) -> UsageProblem? {
    switch self {
    case .choice(let choices):
      guard choices.index(ofSame: value) == nil else { return nil }
      let nearest = Synonyms.choice(value, among: choices) ?? nearestName(to: value, among: choices)
      return .notAChoice(place, value: value, choices: choices, nearest: nearest)
    case .count: return Self.count(value) == nil ? .notACount(place, value: value) : nil
    case .percent: return Self.percent(value) == nil ? .notAPercentage(place, value: value) : nil
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
    Double(text).flatMap { (0...100).contains($0) ? $0 : nil }
  }
}

/// One positional argument, or the run of them at the end of the line.
struct Argument: Sendable {
  enum Count: Sendable {
    case one, optional, any, oneOrMore
  }

  /// As it stands in the usage line: `MANIFEST`.
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
