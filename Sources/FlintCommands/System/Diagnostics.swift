internal import FlintManifest
internal import FlintText

/// Where warnings and errors go: standard error, or the answer to a call of a server's client.
struct Diagnostics {
  private let style: DiagnosticStyle

  /// Columns of the terminal; nil where there is none.
  private let width: Int?

  /// Whether marks and quotes are written in ASCII.
  private let isASCII: Bool
  private let append: (String) -> Void

  static func standardError(_ color: ColorChoice) -> Diagnostics {
    let terminal = Terminal.diagnostics
    return Diagnostics(
      style: terminal.usesColor(color) ? .colored : .plain,
      width: terminal.isTerminal ? terminal.width : nil, isASCII: !Terminal.usesUTF8,
      append: writeToStandardError)
  }

  /// Without colour, as in a file.
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

  func warn(_ message: String) {
    append(style.apply(.warning, "warning:") + " " + visible(message) + "\n")
  }

  /// About a file as a whole.
  func write(_ diagnostic: Diagnostic, path: String) {
    append(DiagnosticFormatter(style: style, isASCII: isASCII).format(diagnostic, path: path))
  }

  /// What is wrong in a file, each with its location.
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
    case .noScreen(let problem): write([problem.notice])
    case .invalidInput(let input): write(input.diagnostics, in: input.source)
    case .invalidInputs(let inputs):
      for input in inputs { write(input.diagnostics, in: input.source) }
    }
  }
}

/// Writes text in the locale's characters. Where even standard error cannot be written to, there is nowhere left to
/// report it.
func writeToStandardError(_ text: String) {
  let text = Terminal.usesUTF8 ? text : ASCIIForm.of(text)
  do throws(SystemError) {
    try POSIX.write(POSIX.standardError, Array(text.utf8))
  } catch {
    return
  }
}
