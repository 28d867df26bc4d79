import FlintModel

struct Invocation: Sendable {
  /// `--grant camera,photos` is two of these.
  struct Given: Sendable, Equatable {
    let name: String
    let value: String
  }

  let command: Command
  var arguments: [String] = []
  var options: [Given] = []
  /// So that a test can see that a command reads what it declares.
  let optionsRead = NameLog()

  init(command: Command) { self.command = command }

  subscript<Value>(setting: Setting<Value>) -> Value {
    optionsRead.add(setting.name)
    return setting.read(options.filter { $0.name == setting.name }.map(\.value))
  }

  func has(_ name: String) -> Bool { options.contains { $0.name == name } }

  /// From left to right.
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
