import FlintModel

/// An option with the type of its value: `invocation[.watch]` is a Boolean.
struct Setting<Value: Sendable>: Sendable {
  var option: Option
  /// From its checked texts: none, or several.
  let read: @Sendable (_ given: [String]) -> Value

  var name: String { option.name }

  /// Rejected with a hint: `-o`.
  func called(_ spelling: String) -> Setting {
    changing { $0.spellingElsewhere = spelling }
  }

  /// See ``Option/otherChoices``.
  func accepting(_ others: [String]) -> Setting {
    changing { $0.otherChoices = others }
  }

  func excluding(_ names: String...) -> Setting {
    changing { $0.excludes = names }
  }

  func needing(_ names: String...) -> Setting { needing(names) }

  func needing(_ names: [String]) -> Setting {
    changing { $0.needs = names }
  }

  /// See ``Option/isForTools``.
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
  /// The first is the default.
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
