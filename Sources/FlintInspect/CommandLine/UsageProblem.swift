import FlintProject

/// Of a command line, without its text.
enum UsageProblem: Error, Equatable {
  case unknownCommand(String, nearest: String?)
  case unknownOption(String, nearest: String?)
  case optionBeforeCommand(String)
  /// `following` begins with a dash and is no option: perhaps the value.
  case missingValue(option: String, following: String?)
  case unexpectedValue(option: String, value: String)
  case notAChoice(String, value: String, choices: [String], nearest: String?)
  case emptyItem(option: String)
  case notACount(String, value: String)
  case notAPercentage(String, value: String)
  case repeated(option: String)
  case conflict(option: String, with: String)
  case missingCompanion(option: String, needs: [String])
  case missingArgument(String, choices: [String] = [])
  case missingOption([String])
  case pageOnTerminal
  /// `meant` is the option whose value the argument may be; nil if the command has none.
  case unexpectedArgument(String, meant: String? = nil)
  case updateOfStandardInput
  /// A file, its kind, and that of the first.
  case mixedImport(String, ImportedFile.Kind, first: ImportedFile.Kind)
  case severalTemplates(String)
  case foreignImportOption(String, String, ImportedFile.Kind)
}
