/// An option of a command. A ``Setting`` adds the type of its value, a ``StateOption`` what it does
/// to the state.
struct Option {
  enum Section: CaseIterable {
    case command, state, output, general
  }

  /// Without dashes.
  let name: String
  var short: Character?
  let value: ValueKind
  /// The option's spelling in other programs, for hints: `-o`.
  var spellingElsewhere: String?
  /// Values that are accepted but have no effect and are not suggested. An example is `--ignore`
  /// with a rule for errors.
  var otherChoices: [String] = []
  /// The word for the value in help; nil for the word of its ``value``.
  var placeholder: String?
  var repeats = false
  /// Whether the value is a list; `\,` is a comma in an item.
  var takesList = false
  var section = Section.command
  /// Names of options of which at least one must accompany this one.
  var needs: [String] = []
  var excludes: [String] = []
  /// Whether clients of `mcp` may use it. False for options that write files, keep the command
  /// running or change the format.
  var isForTools = true
  let help: String

  /// `--grant NAME`
  var spelling: String {
    let word = placeholder ?? value.placeholder
    return word.isEmpty ? "--\(name)" : "--\(name) \(word)"
  }
}

/// The kind of an option's value. Determines completions, and which values are invalid with every
/// manifest.
indirect enum ValueKind: Sendable, Equatable {
  case none
  case choice([String])
  case file
  case text
  case version
  /// A whole number from 1.
  case count
  /// A number from 0 to 100.
  case percent
  case declared(EntityKind)
  /// The name of a state, a path, or JSON.
  case state
  /// A named state, or `all`.
  case stateName
  /// A fact for `--vary`: `platform`, `permission:camera`.
  case variable
  /// A fact for `--by`: `platform`, `attribute:country`.
  case groupKey
  /// `NAME=VALUE`; both sides can contain `=`.
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

  /// The permitted words; empty if they are not fixed.
  var choices: [String] { if case .choice(let words) = self { words } else { [] } }

  /// Why the value is invalid, if that is known without a manifest.
  func problem(with value: String, of parameter: String) -> Problem? {
    switch self {
    case .choice(let choices):
      guard choices.index(ofSame: value) == nil else { return nil }
      let nearest = Synonyms.choice(value, among: choices) ?? nearestName(to: value, among: choices)
      // A long list is shortened to what is similar.
      let similar =
        choices.count > 12 ? similarNames(to: value, among: choices) { [$0] }.map(quoted) : []
      return .invalidValue(
        value, of: parameter,
        hint: didYouMean(nearest)
          ?? (similar.isEmpty ? oneOf(choices) : didYouMean(oneOf: similar)))
    case .count where Self.count(value) == nil:
      return .invalidValue(value, of: parameter, hint: "write a whole number, 1 or greater")
    case .percent where Self.percent(value) == nil:
      return .invalidValue(value, of: parameter, hint: "write a number from 0 to 100")
    default: return nil
    }
  }

  static func count(_ text: String) -> Int? {
    guard text.utf8.first != "+", let count = Int(text), count > 0 else { return nil }
    return count
  }

  static func percent(_ text: String) -> Double? {
    // `Double` also reads exponents and hexadecimal digits.
    guard text.utf8.allSatisfy({ "0123456789.".utf8.contains($0) }) else { return nil }
    return Double(text).flatMap { (0...100).contains($0) ? $0 : nil }
  }
}

/// A positional argument; ``count`` is the permitted number of words.
struct Argument {
  enum Count {
    case one, optional, any, oneOrMore

    var isRequired: Bool { self == .one || self == .oneOrMore }
    var isList: Bool { self == .any || self == .oneOrMore }
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

/// An option with the type of its value: `invocation[.watch]` is a Boolean.
struct Setting<Value: Sendable> {
  var option: Option
  /// Makes the value from the checked texts of the command line: none, one or several.
  let read: @Sendable (_ given: [String]) -> Value

  var name: String { option.name }

  /// Sets ``Option/spellingElsewhere``.
  func called(_ spelling: String) -> Setting {
    changing { $0.spellingElsewhere = spelling }
  }

  /// Sets ``Option/otherChoices``.
  func accepting(_ others: [String]) -> Setting {
    changing { $0.otherChoices = others }
  }

  func excluding(_ names: String...) -> Setting { excluding(names) }

  func excluding(_ names: [String]) -> Setting {
    changing { $0.excludes = names }
  }

  func needing(_ names: String...) -> Setting { needing(names) }

  func needing(_ names: [String]) -> Setting {
    changing { $0.needs = names }
  }

  /// Sets ``Option/isForTools`` to false.
  func withheldFromTools() -> Setting {
    changing { $0.isForTools = false }
  }

  private func changing(_ change: (inout Option) -> Void) -> Setting {
    var setting = self
    change(&setting.option)
    return setting
  }
}

typealias Words<Value> = [(word: String, value: Value)]

extension Array {
  func value<Value>(of word: String) -> Value? where Element == (word: String, value: Value) {
    first { $0.word.isSame(as: word) }?.value
  }
}

extension NamedCase {
  static var words: Words<Self> { allCases.map { ($0.name, $0) } }
}

extension [Option] {
  static func list<each Value>(_ settings: repeat Setting<each Value>) -> [Option] {
    var options: [Option] = []
    for option in repeat (each settings).option { options.append(option) }
    return options
  }
}

extension Setting<Bool> {
  static func flag(
    _ name: String, section: Option.Section = .command, help: String
  ) -> Setting {
    Setting(option: Option(name: name, value: .none, section: section, help: help)) { !$0.isEmpty }
  }
}

extension Setting<String?> {
  static func one(
    _ name: String, _ value: ValueKind, placeholder: String? = nil,
    section: Option.Section = .command, help: String
  ) -> Setting {
    Setting(
      option: Option(
        name: name, value: value, placeholder: placeholder, section: section, help: help)
    ) { $0.last }
  }
}

extension Setting<[String]> {
  static func several(
    _ name: String, _ value: ValueKind, placeholder: String? = nil, takesList: Bool = false,
    help: String
  ) -> Setting {
    Setting(
      option: Option(
        name: name, value: value, placeholder: placeholder, repeats: true, takesList: takesList,
        help: help)
    ) { $0 }
  }
}

extension Setting<Int> {
  static func count(_ name: String, default usual: Int, help: String) -> Setting {
    Setting(option: Option(name: name, value: .count, help: help)) {
      $0.last.flatMap(ValueKind.count) ?? usual
    }
  }
}

extension Setting<Double?> {
  static func percent(_ name: String, help: String) -> Setting {
    Setting(option: Option(name: name, value: .percent, help: help)) {
      $0.last.flatMap(ValueKind.percent)
    }
  }
}

extension Setting {
  /// An option with fixed words, of which the first is the default.
  static func choice(
    _ name: String, _ first: (word: String, value: Value), _ others: Words<Value>,
    section: Option.Section = .command, help: String
  ) -> Setting {
    let words = [first] + others
    return Setting(
      option: Option(
        name: name, value: .choice(words.map(\.word)), section: section, help: help)
    ) { given in given.last.flatMap { words.value(of: $0) } ?? first.value }
  }
}

/// Splits at commas; `\,` is a comma in an item.
func splitList(_ text: String) -> [String] {
  var items = [String.UnicodeScalarView()]
  for scalar in text.unicodeScalars {
    guard scalar == "," else {
      items[items.count - 1].append(scalar)
      continue
    }
    if items[items.count - 1].last == "\\" {
      items[items.count - 1].removeLast()
      items[items.count - 1].append(scalar)
    } else {
      items.append(String.UnicodeScalarView())
    }
  }
  return items.map { String($0) }
}

func listItem(_ text: String) -> String {
  text.split(separator: ",", omittingEmptySubsequences: false).joined(separator: "\\,")
}

/// Splits at the last `=` whose two sides `value` accepts. Nil if there is none.
func splitAssignment<Value>(
  _ text: String, _ value: (_ name: String, _ word: String) -> Value?
) -> (name: String, value: Value)? {
  let scalars = text.unicodeScalars
  for index in scalars.indices.reversed() where scalars[index] == "=" {
    let name = String(scalars[..<index])
    if let value = value(name, String(scalars[index...].dropFirst())) { return (name, value) }
  }
  return nil
}

extension InstalledVersion {
  init?(_ text: String) {
    if text == "latest" {
      self = .latest
    } else if let version = Version(text) {
      self = .version(version)
    } else {
      return nil
    }
  }
}

extension [String] {
  /// At most ten of the texts: `a, b, … and 5 more`.
  var shortList: String {
    let more = count - 10
    return prefix(10).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }

  /// Joins the texts with commas. The first call of ``joined(separator:)`` in a process takes
  /// longer than parsing a command line.
  func list() -> String {
    var text = first ?? ""
    for word in dropFirst() { text += ", \(word)" }
    return text
  }
}

extension Option {
  static let general = [Setting.color.option, help]

  static let help = Option(
    name: "help", short: "h", value: .none, section: .general, help: "Print this help.")

  static let version = Option(
    name: "version", value: .none, section: .general, help: "Print the version.")
}

extension Setting<ColorChoice> {
  static var color: Self {
    .choice(
      "color", ("auto", .auto), [("always", .always), ("never", .never)], section: .output,
      help: "Color the output [auto: on a terminal, unless NO_COLOR is set].")
  }
}

extension Setting<String?> {
  static var output: Self {
    .one(
      "output", .file, section: .output, help: "Write the result to this file."
    ).called("-o").withheldFromTools()
  }

  static var baseline: Self {
    .one("baseline", .state, help: "List only differences from this state.")
  }

  static var state: Self {
    .one(
      "state", .state, section: .state,
      help: "Start from a named state, a file, or JSON: '{\"platform\": \"tvOS\"}'.")
  }
}

extension Setting<[String]> {
  static var team: Self {
    .several("team", .declared(.team), help: "List only this team's features and findings.")
  }
}

extension Setting<Bool> {
  static var fresh: Self {
    .flag("fresh", section: .state, help: "Start from a fresh install.").excluding("state")
  }

  /// Ignores undeclared ids in states with a warning. They can come from another version of the
  /// app. Also applies to the options that set parts of a state.
  static var lenient: Self {
    .flag(
      "lenient", section: .state, help: "Warn about undeclared ids in states instead of failing."
    )
    .needing(["state", "fresh", "baseline"] + StateOption.all.map(\.name))
  }

  static var allowMissing: Self {
    .flag("allow-missing", help: "Treat a missing OLD as a manifest without features.")
  }

  static var watch: Self {
    .flag("watch", help: "Re-run when an input file changes.").withheldFromTools()
  }

  static var quiet: Self {
    .flag("quiet", section: .output, help: "Print only failures.")
      .excluding("format", "verbose").called("-q")
  }

  static var verbose: Self {
    .flag(
      "verbose", section: .output, help: "List the state's values and every constraint."
    ).called("-v")
  }
}

enum ColorChoice {
  case auto, always, never
}

extension Argument {
  static let manifest = Argument(
    placeholder: "MANIFEST", kind: .file, help: "The manifest file, or REV:PATH in Git.")

  static let states = Argument(
    placeholder: "STATES", kind: .file, count: .any,
    help: "Files with one state per line [standard input].")

  static let feature = Argument(
    placeholder: "FEATURE", kind: .feature, help: "The feature's id or name.")
}
