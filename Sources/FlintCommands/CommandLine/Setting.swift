internal import FlintCore

/// An option together with the type of what it says: a command lists it as `.list(.watch)` and reads it as
/// `invocation[.watch]`.
struct Setting<Value: Sendable>: Sendable {
  var option: Option
  /// What the given values mean, which the parser has found to be values of the option; none where it is not given.
  let read: @Sendable (_ given: [String]) -> Value

  var name: String { option.name }

  /// The same option with a spelling that other programs have for it, which is suggested and not understood.
  func called(_ spelling: String) -> Setting {
    var setting = self
    setting.option.spellingElsewhere = spelling
    return setting
  }

  /// The same option where it has no meaning together with one of others.
  func excluding(_ names: String...) -> Setting {
    var setting = self
    setting.option.excludes = names
    return setting
  }

  /// The same option where it has a meaning only together with one of others.
  func needing(_ names: String...) -> Setting {
    var setting = self
    setting.option.needs = names
    return setting
  }
}

/// Words, each with what it stands for.
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
  /// The options of several settings, as a command lists them.
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
  /// An option that may be given again.
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
  /// One of a few words; the first where none is given.
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
