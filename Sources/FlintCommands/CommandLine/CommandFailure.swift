/// Why there is no answer.
enum CommandFailure: Error {
  case usage(UsageProblems)
  case file(FileProblem)
  /// What was wrong has been printed already, with its place in the input.
  case reported
}

/// A sentence for standard error: what is wrong, and what might help.
struct Notice: Equatable {
  var message: String
  var hint: String?
}
