import FlintManifest

enum CommandFailure: Error {
  case usage(UsageProblems)
  /// Valid usage, but not for this manifest.
  case values([ValueProblem])
  case file(FileProblem)
  case invalidInput(InvalidInput)
  /// Of each invalid file; no scenario was run.
  case invalidInputs([InvalidInput])
}

struct Notice: Equatable {
  var message: String
  var hint: String?
}
