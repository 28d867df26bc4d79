/// What is wrong with a command line: facts, without wording.
enum UsageProblem: Error, Equatable {
  case unknownCommand(String, nearest: String?)
  case unknownOption(String, nearest: String?)
  /// An option that stands before the command.
  case optionBeforeCommand(String)
  /// `following` is the next word of the line where it looks like an option.
  case missingValue(option: String, following: String?)
  case unexpectedValue(option: String, value: String)
  case notAChoice(option: String, value: String, choices: [String], nearest: String?)
  /// An argument that must be one of a few words.
  case notAnArgument(String, value: String, choices: [String], nearest: String?)
  case emptyItem(option: String)
  /// `form` says how values look.
  case malformed(option: String, value: String, form: String)
  case repeated(option: String)
  case conflict(option: String, with: String)
  case missingArgument(String)
  /// HTML would flood a terminal.
  case pageOnTerminal
  case unexpectedArgument(String)
}
