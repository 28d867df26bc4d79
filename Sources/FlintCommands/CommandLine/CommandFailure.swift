internal import FlintManifest

/// Why there is no answer.
enum CommandFailure: Error {
  case usage(UsageProblems)
  /// The line is well formed, but does not fit the manifest.
  case values([ValueProblem])
  case file(FileProblem)
  case invalidInput(InvalidInput)
  /// Several files, none of which gave an answer.
  case invalidInputs([InvalidInput])
  case noScreen(ScreenProblem)
}

/// A sentence for standard error: what is wrong, and what might help.
struct Notice: Equatable {
  var message: String
  var hint: String?
}
