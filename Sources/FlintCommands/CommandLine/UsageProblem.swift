internal import FlintProject

/// What is wrong with a command line: facts, without wording.
enum UsageProblem: Error, Equatable {
  case unknownCommand(String, nearest: String?)
  case unknownOption(String, nearest: String?)
  /// An option that stands before the command.
  case optionBeforeCommand(String)
  /// `following` is the next word of the line where it looks like an option.
  case missingValue(option: String, following: String?)
  case unexpectedValue(option: String, value: String)
  /// A value of an option (`--color`) or an argument (`SHELL`) that must be one of a few words.
  case notAChoice(String, value: String, choices: [String], nearest: String?)
  case emptyItem(option: String)
  case notACount(String, value: String)
  case notAPercentage(String, value: String)
  case repeated(option: String)
  /// Two options of which only one can be given.
  case conflict(option: String, with: String)
  /// An option without any of those that it belongs to.
  case missingCompanion(option: String, needs: [String])
  /// `choices` are the words of which it is one; none where it can be anything.
  case missingArgument(String, choices: [String] = [])
  /// One of these options must be given.
  case missingOption([String])
  /// HTML would flood a terminal.
  case pageOnTerminal
  case unexpectedArgument(String)
  /// What is rewritten must be a file.
  case updateOfStandardInput
  /// A file of another kind than the first one to import.
  case mixedImport(String, ImportedFile.Kind, first: ImportedFile.Kind)
  /// A second template to import.
  case severalTemplates(String)
  /// An option that has no meaning for such a file.
  case foreignImportOption(String, String, ImportedFile.Kind)
}
