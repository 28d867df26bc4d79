import FlintManifest
import FlintText

/// The destination of warnings and errors: standard error or, for a client of the server `mcp`, the result of the call.
struct Diagnostics {
  private let style: DiagnosticStyle

  /// The width of the terminal in columns; nil if standard error is not a terminal.
  private let width: Int?

  /// Whether to write only ASCII characters. Symbols and typographic quotation marks are then replaced.
  private let isASCII: Bool
  private let append: (String) -> Void

  static func standardError(_ color: ColorChoice) -> Diagnostics {
    let terminal = Terminal.diagnostics
    return Diagnostics(
      style: terminal.usesColor(color) ? .colored : .plain,
      width: terminal.isTerminal ? terminal.width : nil, isASCII: !Terminal.usesUTF8,
      append: writeToStandardError)
  }

  /// Returns a destination that passes each message to `append`, as text without colors.
  static func collected(_ append: @escaping (String) -> Void) -> Diagnostics {
    Diagnostics(style: .plain, width: nil, isASCII: false, append: append)
  }

  func write(_ notices: [Notice]) {
    var text = ""
    for notice in notices {
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

  /// Writes an error, a warning or a note that is about a whole file and has no line.
  func write(_ diagnostic: Diagnostic, path: String) {
    append(DiagnosticFormatter(style: style, isASCII: isASCII).format(diagnostic, path: path))
  }

  func write(_ diagnostics: [Diagnostic], in file: SourceFile) {
    var text = ""
    let formatter = DiagnosticFormatter(style: style, width: width, isASCII: isASCII)
    formatter.write(diagnostics, in: file) { diagnostic in
      text += diagnostic
      if text.utf8.count > 1 << 16 {
        append(text)
        text = ""
      }
    }
    append(text)
  }

  func write(_ failure: CommandFailure) {
    switch failure {
    case .usage(let problems): write(problems.notices)
    case .file(let problem): write([problem.notice])
    case .values(let problems): write(problems.map(\.notice))
    case .invalidInput(let input): write(input.diagnostics, in: input.source)
    case .invalidInputs(let inputs):
      for input in inputs { write(input.diagnostics, in: input.source) }
    }
  }
}

/// Writes text to standard error. If the locale is not UTF-8, other characters than ASCII are replaced. A failure is
/// ignored, because there is no other stream on which to report it.
func writeToStandardError(_ text: String) {
  let text = withoutWorkflowCommands(Terminal.usesUTF8 ? text : ASCIIForm.of(text))
  do throws(SystemError) {
    try POSIX.write(POSIX.standardError, Array(text.utf8))
  } catch {
    return
  }
}
