import FlintProject

/// A problem with a command line, such as an unknown option. It contains the data from which the error message is
/// built, but not its text.
enum UsageProblem: Error, Equatable {
  case unknownCommand(String, nearest: String?)
  case unknownOption(String, nearest: String?)
  /// An option is before the command, as in `flint-inspect --color always evaluate`, but options must follow the
  /// command. The associated value is the option as it was typed.
  case optionBeforeCommand(String)
  /// An option lacks its value. `following` is the next word if it begins with a dash and is not a known option,
  /// because it may be the intended value; otherwise nil.
  case missingValue(option: String, following: String?)
  case unexpectedValue(option: String, value: String)
  /// The value of an option or an argument is none of the permitted words. The first value is the name of the option
  /// (such as `--color`) or of the argument (such as `SHELL`); `nearest` is the word that was probably intended, or
  /// nil.
  case notAChoice(String, value: String, choices: [String], nearest: String?)
  case emptyItem(option: String)
  case notACount(String, value: String)
  case notAPercentage(String, value: String)
  case repeated(option: String)
  case conflict(option: String, with: String)
  case missingCompanion(option: String, needs: [String])
  /// A positional argument is missing. `choices` are the words that it accepts; empty if it accepts other values than a
  /// fixed set of words.
  case missingArgument(String, choices: [String] = [])
  /// None of several options is given, although the command needs one of them. The associated value is the names of the
  /// options.
  case missingOption([String])
  /// `report` would print its HTML page to the terminal, because `--output` is not given.
  case pageOnTerminal
  /// `meant` is the option whose value the argument may be; nil if the command has none.
  case unexpectedArgument(String, meant: String? = nil)
  /// The option `--update` rewrites scenario files, but one of the files is standard input.
  case updateOfStandardInput
  /// The files to import are of different kinds. The associated values are the path and the kind of a file, and the
  /// kind of the first file.
  case mixedImport(String, ImportedFile.Kind, first: ImportedFile.Kind)
  /// More than one of the files to import is a template of Firebase Remote Config, and only one is allowed. The
  /// associated value is the path of the second template.
  case severalTemplates(String)
  /// An option of `import` does not apply to files of this kind. The associated values are the option's name without
  /// dashes, and the path and the kind of the file.
  case foreignImportOption(String, String, ImportedFile.Kind)
}
