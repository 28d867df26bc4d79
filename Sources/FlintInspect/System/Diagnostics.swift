/// Writes to standard error, or into the result for `mcp`.
struct Diagnostics {
  private let formatter: DiagnosticFormatter
  private let append: (String) -> Void

  static func standardError(_ color: ColorChoice) -> Diagnostics {
    let terminal = Terminal.diagnostics
    return Diagnostics(
      formatter: DiagnosticFormatter(
        TextStyle(
          width: terminal.isTerminal ? terminal.width : .max, color: terminal.usesColor(color),
          isASCII: !Terminal.usesUTF8)), append: writeToStandardError)
  }

  static func collected(_ append: @escaping (String) -> Void) -> Diagnostics {
    Diagnostics(formatter: DiagnosticFormatter(), append: append)
  }

  func write(_ problems: [Problem]) {
    for problem in problems {
      append(
        formatter.line(.error, "error", problem.message)
          + (problem.hint.map { formatter.line(.hint, "hint", $0) } ?? ""))
    }
  }

  func note(_ message: String) { append(formatter.line(.hint, "note", visible(message))) }

  func warn(_ message: String) { append(formatter.line(.warning, "warning", visible(message))) }

  func write(_ diagnostics: [Diagnostic], in file: SourceFile) {
    append(formatter.format(diagnostics, in: file))
  }

  func write(_ failure: any Error) {
    switch failure {
    case let problems as Problems: write(problems.list)
    case let input as InvalidInput: write(input.diagnostics, in: input.source)
    default: write([Problem(failure)])
    }
  }
}

/// Writes ASCII if the locale is not UTF-8. Failures cannot be reported.
func writeToStandardError(_ text: String) {
  let text = withoutWorkflowCommands(Terminal.usesUTF8 ? text : ASCIIForm.of(text))
  do {
    try POSIX.writeAll(POSIX.standardError, Array(text.utf8))
  } catch {
    return
  }
}
