internal import FlintManifest

/// The reason why a command has no result.
enum CommandFailure: Error {
  case usage(UsageProblems)
  /// The command line is well formed, but its values do not fit the manifest.
  case values([ValueProblem])
  case file(FileProblem)
  case invalidInput(InvalidInput)
  /// Several input files are invalid, and none of them gave a result.
  case invalidInputs([InvalidInput])
  case noScreen(ScreenProblem)
}

/// A message for standard error: the problem, and a hint for its solution.
struct Notice: Equatable {
  var message: String
  var hint: String?
}
