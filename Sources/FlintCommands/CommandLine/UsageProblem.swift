internal import FlintProject

/// A problem of a command line, as data without wording.
enum UsageProblem: Error, Equatable {
  case unknownCommand(String, nearest: String?)
  case unknownOption(String, nearest: String?)
  /// An option precedes the command.
  case optionBeforeCommand(String)
  /// An option lacks its value. `following` is the next word if it begins with a dash and is not a known option; it may
  /// be the intended value.
  case missingValue(option: String, following: String?)
  case unexpectedValue(option: String, value: String)
  /// The value of an option (`--color`) or an argument (`SHELL`) is none of the permitted words.
  case notAChoice(String, value: String, choices: [String], nearest: String?)
  case emptyItem(option: String)
  case notACount(String, value: String)
  case notAPercentage(String, value: String)
  case repeated(option: String)
  /// Two options cannot be given together.
  case conflict(option: String, with: String)
  /// An option is given without any of the options that give it a meaning.
  case missingCompanion(option: String, needs: [String])
  /// An argument is missing. `choices` are the permitted words, or empty if the argument is not one of a fixed set.
  case missingArgument(String, choices: [String] = [])
  /// At least one of these options must be given.
  case missingOption([String])
  /// The HTML page would go to the terminal.
  case pageOnTerminal
  case unexpectedArgument(String)
  /// The file to rewrite is standard input.
  case updateOfStandardInput
  /// A file to import is of another kind than the first one.
  case mixedImport(String, ImportedFile.Kind, first: ImportedFile.Kind)
  /// The import has a second template; only one is allowed.
  case severalTemplates(String)
  /// An option does not apply to files of this kind.
  case foreignImportOption(String, String, ImportedFile.Kind)
}
