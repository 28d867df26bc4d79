import FlintModel

/// A parsed command line: a command, and its arguments and options in the order of the command line.
struct Invocation: Sendable {
  /// An option on the command line, with its value. A comma-separated list is split: `--grant camera,photos` gives two
  /// elements of this type, just like `--grant camera --grant photos`.
  struct Given: Sendable, Equatable {
    let name: String
    let value: String
  }

  let command: Command
  var arguments: [String] = []
  var options: [Given] = []
  /// The names of the options whose values the command has read. A test uses them to check that a command reads each
  /// option that it declares.
  let optionsRead = NameLog()

  init(command: Command) { self.command = command }

  /// Returns the value of an option, or the option's default value if it is not on the command line.
  subscript<Value>(setting: Setting<Value>) -> Value {
    optionsRead.add(setting.name)
    return setting.read(options.filter { $0.name == setting.name }.map(\.value))
  }

  func has(_ name: String) -> Bool { options.contains { $0.name == name } }

  /// The options on the command line that change the device state, such as `--grant`, each with its value, from left to
  /// right.
  var stateFlags: [(option: StateOption, value: String)] {
    for option in StateOption.all { optionsRead.add(option.name) }
    return options.compactMap { given in
      StateOption.all.first { $0.name == given.name }.map { ($0, given.value) }
    }
  }
}

final class NameLog: Sendable {
  private let log = Locked<[String]>([])

  var names: Set<String> { log.withLock { Set($0) } }

  func add(_ name: String) { log.withLock { $0.append(name) } }
}
