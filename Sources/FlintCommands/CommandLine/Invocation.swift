internal import FlintCore

/// A parsed command line: a command with its arguments and options, in the order given.
struct Invocation: Sendable {
  /// An option as it was given. For an option that takes a list, each item is a separate `Given`.
  struct Given: Sendable, Equatable {
    let name: String
    let value: String
  }

  let command: Command
  var arguments: [String] = []
  var options: [Given] = []
  /// The names of the options that have been read. A test uses it to check that the command reads each option it lists.
  let optionsRead = NameLog()

  init(command: Command) { self.command = command }

  /// Returns the value of an option, or its default if it is not given.
  subscript<Value>(setting: Setting<Value>) -> Value {
    optionsRead.add(setting.name)
    return setting.read(options.filter { $0.name == setting.name }.map(\.value))
  }

  /// Returns whether an option is given.
  func has(_ name: String) -> Bool { options.contains { $0.name == name } }

  /// The options that change the device state, from left to right.
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
