internal import FlintCore

/// One line of the shell, understood: a command, its arguments and options in the order given.
struct Invocation: Sendable {
  /// An option as it was given. The value of an option that takes lists is one item of it.
  struct Given: Sendable, Equatable {
    let name: String
    let value: String
  }

  let command: Command
  var arguments: [String] = []
  var options: [Given] = []
  /// Which options have been read, for the test that none is listed in vain.
  let optionsRead = NameLog()

  init(command: Command) { self.command = command }

  /// What an option of the command says.
  subscript<Value>(setting: Setting<Value>) -> Value {
    optionsRead.add(setting.name)
    return setting.read(options.filter { $0.name == setting.name }.map(\.value))
  }

  /// Whether an option is given at all.
  func has(_ name: String) -> Bool { options.contains { $0.name == name } }

  /// What changes the state, left to right.
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
