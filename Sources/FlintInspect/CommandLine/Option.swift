import FlintModel
import FlintManifest
import FlintText

/// A ``Setting`` adds the type of its value, a ``StateOption`` what it does to the state.
struct Option: Sendable {
  enum Section: Sendable, CaseIterable {
    case command, state, output, general
  }

  /// Without dashes.
  let name: String
  var short: Character?
  let value: ValueKind
  /// In other programs, for hints: `-o`.
  var spellingElsewhere: String?
  /// Accepted without effect, and not suggested: `--ignore` with a rule for errors.
  var otherChoices: [String] = []
  /// Nil for the usual word of the kind.
  var placeholder: String?
  var repeats = false
  /// `\,` is a comma.
  var takesList = false
  var section = Section.command
  /// At least one must be given, too.
  var needs: [String] = []
  var excludes: [String] = []
  /// False for what writes files, runs on or changes the format.
  var isForTools = true
  let help: String

  /// `--grant NAME`
  var spelling: String {
    let word = placeholder ?? value.placeholder
    return word.isEmpty ? "--\(name)" : "--\(name) \(word)"
  }
}

/// Determines completions, and what is rejected without a manifest.
indirect enum ValueKind: Sendable, Equatable {
  case none
  case choice([String])
  case file
  case text
  case version
  /// From 1.
  case count
  /// From 0 to 100.
  case percent
  case declared(EntityKind)
  /// A name, a path, or JSON.
  case state
  /// Or `all`.
  case stateName
  /// `platform`, `permission:camera`.
  case variable
  /// `platform`, `attribute:country`.
  case groupKey
  /// `NAME=VALUE`; both can have further `=`.
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

  /// Empty unless the words are fixed.
  var choices: [String] {
    switch self {
    case .choice(let words): words
    case .none, .file, .text, .version, .count, .percent, .declared, .state, .stateName, .variable,
      .groupKey, .assignment:
      []
    }
  }

  /// What can be found without a manifest.
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

/// ``count`` is the permitted number of words.
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
