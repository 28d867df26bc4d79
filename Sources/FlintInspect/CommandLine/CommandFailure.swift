import FlintManifest

enum CommandFailure: Error {
  case usage(UsageProblems)
  /// The syntax of the command line is correct, but a value in it is invalid for this manifest, such as an id that the
  /// manifest does not declare.
  case values([ValueProblem])
  case file(FileProblem)
  case invalidInput(InvalidInput)
  /// One or more of the scenario files are invalid. The array contains the problems of each invalid file. No scenario
  /// was run, not even those of the valid files.
  case invalidInputs([InvalidInput])
}

/// A message for standard error: the problem, and a hint for its solution.
struct Notice: Equatable {
  var message: String
  var hint: String?
}
