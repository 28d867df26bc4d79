/// Writes to standard error, or into the result for `mcp`.
struct Diagnostics {
  private let style: DiagnosticStyle

  private let width: Int?

  private let isASCII: Bool
  private let append: (String) -> Void

  static func standardError(_ color: ColorChoice) -> Diagnostics {
    let terminal = Terminal.diagnostics
    return Diagnostics(
      style: terminal.usesColor(color) ? .colored : .plain,
      width: terminal.isTerminal ? terminal.width : nil, isASCII: !Terminal.usesUTF8,
      append: writeToStandardError)
  }

  static func collected(_ append: @escaping (String) -> Void) -> Diagnostics {
    Diagnostics(style: .plain, width: nil, isASCII: false, append: append)
  }

  func write(_ problems: [Problem]) {
    var text = ""
    for notice in problems {
      text += style.apply(.error, "error:") + " " + notice.message + "\n"
      if let hint = notice.hint { text += style.apply(.hint, "hint:") + " " + hint + "\n" }
    }
    append(text)
  }

  func note(_ message: String) {
    append(style.apply(.hint, "note:") + " " + visible(message) + "\n")
  }

  func warn(_ message: String) {
    append(style.apply(.warning, "warning:") + " " + visible(message) + "\n")
  }

  func write(_ diagnostics: [Diagnostic], in file: SourceFile) {
    append(
      DiagnosticFormatter(style: style, width: width, isASCII: isASCII)
        .format(diagnostics, in: file))
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
    try POSIX.write(POSIX.standardError, Array(text.utf8))
  } catch {
    return
  }
}
