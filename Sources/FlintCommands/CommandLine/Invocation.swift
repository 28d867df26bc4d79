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

  func has(_ option: Option) -> Bool {
    options.contains { $0.name == option.name }
  }

  func value(of option: Option) -> String? {
    options.last { $0.name == option.name }?.value
  }

  /// Every value, for an option that repeats or takes a list.
  func values(of option: Option) -> [String] {
    options.filter { $0.name == option.name }.map(\.value)
  }

  /// The options of a section, left to right.
  func given(in section: Option.Section) -> [Given] {
    options.filter { command.option(named: $0.name)?.section == section }
  }

  /// The format asked for, else the command's first.
  var format: Format {
    guard let option = command.option(named: "format"), case .choice(let formats) = option.value
    else { return .text }
    return Format(rawValue: value(of: option) ?? formats[0]) ?? .text
  }
}
