import FlintModel

/// A command-line option together with the Swift type of its value. For example, a command declares the option
/// `--watch` with `.list(.watch)`, and `invocation[.watch]` is then true if the option is on the command line.
struct Setting<Value: Sendable>: Sendable {
  var option: Option
  /// Converts the option's texts on the command line, which the parser has checked, to a value. The array is empty if
  /// the option is not given, and has several elements if it is repeated.
  let read: @Sendable (_ given: [String]) -> Value

  var name: String { option.name }

  /// Returns a copy of this option that also has a spelling from other programs, such as `-o`. The parser rejects this
  /// spelling, and the error message suggests the correct one.
  func called(_ spelling: String) -> Setting {
    changing { $0.spellingElsewhere = spelling }
  }

  /// Returns a copy of this option that also accepts the given words, although they have no effect; see
  /// ``Option/otherChoices``.
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

  /// Returns a copy of this option that the server `mcp` does not offer to assistants; see ``Option/isForTools``.
  func withheldFromTools() -> Setting {
    changing { $0.isForTools = false }
  }

  private func changing(_ change: (inout Option) -> Void) -> Setting {
    var setting = self
    change(&setting.option)
    return setting
  }
}

/// The words that an option accepts, each with the value that it means: `on` means `true`, for example.
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
  /// Returns an option without a value.
  ///
  /// - Parameter section: The section of the help page that lists the option. Options that only affect how the result
  ///   looks belong to `output`. AI assistants usually do not need them; see ``withheldFromTools()``.
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
  /// Returns an option that can be given more than once. Its value is the array of the given texts.
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
  /// Returns an option whose value is one of a few words. The first one is the default.
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
